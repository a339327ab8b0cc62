import { ApolloClient, HttpLink, InMemoryCache } from '@apollo/client';
import { createClient } from '@gatehouse-auth/client';
import { useAuth } from '@gatehouse-auth/client/react';
import type { ReactNode } from 'react';

export const auth = createClient({ url: GATEHOUSE_URL });
export const apollo = new ApolloClient({
  link: new HttpLink({ uri: `${GATEHOUSE_URL}/graphql`, fetch: auth.fetch }),
  cache: new InMemoryCache(),
});
// The next person must not see what the cache has of this one.
auth.subscribe(({ status }) => status === 'signedIn' || apollo.clearStore());

/** Shows `children` to a person who is signed in, and `signIn` to others. */
export function Protected({ signIn, children }: { signIn: ReactNode; children: ReactNode }) {
  const { status } = useAuth();
  if (status === 'loading') return <p>Waiting for the service …</p>;
  return status === 'signedIn' ? children : signIn;
}
