/** The groups of operations in the OpenAPI documents, with their descriptions. Generators of clients make a class of each. */
export const tags = {
  Accounts: 'Register, and read the account of the signed-in user.',
  Sessions: 'Sign in, stay signed in, sign out, and manage the sessions of the user.',
  Organizations: 'Organizations, their members, and access tokens for them.',
  Verification: 'What services and proxies need to verify access tokens.',
  Service: 'The state of this installation, and the description of its REST API.',
  Users: 'Find, change and remove accounts. Only super admins can call these operations.',
  Operation: 'The audit, the mails and the state of this installation, for super admins.',
} as const;

export type Tag = keyof typeof tags;
