/**
 * The closed list of operations: the GraphQL root fields, and the same names for REST routes. Logs, metrics and traces
 * use them.
 */
export const operationNames = [
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
  /** GraphQL with several root fields, or introspection. */
  'several',
  'introspection',
  /** No known route, an unreadable document, or another method. */
  'other',
] as const;
export type OperationName = (typeof operationNames)[number];

export const isOperation = (name: string): name is OperationName =>
  (operationNames as readonly string[]).includes(name);
