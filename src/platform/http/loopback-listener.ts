import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Log } from '../observability/log';
import { createServer, type DrainableServer } from './server';

/** No document says one. Only programs of this machine connect. */
const mostConnections = 50;

/** The port that is tried first. `0` is a free one. */
interface Wanted {
  port: number;
  /** The setting of the port, for the log. */
  setting: string;
}

/**
 * Serves the requests of programs on this machine, on a port of its own. A proxy or a tunnel on this machine leads to the
 * port of the server, and may say nothing about its clients. It does not lead here.
 */
export class LoopbackListener {
  private server: Promise<DrainableServer> | null = null;
  private port: number | null = null;

  constructor(
    private readonly handler: RequestListener,
    private readonly wanted: Wanted,
    private readonly log: Pick<Log, 'warn'>,
  ) {}

  /**
   * Returns the origin for clients on this machine, or on a machine that forwards the port. The first call opens the port.
   * The host is not `localhost`: then the cookies of the server's pages would be sent here, too, and what is shown here
   * would be on the same site as these pages.
   */
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

  private async open(): Promise<DrainableServer> {
    const server = createServer(this.handler, { maxConnections: mostConnections });
    const listenOn = async (port: number) => {
      await once(server.listen(port, '127.0.0.1'), 'listening');
      this.port = (server.address() as AddressInfo).port;
    };
    await listenOn(this.wanted.port).catch(async ({ code }: NodeJS.ErrnoException) => {
      await listenOn(0);
      const { port, setting } = this.wanted;
      this.log.warn({ port: this.port, code }, `${setting} ${port} cannot be opened: a free port is used instead`);
    });
    return server;
  }
}
