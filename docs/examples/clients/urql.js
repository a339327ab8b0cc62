import { Client, fetchExchange } from '@urql/core';
import { auth } from './auth.js';

export const client = new Client({
  url: 'http://localhost:4000/graphql',
  fetch: auth.fetch,
  exchanges: [fetchExchange],
});
