/** What is said of a success, through both doors. What is said of a refusal is in errors.ts. */
export const outcomes = {
  registered: 'The user was registered.',
  loggedIn: 'The user logged in.',
  refreshed: 'The session goes on.',
  loggedOut: 'You are logged out.',
  sessionEnded: 'The session was ended.',
  me: 'This is you.',
  sessions: 'These are your sessions.',
  authentic: 'The request is authentic.',
  alive: 'The process is alive.',
  ready: 'The service is ready.',
} as const;
