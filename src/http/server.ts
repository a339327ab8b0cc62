import http, { type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type ErrorCode, errorTable } from '../errors';
import { isAmbiguous } from './ambiguous-headers';

export interface DrainableServer extends Server {
  /** Takes no more connections, waits for what is in flight, and cuts what is left after `ms`. */
  drain(ms: number): Promise<void>;
}

/** What the HTTP parser itself refuses; there is no response object to render it with, and no door to choose. */
const malformed = JSON.stringify({
  success: false,
  msg: errorTable.MALFORMED_REQUEST.msg,
  code: 'MALFORMED_REQUEST' satisfies ErrorCode,
});

export function createServer(handler: RequestListener): DrainableServer {
  const settings = {
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    keepAliveTimeout: 65_000,
    // How often the first two are looked at.
    connectionsCheckingInterval: 1000,
    // Checked below, where the answer is ours.
    requireHostHeader: false,
  };
  const server = http.createServer(settings, (req, res) => {
    if (isAmbiguous(req)) return refuse(req.socket);
    handler(req, res);
  });
  server.on('clientError', (_error, socket) => refuse(socket));
  server.on('checkExpectation', (req) => refuse(req.socket));
  server.on('connect', (_req, socket) => refuse(socket));

  const silent = new Set<Socket>();
  server.on('connection', (socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  server.on('request', (req) => silent.delete(req.socket));
  return Object.assign(server, { drain: (ms: number) => drain(server, silent, ms) });
}

function refuse(socket: Duplex): void {
  if (!socket.writable) return void socket.destroy();
  const head = [
    'HTTP/1.1 400 Bad Request',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(malformed)}`,
    'Cache-Control: no-store',
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${malformed}`);
}

async function drain(server: Server, silent: ReadonlySet<Socket>, ms: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // Browsers open connections that they may never use.
  for (const socket of silent) socket.destroy();
  // A connection that is kept alive becomes idle after its last answer; nobody else would close it.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  const cut = setTimeout(() => server.closeAllConnections(), ms);
  await closed;
  clearInterval(sweep);
  clearTimeout(cut);
}
