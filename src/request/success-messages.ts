/** The messages of successful operations, for both APIs. The messages of errors are in errors/error-table.ts. */
export const successMessages = {
  registered: 'Registered.',
  loggedIn: 'Logged in.',
  refreshed: 'Tokens refreshed.',
  loggedOut: 'Logged out.',
  sessionEnded: 'Session ended.',
  me: 'Current user returned.',
  sessions: 'Sessions returned.',
  authentic: 'The access token is valid.',
  alive: 'The process is alive.',
  ready: 'The service is ready.',
} as const;
