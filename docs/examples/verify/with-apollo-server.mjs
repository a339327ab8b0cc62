import { ApolloServer } from '@apollo/server';
import { startStandaloneServer } from '@apollo/server/standalone';
import { AuthError, createVerifier } from '@gatehouse-auth/client/verify';
import { GraphQLError } from 'graphql';

const gatehouse = 'http://localhost:4000';
const verify = createVerifier({ issuer: gatehouse, audience: gatehouse });

function rejected(error) {
  if (!(error instanceof AuthError)) throw error;
  const http = { status: error.status, headers: new Map(Object.entries(error.headers)) };
  throw new GraphQLError(error.message, { extensions: { code: error.code, http } });
}

const server = new ApolloServer({
  typeDefs: 'type Query { user: ID! }',
  resolvers: { Query: { user: (_parent, _input, { auth }) => auth.sub } },
});
await startStandaloneServer(server, {
  context: async ({ req }) => ({ auth: await verify(req.headers).catch(rejected) }),
  listen: { port: 3003 },
});
