import { ApolloClient, HttpLink, InMemoryCache } from '@apollo/client';
import { auth } from './auth.js';

export const createClient = (link) => new ApolloClient({ link, cache: new InMemoryCache() });

export const client = createClient(new HttpLink({ uri: 'http://localhost:4000/graphql', fetch: auth.fetch }));
