interface Rejection {
  readonly means: string;
  readonly advice: string;
}

/**
 * The reasons of rejections that an error code does not explain, and what the operator does about each. Only operators see
 * them: in the audit, with `gatehouse explain`, and in docs/reference/audit.md.
 */
export const rejectionReasons = {
  'unknown address': {
    means: 'No account has this e-mail address.',
    advice: 'Find the user by name: `gatehouse users find`.',
  },
  'wrong password': {
    means: 'The password is wrong.',
    advice: 'Let the user reset the password if it is lost.',
  },
  'no password': {
    means:
      'The account has no password: it was invited or restored, a first sign-in by mail removed it, or only the old service knew it.',
    advice: 'The user sets one with the invitation or a reset.',
  },
  'unusable hash': {
    means: 'The stored password hash is damaged, of another algorithm, or too expensive.',
    advice: 'Restore the hash, or let the user reset the password. The log names the account.',
  },
  'legacy password': {
    means: 'Only the old service knows the password, and `LEGACY_URL` is not set.',
    advice: 'Set it, or let the user reset the password.',
  },
  'no answer of the old service': {
    means: 'Only the old service of `LEGACY_URL` knows the password, and gave no usable answer.',
    advice: 'Read the log, and run `gatehouse doctor`.',
  },
  'malformed token': {
    means: 'The text is not an access token of this installation.',
    advice: 'The client sends the `jwt` of a login, not a refresh token.',
  },
  'unknown key': {
    means: 'The signing key of the access token was revoked, or belongs to another installation.',
    advice: 'The client refreshes the tokens, or the user signs in again.',
  },
  'bad signature': {
    means: 'The access token was forged or changed.',
    advice: 'If it is frequent, find the client with `gatehouse audit --network`.',
  },
  'wrong issuer': {
    means: 'The issuer of the access token is not `PUBLIC_URL`.',
    advice: 'All instances need the same value. After a change, users sign in again.',
  },
  'wrong audience': {
    means: 'The audience of the access token is not `JWT_AUDIENCE`.',
    advice: 'All instances need the same value. After a change, users sign in again.',
  },
  'not yet valid': {
    means: 'The access token was issued in the future: the clocks of two instances differ.',
    advice: 'Synchronize the clocks: `gatehouse doctor` shows the difference.',
  },
  'expired token': {
    means: 'The access token has expired.',
    advice: 'The client refreshes the tokens. If the token is new, compare the clocks.',
  },
  'ended session': {
    means: 'The session of the token has ended.',
    advice: 'The user signs in again. The line `The session … ended` says when and why.',
  },
  'ended session of the actor': {
    means: 'A super admin acted as the user, and has lost the session or the rights.',
    advice: 'The super admin signs in and starts again.',
  },
  'super admin': {
    means: 'The user is a super admin, as whom nobody can act.',
    advice: 'Choose another user.',
  },
  impersonation: {
    means: 'A super admin acts as the user, and only the user can do this.',
    advice: 'The user does it, or the super admin uses the administration.',
  },
  'changed access rights': {
    means: 'The roles, other claims or the super admin right have changed since the token was issued.',
    advice: 'The client refreshes the tokens. The user stays signed in.',
  },
  'disabled account': {
    means: 'The account is disabled.',
    advice: 'Since when: `gatehouse audit --action user_disabled`. To enable it: `gatehouse users enable`.',
  },
  'deleted account': {
    means: 'The account is deleted, and not erased yet.',
    advice: 'The link in the e-mail or `gatehouse users enable` restores it.',
  },
  'no account': {
    means: 'The account of the token no longer exists.',
    advice: 'None: the account was erased.',
  },
  'unknown token': {
    means: 'The refresh token is of another installation, or its session was removed long ago.',
    advice: 'The user signs in again.',
  },
  'used token': {
    means: 'The refresh token was used before and may be stolen, so its session was ended.',
    advice: 'The user signs in again. The client must store each new refresh token.',
  },
  'used ID token': {
    means: 'The ID token of a provider was used before. It may be stolen.',
    advice: 'The application asks the provider for a new one at each sign-in.',
  },
  'unknown link': {
    means: 'The link was cut, is for something else, or is not of this installation.',
    advice: 'The user asks for a new e-mail.',
  },
  'used link': {
    means: 'The link was used, or a newer e-mail has replaced it.',
    advice: 'The user opens the newest e-mail.',
  },
  'expired link': {
    means: 'The link has expired.',
    advice: 'The user asks for a new e-mail. The time is a setting, such as `RESET_PASSWORD_TTL`.',
  },
  'wrong code': {
    means: 'The code is wrong or has expired, or came after too many wrong ones.',
    advice: 'The user uses the link, or asks for a new e-mail.',
  },
  'wrong verifier': {
    means: 'The code came from another browser or client than the one that has started the sign-in with a provider.',
    advice: 'If it is frequent, find the client with `gatehouse audit --network`.',
  },
  'cancelled sign-in': {
    means: 'The person cancelled at the provider, or the provider refused.',
    advice: 'If it is frequent, check the application in the settings of the provider.',
  },
  'forged answer': {
    means: 'The answer of the provider failed a check, such as signature, issuer, audience, nonce or time.',
    advice: 'The log has the check. Compare `PROVIDER_<ID>_*` and the clocks.',
  },
  'unaccepted person': {
    means: 'The claims are not those of `PROVIDER_<ID>_REQUIRE` or the tenant, or name nobody.',
    advice: 'The person takes another account at the provider.',
  },
  'unproved identity': {
    means: 'The provider does not vouch for the address of a new person. A code was mailed to it.',
    advice: 'The person uses the code.',
  },
  'no answer of the provider': {
    means: 'The provider gave no usable answer.',
    advice: 'The log has the cause.',
  },
  'taken address': {
    means: 'Another account has the e-mail address by now.',
    advice: 'The user signs in there, or chooses another address.',
  },
  'verified address': {
    means: 'The address is verified, so the link can no longer remove the account.',
    advice: 'Delete the account instead.',
  },
  'unverified address': {
    means: 'The password is right, and `EMAIL_VERIFICATION` requires a verified address.',
    advice: 'The user opens the link in the e-mail, which a login sends again.',
  },
  'closed registration': {
    means: '`REGISTRATION` is `closed`.',
    advice: 'Create the account with `gatehouse users invite`.',
  },
  'domain not allowed': {
    means: 'The domain of the address is not in `REGISTER_DOMAINS`.',
    advice: 'Add the domain, or create the account with `gatehouse users invite`.',
  },
  'rejected by the hook': {
    means: 'The hook of `HOOK_BEFORE_REGISTER` has rejected the registration.',
    advice: 'Your service knows why. To create the account nevertheless: `gatehouse users invite`.',
  },
  'no answer of the hook': {
    means: 'The hook of `HOOK_BEFORE_REGISTER` gave no usable answer.',
    advice: 'Read the log, and run `gatehouse doctor`.',
  },
  'changed password': {
    means: 'Another request changed the password at the same time.',
    advice: 'The user tries again with the new password.',
  },
  'last super admin': {
    means: 'The last super admin cannot be deleted, disabled or demoted.',
    advice: 'First make another one: `gatehouse users promote`.',
  },
  'wrong factor': {
    means: 'The code of the second factor is wrong, or belongs to another account.',
    advice: 'One user: check the clock of the phone. All users: run `gatehouse doctor`.',
  },
  'used factor': {
    means: 'The code of the second factor was used before.',
    advice: 'The user waits for the next code, or takes another recovery code.',
  },
  'no factor': {
    means: 'The account has no such second factor.',
    advice: 'The entry of the authenticator app may belong to another account.',
  },
  'unknown challenge': {
    means: 'The challenge is of another operation, user, session or installation.',
    advice: 'The page asks for new options each time. All users: do all instances use one database?',
  },
  'used challenge': {
    means: 'The challenge was used before.',
    advice: 'The page asks for new options each time.',
  },
  'expired challenge': {
    means: 'The challenge has expired.',
    advice: 'The page asks for new options, and renews them while it waits.',
  },
  'unknown passkey': {
    means: 'The passkey was removed, or belongs to another installation.',
    advice: 'The page reports it with `PublicKeyCredential.signalUnknownCredential`.',
  },
  'passkey of another account': {
    means: 'The passkey belongs to another account than the login.',
    advice: 'The user chooses another passkey.',
  },
  'known passkey': {
    means: 'An account already has this passkey.',
    advice: 'The user signs in with it.',
  },
  'malformed passkey': {
    means: 'The response is malformed, of another ceremony, or of an unsupported algorithm.',
    advice: 'The page sends what the browser returned. Supported: EdDSA, ES256, RS256.',
  },
  'wrong origin': {
    means: 'The page is not at the origin of `PUBLIC_URL` or one of `PASSKEY_ORIGINS`, or is in a frame.',
    advice: 'Add the origin if the page is yours. If not, it imitates yours.',
  },
  'wrong relying party': {
    means: 'The passkey belongs to another domain than `PASSKEY_RP_ID`.',
    advice: 'Undo a change of it. All instances need the same value.',
  },
  'unverified user': {
    means: 'The authenticator did not check a fingerprint, a face or a PIN.',
    advice: 'The user sets a PIN on the security key.',
  },
  'wrong signature of the passkey': {
    means: 'The signature of the authenticator is wrong.',
    advice: 'Nothing, if it is rare: someone tried its id without it.',
  },
  'sign count not increased': {
    means: 'The authenticator did not count on: the passkey may be a copy.',
    advice: 'The user replaces the passkey.',
  },
  'changed account': {
    means: 'The sessions ended or the second factors changed during the login.',
    advice: 'The user signs in again.',
  },
  'cookie not accepted': {
    means: 'The refresh cookie came from an origin outside of `CORS_ORIGINS`, or not from a script.',
    advice: 'Add the origin of your application.',
  },
  'not a super admin': {
    means: 'The user is not a super admin.',
    advice: 'To allow it: `gatehouse users promote`.',
  },
  'network of the administration': {
    means: 'The address of the client is not in `ADMIN_NETWORKS`.',
    advice: 'Add it. If it is the address of your proxy, set `TRUST_PROXY`.',
  },
  'token of an application': {
    means: 'An application (OAuth client) has called an operation that is not open to applications.',
    advice: 'The user does it at Gatehouse itself. The application sends the browser there.',
  },
  'unknown client': {
    means: 'No OAuth client has this client id, or it is disabled.',
    advice: 'Use an id of `gatehouse clients list`.',
  },
  'missing scope': {
    means: 'The access token lacks the scope that the operation needs.',
    advice: 'The application asks for it when the user signs in.',
  },
  'wrong client secret': {
    means: 'The client secret is wrong, or was replaced more than 24 hours ago.',
    advice: 'Set the right one, or a new one: `gatehouse clients rotate-secret`.',
  },
} as const satisfies Record<string, Rejection>;

export type RejectionReason = keyof typeof rejectionReasons;
