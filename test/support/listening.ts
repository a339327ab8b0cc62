import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Starts a server of a test on this machine. Returns its URL. Node closes an idle connection after 5 s, and a client that
 * uses it at this moment gets a reset: on a busy machine, that happens between two requests of a test.
 */
export async function listening(server: Server, port = 0): Promise<string> {
  server.keepAliveTimeout = 65_000;
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
