import http, { type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { isAmbiguous } from './ambiguous-headers';
import { Connection } from './connection';
import { ConnectionsPerAddress } from './connections-per-address';
import type { ConnectionLimit } from './dropped-connections';
import type { Messages } from './express-messages';
import { type HttpLimits, httpLimits } from './http-limits';
import { readRequestLine } from './request-line';

export interface DrainableServer extends Server {
  /**
   * Ends each connection with its next response, so that a proxy sends no request on a connection that is being closed.
   * After `servingMs`, accepts no new connections, and waits for the requests in flight. After `ms` more, closes the
   * remaining connections.
   */
  drain(ms: number, servingMs?: number): Promise<void>;
}

interface ServerNeeds {
  /** The classes of requests and responses, if they are not Node's own. */
  messages?: Messages;
  /** Further connections are closed. */
  maxConnections: number;
  /** Null for no limit. */
  maxConnectionsPerAddress?: number | null;
  /** Networks without a limit per address. */
  trustedNetworks?: readonly string[];
  onDropped?: (limit: ConnectionLimit, ip: string | null) => void;
}

export function createServer(
  handler: RequestListener,
  {
    maxConnections,
    maxConnectionsPerAddress = null,
    trustedNetworks = [],
    onDropped,
    messages = {},
    ...changed
  }: ServerNeeds & Partial<HttpLimits>,
): DrainableServer {
  const limits: HttpLimits = { ...httpLimits, ...changed };
  const settings = {
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    connectionsCheckingInterval: limits.checkMs,
    maxHeaderSize: limits.headerBytes,
    // `isAmbiguous` checks the header instead, so that the response has the envelope.
    requireHostHeader: false,
    IncomingMessage: messages.IncomingMessage,
    ServerResponse: messages.ServerResponse,
  };
  const backlog = { size: 0 };
  const connections = new WeakMap<Duplex, Connection>();
  const isWellFormed = (req: IncomingMessage) =>
    req.rawHeaders.length / 2 <= limits.headers && !isAmbiguous(req) && readRequestLine(req);
  let isDraining = false;
  const server = http.createServer(settings, (req, res) => {
    if (isDraining) res.setHeader('Connection', 'close');
    connections.get(req.socket)?.receive(res, isWellFormed(req));
  });
  server.maxConnections = maxConnections;
  // Otherwise Node silently ignores headers beyond its own maximum.
  server.maxHeadersCount = 0;
  // For clients that do not read the response. Node destroys the socket, because there is no listener for the timeout.
  server.timeout = limits.silenceMs;
  const silent = new Set<Socket>();
  const perAddress = new ConnectionsPerAddress(maxConnectionsPerAddress, trustedNetworks);
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
  return Object.assign(server, {
    async drain(ms: number, servingMs = 0) {
      isDraining = true;
      await new Promise((resolve) => setTimeout(resolve, servingMs));
      await acceptWaiting();
      await close(server, silent, ms);
    },
  });
}

/**
 * Waits for a turn of the event loop that has nothing to do, or for a hundred turns. The operating system resets the
 * connections that wait for `accept` when the listener closes, and a proxy does not repeat a POST that it sent on one of them.
 * Each turn begins after a sleep, because the system interrupts a process less soon after one: on busy cores, closing without
 * sleeps reset 85 connections in 300 stops, and with them none.
 */
async function acceptWaiting(): Promise<void> {
  for (let turns = 0; turns < 100; turns += 1) {
    await delay(5);
    const began = performance.now();
    await new Promise(setImmediate);
    if (performance.now() - began < 0.05) return;
  }
}

/** No document says one. How long a connection without a request is open after the server has stopped to accept connections. */
const silentMs = 500;

async function close(server: Server, silent: ReadonlySet<Socket>, ms: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // The request of a proxy may be on its way. But browsers open connections that they may never use.
  const silence = setTimeout(async () => {
    // If the process had to wait for the CPU, requests have arrived that it has not read.
    await new Promise(setImmediate);
    for (const socket of silent) socket.destroy();
  }, silentMs);
  // A keep-alive connection becomes idle after its last response, and nothing else closes it.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  const timer = setTimeout(() => server.closeAllConnections(), ms);
  await closed;
  clearInterval(sweep);
  for (const one of [silence, timer]) clearTimeout(one);
}
