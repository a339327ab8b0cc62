import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createServer } from './server';

const mostConnections = 50;

/**
 * Serves the requests of programs on this machine, on a port of its own. A proxy or a tunnel on this machine leads to the
 * port of the server, and may say nothing about its clients. It does not lead here.
 */
export class LoopbackListener {
  private server: Promise<Server> | null = null;
  private port: number | null = null;

  constructor(private readonly handler: RequestListener) {}

  /** Returns the origin for clients on this machine. The first call opens the port. */
  async origin(): Promise<string> {
    this.server ??= this.open();
    await this.server;
    return `http://127.0.0.1:${this.port}`;
  }

  hasReceived({ localPort }: Pick<Socket, 'localPort'>): boolean {
    return this.port !== null && localPort === this.port;
  }

  async close(): Promise<void> {
    const server = await this.server;
    server?.close();
    server?.closeAllConnections();
  }

  private async open(): Promise<Server> {
    const server = createServer(this.handler, { maxConnections: mostConnections });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    this.port = (server.address() as AddressInfo).port;
    return server;
  }
}
