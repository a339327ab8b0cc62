/** The account is the one of the documentation. */
const account = { email: 'ada@example.com', password: 'correct horse battery' };

/**
 * The operations that both explorers offer, in this order. Sandbox has one set of variables for all, so each name occurs
 * once.
 */
export const explorerExamples: readonly { query: string; variables?: Readonly<Record<string, object>> }[] = [
  {
    query: `mutation Register($account: RegisterInput!) {
  register(input: $account) {
    success
    msg
    error { code fields { field msg } retryAfter limit }
    result { id email firstName lastName }
  }
}
`,
    variables: { account: { ...account, firstName: 'Ada', lastName: 'Lovelace' } },
  },
  {
    query: `mutation Login($input: LoginInput!) {
  login(input: $input) {
    success
    msg
    error { code fields { field msg } retryAfter limit }
    result { jwt genTs user { id email firstName lastName lastLoginTs } }
  }
}
`,
    variables: { input: account },
  },
  {
    query: `# Needs the access token of Login.
query Me {
  me { id email firstName lastName }
}
`,
  },
];
