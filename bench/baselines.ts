import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { ApolloServer } from '@apollo/server';
import { expressMiddleware } from '@as-integrations/express5';
import express from 'express';

/** The responses of the bare servers. The parent process sends them as an argument. */
export interface Baseline {
  /** The path of a GET request, and the headers and body of its response. */
  get: { path: string; headers: Record<string, string>; body: string };
  schema: string;
  /** The user that the query `me` returns. */
  me: Record<string, unknown>;
}

/** A child process of tokens.ts and me.ts: a bare Express route that sends the same bytes, and a bare Apollo Server. */
async function main(): Promise<void> {
  const [{ get, schema, me }] = (await once(process, 'message')) as [Baseline];
  const app = express();
  // Gatehouse does not send these headers either.
  app.disable('x-powered-by');
  app.disable('etag');
  app.get(get.path, (_req, res) => {
    for (const [name, value] of Object.entries(get.headers)) res.setHeader(name, value);
    res.send(get.body);
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
