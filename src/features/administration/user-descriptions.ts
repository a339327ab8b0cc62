export const createdUserDescriptions = {
  link: 'The link with which the user sets a password, if it was not mailed. Only this answer has it.',
  expiresTs: 'The end of the link.',
} as const;

export const accountDescriptions = {
  sessions: 'The live sessions of the user, the most recently used first, at most 100.',
  sessionCount: 'The number of live sessions, counted up to 1000.',
  sessionActorId: 'The super admin who opened the session to act as the user. Null if the user logged in.',
  ended: 'The number of ended sessions, counted up to 1000.',
  deletionDueTs: 'When the account is erased.',
} as const;
