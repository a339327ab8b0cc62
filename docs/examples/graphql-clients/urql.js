import { Client, fetchExchange } from '@urql/core';
import { authExchange } from '@urql/exchange-auth';
import { authHeaders, isUnauthenticated, refreshAfter } from './session.js';

const withRefresh = authExchange(async ({ appendHeaders }) => {
  let rejected;
  return {
    addAuthToOperation: (operation) => appendHeaders(operation, authHeaders()),
    didAuthError({ graphQLErrors }, { context }) {
      rejected = context.fetchOptions.headers.Authorization;
      return isUnauthenticated(graphQLErrors) && rejected !== undefined;
    },
    refreshAuth: () => refreshAfter(rejected),
  };
});

export const client = new Client({
  url: 'http://localhost:4000/graphql',
  exchanges: [withRefresh, fetchExchange],
});
