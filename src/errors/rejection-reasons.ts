/** The reasons of rejections that an error code does not explain. Only the audit and `gatehouse explain` show them. */
export const rejectionReasons = {
  'unknown address': 'No account has this e-mail address.',
  'wrong password': 'The password is not the password of the account.',
  'unusable hash':
    'The stored password hash of the account cannot be used. It is damaged, of another algorithm, or too expensive.',
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
  'disabled account': 'The account of the token is disabled.',
  'no account': 'The account of the token no longer exists.',
  'unknown token': 'This installation did not issue the refresh token, or has removed it together with its session.',
  'used token':
    'The refresh token had already been used. Its session was ended, because the token may have been stolen.',
  'cookie not accepted':
    'The refresh cookie came from an origin that is not in CORS_ORIGINS, or was not sent by a script.',
} as const satisfies Record<string, string>;

export type RejectionReason = keyof typeof rejectionReasons;
