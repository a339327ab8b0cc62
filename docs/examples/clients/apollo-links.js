import { createHash } from 'node:crypto';
import { HttpLink } from '@apollo/client';
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries';
import { auth } from './auth.js';

const { fetch } = auth;
const uri = 'http://localhost:4000/graphql';
// In a browser, use the package crypto-hash.
const sha256 = (text) => createHash('sha256').update(text).digest('hex');

export const links = {
  'queries with GET': new HttpLink({ uri, fetch, useGETForQueries: true }),
  'persisted queries': new PersistedQueryLink({ sha256 }).concat(new HttpLink({ uri, fetch })),
  'persisted queries with GET': new PersistedQueryLink({ sha256, useGETForHashedQueries: true }).concat(
    new HttpLink({ uri, fetch }),
  ),
};
