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
    advice: 'Look for the user with `gatehouse users find` and a part of the name.',
  },
  'wrong password': {
    means: 'The password is wrong.',
    advice: 'Let the user reset the password if they have lost it.',
  },
  'no password': {
    means: 'The account has no password: it was invited or restored, or only the old service knew the password.',
    advice: 'The user sets one with the link of the invitation, or with a reset.',
  },
  'unusable hash': {
    means: 'The stored password hash is damaged, of another algorithm, or too expensive.',
    advice: 'Restore the hash from a backup, or let the user reset the password. The log names the account.',
  },
  'legacy password': {
    means: 'Only the old service knows the password, and `LEGACY_URL` is not set.',
    advice: 'Set it, or let the user reset the password.',
  },
  'no answer of the old service': {
    means: 'Only the old service of `LEGACY_URL` knows the password, and it gave no usable answer.',
    advice: 'Read the log, and run `gatehouse doctor`.',
  },
  'malformed token': {
    means: 'The text does not have the form of an access token of this installation.',
    advice: 'Let the client send the `jwt` of a login, not for example a refresh token.',
  },
  'unknown key': {
    means: 'The signing key of the access token was revoked, or belongs to another installation.',
    advice: 'The client refreshes the tokens, or the user signs in again.',
  },
  'bad signature': {
    means: 'The access token was forged or changed.',
    advice: 'Nothing, if it is rare. Otherwise look for the client with `gatehouse audit --network`.',
  },
  'wrong issuer': {
    means: 'The issuer of the access token is not `PUBLIC_URL`.',
    advice: 'Give all instances the same `PUBLIC_URL`. After a change of it, users sign in again.',
  },
  'wrong audience': {
    means: 'The audience of the access token is not `JWT_AUDIENCE`.',
    advice: 'Give all instances the same `JWT_AUDIENCE`. After a change of it, users sign in again.',
  },
  'not yet valid': {
    means: 'The access token was issued in the future: the clocks of two instances differ.',
    advice: 'Synchronize the clocks. `gatehouse doctor` on each machine shows the difference.',
  },
  'expired token': {
    means: 'The access token has expired.',
    advice: 'The client refreshes the tokens. If the token is new, compare the clocks of the machines.',
  },
  'ended session': {
    means: 'The session of the token has ended.',
    advice: 'The user signs in again. The line `The session … ended` says when and why.',
  },
  'ended session of the actor': {
    means: 'A super admin acted as the user, and the session or the rights of the super admin have ended.',
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
    means: 'The roles or the super admin right of the user were changed after the access token was issued.',
    advice: 'The client refreshes the tokens. The user stays signed in.',
  },
  'disabled account': {
    means: 'The account is disabled.',
    advice: '`gatehouse audit --action user_disabled` says since when. `gatehouse users enable` enables it.',
  },
  'deleted account': {
    means: 'The user has deleted the account, which is not erased yet.',
    advice: 'The link in the e-mail restores it, or `gatehouse users enable`.',
  },
  'no account': {
    means: 'The account of the token no longer exists.',
    advice: 'Nothing: the account was erased.',
  },
  'unknown token': {
    means: 'This installation did not issue the refresh token, or its session was removed long ago.',
    advice: 'The user signs in again.',
  },
  'used token': {
    means: 'The refresh token was used before, so its session was ended: it may have been stolen.',
    advice: 'Check that the client stores the new refresh token after each refresh. The user signs in again.',
  },
  'unknown link': {
    means: 'This installation did not send the link, or the link is for something else or was cut.',
    advice: 'The user asks for a new e-mail.',
  },
  'used link': {
    means: 'The link was used, or a newer e-mail has replaced it.',
    advice: 'The user opens the newest e-mail.',
  },
  'expired link': {
    means: 'The link has expired.',
    advice: 'The user asks for a new e-mail. `RESET_PASSWORD_TTL` and its like set the time.',
  },
  'wrong code': {
    means: 'The code is wrong or has expired, or there were too many wrong codes.',
    advice: 'The user uses the link in the e-mail, or asks for a new one.',
  },
  'taken address': {
    means: 'Another account has the e-mail address by now.',
    advice: 'The user signs in to that account, or chooses another address.',
  },
  'verified address': {
    means: 'The address of the account is verified, so the link can no longer remove the account.',
    advice: 'Delete the account if it should go.',
  },
  'unverified address': {
    means: 'The password is right, and the e-mail address is not verified, which `EMAIL_VERIFICATION` requires.',
    advice: 'The user opens the link in the e-mail. Each login sends it again, at most once a minute.',
  },
  'closed registration': {
    means: '`REGISTRATION` is `closed`.',
    advice: 'Create the account with `gatehouse users invite`.',
  },
  'changed password': {
    means: 'Another request changed the password at the same time.',
    advice: 'The user tries again with the new password.',
  },
  'last super admin': {
    means: 'The last super admin cannot be deleted, disabled or demoted.',
    advice: 'Make another user a super admin first: `gatehouse users promote`.',
  },
  'wrong factor': {
    means: 'The code of the second factor is wrong, or belongs to another account.',
    advice: 'One user: check the clock of their phone. Every user: check that of the server with `gatehouse doctor`.',
  },
  'used factor': {
    means: 'The code of the second factor was used before.',
    advice: 'The user waits for the next code, or uses another recovery code.',
  },
  'no factor': {
    means: 'The account has no such second factor.',
    advice: 'The entry of the authenticator app may belong to another account.',
  },
  'unknown challenge': {
    means: 'The challenge of the passkey is of another operation, user, session or installation.',
    advice:
      'The page asks for new options each time. If every user is affected, compare the databases of the instances.',
  },
  'used challenge': {
    means: 'The challenge of the passkey was used before.',
    advice: 'The page asks for new options each time.',
  },
  'expired challenge': {
    means: 'The challenge of the passkey has expired.',
    advice: 'The page asks for new options, and renews them while it waits.',
  },
  'unknown passkey': {
    means: 'No account has this passkey: it was removed, or belongs to another installation.',
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
    means: 'The response of the authenticator is malformed, for another ceremony, or has an unsupported algorithm.',
    advice: 'The page sends exactly what the browser returned. Supported are EdDSA, ES256 and RS256.',
  },
  'wrong origin': {
    means:
      'The page that used the passkey is not at the origin of `PUBLIC_URL` or one of `PASSKEY_ORIGINS`, or is in a frame.',
    advice: 'Add the origin if the page is yours. Otherwise somebody imitates your page.',
  },
  'wrong relying party': {
    means: 'The passkey belongs to another domain than `PASSKEY_RP_ID`.',
    advice: 'Undo a change of the setting, and give all instances the same.',
  },
  'unverified user': {
    means: 'The authenticator did not check a fingerprint, a face or a PIN.',
    advice: 'The user sets a PIN on the security key.',
  },
  'wrong signature of the passkey': {
    means: 'The signature of the authenticator is wrong.',
    advice: 'Nothing, if it is rare: someone without the passkey tried to use its id.',
  },
  'sign count not increased': {
    means: 'The authenticator did not count a further signature: the passkey may have been copied.',
    advice: 'The user removes the passkey and adds a new one.',
  },
  'changed account': {
    means: 'The sessions ended or the second factors changed after the login had started.',
    advice: 'The user signs in again.',
  },
  'cookie not accepted': {
    means: 'The refresh cookie came from an origin that is not in `CORS_ORIGINS`, or not from a script.',
    advice: 'Add the origin of your application to `CORS_ORIGINS`.',
  },
  'not a super admin': {
    means: 'The user is not a super admin.',
    advice: 'To allow it: `gatehouse users promote`.',
  },
  'network of the administration': {
    means: 'The address of the client is not in `ADMIN_NETWORKS`.',
    advice: 'Add it. If it is the address of your proxy, set `TRUST_PROXY`.',
  },
  'unknown client': {
    means: 'No OAuth client has this client id.',
    advice: 'Set an id of `gatehouse clients list` in the service.',
  },
  'wrong client secret': {
    means: 'The client secret is wrong, or was replaced more than 24 hours ago.',
    advice: 'Set the right secret in the service, or make a new one: `gatehouse clients rotate-secret`.',
  },
} as const satisfies Record<string, Rejection>;

export type RejectionReason = keyof typeof rejectionReasons;
