import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Bench } from './support';

/** Answers each webhook with 204, in this process, and counts them. */
export interface WebhookReceiver {
  /** For the server that sends to it. */
  env: Record<string, string>;
  received(): number;
  /** Creates an endpoint of a server with these settings, and waits until the server sends events to it. */
  addEndpoint(settings: Readonly<Record<string, string>>, type: string): Promise<void>;
}

const gatehouse = path.join(__dirname, '../dist/cli/main.js');

export async function startWebhookReceiver(bench: Bench): Promise<WebhookReceiver> {
  let received = 0;
  const server = createServer((req, res) => {
    req.resume().on('end', () => {
      received += 1;
      res.writeHead(204).end();
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  bench.defer(async () => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const env = { WEBHOOK_NETWORKS: '127.0.0.0/8' };
  return {
    env,
    received: () => received,
    async addEndpoint(settings, type) {
      const run = async (...args: string[]) => {
        const options = { env: { ...process.env, ...settings, ...env } };
        const { stdout } = await promisify(execFile)(
          process.execPath,
          [gatehouse, 'webhooks', ...args, '--json'],
          options,
        );
        return JSON.parse(stdout);
      };
      const { endpoint } = await run('create', '--url', url, '--type', type);
      const before = received;
      // A server that delivers has learned of the endpoint, so it writes its events, too.
      await run('test', endpoint.id);
      while (received === before) await delay(10);
    },
  };
}
