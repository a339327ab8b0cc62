import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { messagesOf } from '../../src/platform/http/express-messages';
import { createServer } from '../../src/platform/http/server';

test('Express finds its prototypes on requests and responses, and changes none', async () => {
  const app = express();
  const messages = messagesOf(app);
  const seen: string[] = [];
  app.use((req, res) => {
    seen.push(`${req.path} from ${req.ip}`);
    res.status(201).json({ host: req.get('Host') !== undefined });
  });
  const prototypes: object[][] = [];
  const prototypesOf = (...messages: object[]) => messages.map((message) => Object.getPrototypeOf(message));
  const server = createServer(
    (req, res) => {
      prototypes.push(prototypesOf(req, res));
      app(req, res);
      prototypes.push(prototypesOf(req, res));
    },
    { maxConnections: 10, messages },
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/here?x`);
  expect([answer.status, await answer.json()]).toEqual([201, { host: true }]);
  expect(seen).toEqual(['/here from 127.0.0.1']);
  expect(prototypes).toEqual([
    [app.request, app.response],
    [app.request, app.response],
  ]);
  expect(prototypes[0]?.[0]).toBe(prototypes[1]?.[0]);
  expect(prototypes[0]?.[1]).toBe(prototypes[1]?.[1]);
  server.close();
  server.closeAllConnections();
});
