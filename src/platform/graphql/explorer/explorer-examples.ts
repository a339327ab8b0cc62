/** The operations that both explorers offer. The account is the one of the documentation. */
const account = { email: 'ada@example.com', password: 'correct horse battery' };

export const registerExample = {
  query: `mutation Register($input: RegisterInput!) {
  register(input: $input) {
    success
    msg
    error { code fields { field msg } retryAfter limit }
    result { id email firstName lastName }
  }
}
`,
  variables: { input: { ...account, firstName: 'Ada', lastName: 'Lovelace' } },
};

export const loginExample = {
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
};

export const meExample = {
  query: `# After Login, requests carry its access token.
query Me {
  me { id email firstName lastName }
}
`,
};
