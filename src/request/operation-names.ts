/** The operations of the administration API. */
export const adminOperationNames = [
  'users',
  'user',
  'createUser',
  'updateUser',
  'setSuperAdmin',
  'disableUser',
  'enableUser',
  'deleteUser',
  'endSessions',
  'sendPasswordReset',
  'sendInvitation',
  'resetFactors',
  'verifyEmail',
  'auditEvents',
  'explain',
  'messages',
  'retryMessage',
  'findings',
  'signingKeys',
  'activity',
  'bulkUsers',
  'impersonate',
  /** Only in the REST API: a file is no value of GraphQL. */
  'exportUsers',
] as const;
export type AdminOperation = (typeof adminOperationNames)[number];

/**
 * All operations: the GraphQL root fields, and the same names for REST routes. Logs, metrics and traces contain only
 * these names, so that a client cannot add new ones.
 */
export const operationNames = [
  'register',
  'login',
  'completeLogin',
  'passkeyLoginOptions',
  'loginWithPasskey',
  'stepUp',
  'stepUpOptions',
  'factors',
  'enrollTotp',
  'confirmTotp',
  'removeTotp',
  'addPasskeyOptions',
  'addPasskey',
  'renamePasskey',
  'removePasskey',
  'regenerateRecoveryCodes',
  'refresh',
  'logout',
  'me',
  'sessions',
  'revokeSession',
  'sendEmailVerification',
  'confirmEmail',
  'disownEmail',
  'requestPasswordReset',
  'resetPassword',
  'changePassword',
  'changeEmail',
  'confirmEmailChange',
  'undoEmailChange',
  'updateProfile',
  'deleteAccount',
  'cancelDeletion',
  /** A page that the link of an e-mail leads to. */
  'linkPage',
  /** Any other page for people: its GET. What a form does has the operation that it uses. */
  'page',
  'verify',
  'introspectToken',
  'revokeToken',
  'ready',
  'alive',
  'keySet',
  'discovery',
  'openapi',
  'home',
  /** The pages Apollo Sandbox and GraphiQL, and the files of GraphiQL. */
  'explorer',
  /** Of a subgraph of Federation 2. The specification requires these names. */
  '_service',
  '_entities',
  ...adminOperationNames,
  /** A GraphQL document with several root fields, or an introspection query. */
  'several',
  'introspection',
  /** A request without a known route or method, or with a document that cannot be read. */
  'other',
] as const;
export type OperationName = (typeof operationNames)[number];

export const isOperation = (name: string): name is OperationName =>
  (operationNames as readonly string[]).includes(name);

export const isAdminOperation = (name: OperationName): name is AdminOperation =>
  (adminOperationNames as readonly string[]).includes(name);
