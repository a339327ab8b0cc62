import { ApolloClient, ApolloLink, CombinedGraphQLErrors, HttpLink, InMemoryCache } from '@apollo/client';
import { SetContextLink } from '@apollo/client/link/context';
import { ErrorLink } from '@apollo/client/link/error';
import { from, of, switchMap } from 'rxjs';
import { authHeaders, isUnauthenticated, refreshAfter } from './session.js';

const withToken = new SetContextLink(({ headers }) => ({ headers: { ...headers, ...authHeaders() } }));

const withRefresh = new ErrorLink(({ error, result, operation, forward }) => {
  if (!CombinedGraphQLErrors.is(error) || !isUnauthenticated(error.errors)) return;
  const { headers } = operation.getContext();
  return from(refreshAfter(headers.Authorization)).pipe(
    switchMap((isRefreshed) => (isRefreshed ? forward(operation) : of(result))),
  );
});

export const createClient = (link) =>
  new ApolloClient({ link: ApolloLink.from([withRefresh, withToken, link]), cache: new InMemoryCache() });

export const client = createClient(new HttpLink({ uri: 'http://localhost:4000/graphql' }));
