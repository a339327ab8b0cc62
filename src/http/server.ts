import http, { type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type ErrorCode, errorTable } from '../errors';
import { isAmbiguous } from './ambiguous-headers';
import { type HttpLimits, httpLimits } from './http-limits';

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

/** `maxConnections`: how many clients may be connected at a time; the next ones are cut off. */
export function createServer(
  handler: RequestListener,
  { maxConnections, ...changed }: { maxConnections: number } & Partial<HttpLimits>,
): DrainableServer {
  const limits: HttpLimits = { ...httpLimits, ...changed };
  const settings = {
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    connectionsCheckingInterval: limits.checkMs,
    maxHeaderSize: limits.headerBytes,
    // Checked below, where the answer is ours.
    requireHostHeader: false,
  };
  const answers = new WeakMap<Duplex, ServerResponse>();
  const server = http.createServer(settings, (req, res) => {
    answers.set(req.socket, res);
    if (req.rawHeaders.length / 2 > limits.headers || isAmbiguous(req)) return refuse(req.socket, limits.lingerMs);
    handler(req, res);
  });
  server.maxConnections = maxConnections;
  // Node would leave out what is above its own number, without a word.
  server.maxHeadersCount = 0;
  // For who does not read what it is sent. Without a listener, Node destroys the socket.
  server.timeout = limits.silenceMs;
  server.on('clientError', (_error, socket) => {
    const answer = answers.get(socket);
    const isDone = answer?.writableFinished && answer.req.complete;
    // A refusal in or after an answer that has begun would be taken for a part of it, or for the next one.
    if (answer?.headersSent && !isDone) socket.destroy();
    else refuse(socket, limits.lingerMs);
  });
  server.on('checkExpectation', (req) => refuse(req.socket, limits.lingerMs));
  server.on('connect', (_req, socket) => refuse(socket, limits.lingerMs));

  const silent = new Set<Socket>();
  server.on('connection', (socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  server.on('request', (req) => silent.delete(req.socket));
  return Object.assign(server, { drain: (ms: number) => drain(server, silent, ms) });
}

function refuse(socket: Duplex, lingerMs: number): void {
  if (!socket.writable) return void socket.destroy();
  const head = [
    'HTTP/1.1 400 Bad Request',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(malformed)}`,
    'Cache-Control: no-store',
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${malformed}`);
  // Not at once, or what is still being sent would make the client's system throw the answer away.
  const cut = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(cut));
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
