import { GraphQLClient } from 'graphql-request';
import { auth } from './auth.js';

export const client = new GraphQLClient('http://localhost:4000/graphql', { fetch: auth.fetch });
