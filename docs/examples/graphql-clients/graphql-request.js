import { ClientError, GraphQLClient } from 'graphql-request';
import { authHeaders, isUnauthenticated, refreshAfter } from './session.js';

const client = new GraphQLClient('http://localhost:4000/graphql');

export async function request(document, variables) {
  const headers = authHeaders();
  try {
    return await client.request(document, variables, headers);
  } catch (error) {
    const isRejected = error instanceof ClientError && isUnauthenticated(error.response.errors);
    if (!isRejected || !(await refreshAfter(headers.Authorization))) throw error;
    return client.request(document, variables, authHeaders());
  }
}
