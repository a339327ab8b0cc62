/**
 * The closed list of reasons for rejected requests, for cases that the error code does not explain. They appear in the
 * audit and in `gatehouse explain`, and are never sent.
 */
export const rejectionReasons = {
  'unknown address': 'The address has no account.',
  'wrong password': 'The account has another password.',
  'unusable hash': 'The stored password hash of the account is damaged, of another algorithm, or too expensive.',
  'malformed token': 'The access token does not have the form of an access token of this installation.',
  'unknown key': 'The access token names a key that is not, or no longer, one of this installation.',
  'bad signature': 'The signature of the access token is wrong: it was forged or changed.',
  'wrong issuer': 'The access token has another issuer than PUBLIC_URL.',
  'wrong audience': 'The access token has another audience than JWT_AUDIENCE.',
  'not yet valid': 'The access token is valid later: the clocks of two instances differ.',
  'expired token': 'The access token has expired.',
  'ended session': 'The session of the token has ended.',
  'disabled account': 'The account of the token is disabled.',
  'no account': 'The account of the token does not exist any more.',
  'unknown token': 'The refresh token was not issued here, or was removed with its session.',
  'used token': 'The refresh token was used before.',
  'cookie not accepted': 'The refresh cookie came from an origin that may not use it, or not from a script.',
} as const satisfies Record<string, string>;

export type RejectionReason = keyof typeof rejectionReasons;
