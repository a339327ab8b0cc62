/** What can be missing, and the text of the error `NOT_FOUND`. */
export const missing = {
  user: 'There is no such user.',
  session: 'There is no session with this id.',
  sessionOfUser: 'The account has no live session with this id.',
  ownSession: 'You have no live session with this id.',
  ownPasskey: 'You have no passkey with this id.',
  provider: 'There is no such provider.',
  emailChange: 'No change of the e-mail address waits.',
  ownIdentity: 'You have no identity with this id.',
  identity: 'The account has no identity with this id.',
  factor: 'The account has no such second factor.',
  ownApp: 'You have not connected an application with this id.',
  mail: 'There is no mail with this id.',
  client: 'There is no client with this id.',
  endpoint: 'There is no endpoint with this id.',
  delivery: 'There is no delivery with this id.',
  request:
    'The audit has no event of this request. The request changed nothing, its event was removed after AUDIT_RETENTION, or it was combined with similar events.',
} as const;

export type Missing = keyof typeof missing;
