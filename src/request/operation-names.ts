/**
 * All operations: the GraphQL root fields, and the same names for REST routes. Logs, metrics and traces contain only
 * these names, so that a client cannot add new ones.
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
  'discovery',
  'openapi',
  /** A GraphQL document with several root fields, or an introspection query. */
  'several',
  'introspection',
  /** A request without a known route or method, or with a document that cannot be read. */
  'other',
] as const;
export type OperationName = (typeof operationNames)[number];

export const isOperation = (name: string): name is OperationName =>
  (operationNames as readonly string[]).includes(name);
