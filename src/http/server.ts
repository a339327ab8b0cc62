import http, { type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { isAmbiguous } from './ambiguous-headers';
import { Connection } from './connection';
import { ConnectionsPerAddress } from './connections-per-address';
import type { ConnectionLimit } from './dropped-connections';
import { type HttpLimits, httpLimits } from './http-limits';
import { isRequestLineServed } from './request-line';

export interface DrainableServer extends Server {
  /** Accepts no more connections, waits for requests in flight, and closes the remaining connections after `ms`. */
  drain(ms: number): Promise<void>;
}

interface ConnectionLimits {
  /** The maximum number of connections; further ones are closed. */
  maxConnections: number;
  /** The maximum number of connections of one address. */
  maxConnectionsPerAddress?: number | null;
  /** Called with each connection that was closed because of a limit. */
  onDropped?: (limit: ConnectionLimit, ip: string | null) => void;
}

export function createServer(
  handler: RequestListener,
  { maxConnections, maxConnectionsPerAddress = null, onDropped, ...changed }: ConnectionLimits & Partial<HttpLimits>,
): DrainableServer {
  const limits: HttpLimits = { ...httpLimits, ...changed };
  const settings = {
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    connectionsCheckingInterval: limits.checkMs,
    maxHeaderSize: limits.headerBytes,
    // Checked by isAmbiguous, so that the response is an envelope.
    requireHostHeader: false,
  };
  const backlog = { size: 0 };
  const connections = new WeakMap<Duplex, Connection>();
  const isWellFormed = (req: IncomingMessage) =>
    req.rawHeaders.length / 2 <= limits.headers && isRequestLineServed(req) && !isAmbiguous(req);
  const server = http.createServer(settings, (req, res) =>
    connections.get(req.socket)?.receive(res, isWellFormed(req)),
  );
  server.maxConnections = maxConnections;
  // Without this, Node silently ignores headers beyond its own maximum.
  server.maxHeadersCount = 0;
  // For clients that do not read the response. Without a listener, Node destroys the socket.
  server.timeout = limits.silenceMs;
  const silent = new Set<Socket>();
  const perAddress = new ConnectionsPerAddress(maxConnectionsPerAddress);
  server.on('drop', (dropped) => onDropped?.('MAX_CONNECTIONS', dropped?.remoteAddress ?? null));
  server.on('connection', (socket) => {
    if (!perAddress.accept(socket)) {
      onDropped?.('MAX_CONNECTIONS_PER_ADDRESS', socket.remoteAddress ?? null);
      socket.destroy();
      return;
    }
    connections.set(socket, new Connection(socket, handler, limits, backlog));
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  server.on('request', (req) => silent.delete(req.socket));
  server.on('checkExpectation', (_req, res) => connections.get(res.req.socket)?.receive(res, false));
  server.on('clientError', (_error, socket) => connections.get(socket)?.fail());
  server.on('connect', (_req, socket) => connections.get(socket)?.reject());
  return Object.assign(server, { drain: (ms: number) => drain(server, silent, ms) });
}

async function drain(server: Server, silent: ReadonlySet<Socket>, ms: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // Browsers open connections that they may never use.
  for (const socket of silent) socket.destroy();
  // A kept-alive connection becomes idle after its last response, and nothing else closes it.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  const timer = setTimeout(() => server.closeAllConnections(), ms);
  await closed;
  clearInterval(sweep);
  clearTimeout(timer);
}
