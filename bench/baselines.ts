import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { ApolloServer } from '@apollo/server';
import { expressMiddleware } from '@as-integrations/express5';
import express from 'express';

/** The responses of the bare servers, which the parent process chooses. */
export interface Baseline {
  /** The head and body of /auth/verify. */
  verify: { headers: Record<string, string>; body: string };
  schema: string;
  /** The user of the query me. */
  me: Record<string, unknown>;
}

/** The child of tokens.ts: a bare Express route that sends the bytes of /auth/verify, and a bare Apollo Server. */
async function main(): Promise<void> {
  const [{ verify, schema, me }] = (await once(process, 'message')) as [Baseline];
  const app = express();
  app.get('/auth/verify', (_req, res) => {
    for (const [name, value] of Object.entries(verify.headers)) res.setHeader(name, value);
    res.send(verify.body);
  });
  const apollo = new ApolloServer({ typeDefs: schema, resolvers: { Query: { me: () => me } } });
  await apollo.start();
  app.use('/graphql', express.json(), expressMiddleware(apollo));
  const server = http.createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.send?.((server.address() as AddressInfo).port);
}

process.once('disconnect', () => process.exit());
void main();
