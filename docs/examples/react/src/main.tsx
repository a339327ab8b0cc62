import { ApolloProvider } from '@apollo/client/react';
import { GatehouseProvider } from '@gatehouse-auth/client/react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Account } from './account';
import { apollo, auth, Protected } from './protected';
import { SignIn } from './sign-in';

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <GatehouseProvider client={auth}>
      <ApolloProvider client={apollo}>
        <Protected signIn={<SignIn />}>
          <Account />
        </Protected>
      </ApolloProvider>
    </GatehouseProvider>
  </StrictMode>,
);
