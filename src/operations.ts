/**
 * What a request can be about: the GraphQL root field, and the same word for the REST route. The same in logs, metrics
 * and traces, and a closed list: whatever is sent, there are no more of them.
 */
export const operations = [
  'register',
  'login',
  'refresh',
  'logout',
  'me',
  'sessions',
  'revokeSession',
  'verify',
  'ready',
  'alive',
  'keySet',
  'openapi',
  /** GraphQL that asks for more than one root field, or for the schema. */
  'several',
  'introspection',
  /** No route, no document that could be read, another method. */
  'other',
] as const;
export type Operation = (typeof operations)[number];

export const isOperation = (name: string): name is Operation => (operations as readonly string[]).includes(name);
