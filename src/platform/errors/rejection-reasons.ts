/** The reasons of rejections that an error code does not explain. Only the audit and `gatehouse explain` show them. */
export const rejectionReasons = {
  'unknown address': 'No account has this e-mail address.',
  'wrong password': 'The password is not the password of the account.',
  'no password': 'The account has no password yet. The user sets one with the link of the invitation, or with a reset.',
  'unusable hash':
    'The stored password hash of the account cannot be used. It is damaged, of another algorithm, or too expensive.',
  'legacy password':
    'Only the old service knows the password of the account, and LEGACY_URL is not set. Set it, or let the user reset the password.',
  'no answer of the old service':
    'Only the old service of LEGACY_URL knows the password of the account, and it gave no usable answer. The log says why.',
  'malformed token': 'The access token does not have the form of the access tokens of this installation.',
  'unknown key': 'The access token names a signing key that this installation does not have, or has revoked.',
  'bad signature': 'The signature of the access token is wrong. The token was forged or changed.',
  'wrong issuer':
    'The issuer of the access token is not PUBLIC_URL. Another service issued it, or the setting was changed.',
  'wrong audience':
    'The audience of the access token is not JWT_AUDIENCE. It is for another service, or the setting was changed.',
  'not yet valid': 'The access token was issued in the future. The clocks of two instances differ: synchronize them.',
  'expired token': 'The access token has expired.',
  'ended session': 'The session of the token has ended.',
  'ended session of the actor':
    'A super admin acted as the user, and the session of the super admin has ended, or the account of the super admin was changed.',
  'super admin': 'The user is a super admin. A super admin can act only as other users.',
  impersonation: 'A super admin acts as the user, and only the user can do this.',
  'changed access rights':
    'The roles of the user were changed after the access token was issued, or the user became a super admin or is one no longer. The session is live: the client refreshes the tokens.',
  'disabled account': 'The account of the token is disabled.',
  'deleted account': 'The user has deleted the account, which is not erased yet. A link in a mail restores it.',
  'no account': 'The account of the token no longer exists.',
  'unknown token': 'This installation did not issue the refresh token, or has removed it together with its session.',
  'used token':
    'The refresh token had already been used. Its session was ended, because the token may have been stolen.',
  'unknown link': 'This installation did not send this link, or the link is for something else.',
  'used link': 'The link was used before, or a newer mail has replaced it.',
  'expired link': 'The link has expired.',
  'wrong code':
    'The code is wrong or has expired, or too many wrong codes were tried. Then only the link in the mail is accepted.',
  'taken address': 'Another account has the e-mail address by now.',
  'verified address': 'The e-mail address of the account is verified, so the link can no longer remove the account.',
  'unverified address':
    'The password is right. EMAIL_VERIFICATION is required, and the user has not used the link in the mail yet.',
  'closed registration': 'REGISTRATION is closed, so only an operator creates accounts, with gatehouse users invite.',
  'changed password': 'The password was changed by another request at the same time.',
  'last super admin': 'The account is the last super admin. It cannot be deleted, disabled or demoted.',
  'wrong factor':
    'The code of the second factor is wrong, or belongs to another account. The clock of the device may be wrong.',
  'used factor': 'The code of the second factor was used before.',
  'no factor': 'The account has no such second factor.',
  'unknown challenge':
    'This installation did not issue the challenge of the passkey, or issued it for something else: another operation, user or session.',
  'used challenge': 'The challenge of the passkey was used before.',
  'expired challenge': 'The challenge of the passkey has expired. The page asks for new options.',
  'unknown passkey': 'No account has this passkey. It was removed, or belongs to another installation.',
  'passkey of another account': 'The passkey belongs to another account than the one of the login.',
  'known passkey': 'An account already has this passkey.',
  'malformed passkey':
    'The response of the authenticator is not well-formed, is for the other ceremony, or has an algorithm that is not supported.',
  'wrong origin':
    'The page that used the passkey has another origin. The origins are that of PUBLIC_URL and those in PASSKEY_ORIGINS.',
  'wrong relying party': 'The passkey belongs to another domain than PASSKEY_RP_ID.',
  'unverified user': 'The authenticator did not verify the user, for example with a fingerprint or a PIN.',
  'wrong signature of the passkey': 'The signature of the authenticator is wrong.',
  'sign count not increased':
    'The authenticator has not counted a further signature. The passkey, which cannot be synchronized, may have been copied.',
  'changed account':
    'The sessions of the account ended, or its second factors changed, after the login had started. The user logs in again.',
  'cookie not accepted':
    'The refresh cookie came from an origin that is not in CORS_ORIGINS, or was not sent by a script.',
  'not a super admin':
    'The user of the access token is not a super admin, so the administration API is closed to them.',
  'network of the administration':
    'The client has an address outside of ADMIN_NETWORKS, so the administration API is closed to it.',
  'unknown client': 'No OAuth client has this client id. It was deleted, or belongs to another installation.',
  'wrong client secret': 'The client secret is not a secret of the OAuth client, or was replaced by a rotation.',
} as const satisfies Record<string, string>;

export type RejectionReason = keyof typeof rejectionReasons;
