import http, { type RequestListener, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ErrorCode, errorTable } from '../errors';

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
  const server = http.createServer(
    { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 65_000 },
    handler,
  );
  server.on('clientError', (_error, socket: Duplex) => {
    if (!socket.writable) return void socket.destroy();
    const head = [
      'HTTP/1.1 400 Bad Request',
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(malformed)}`,
      'Cache-Control: no-store',
      'Connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${malformed}`);
  });
  return Object.assign(server, { drain: (ms: number) => drain(server, ms) });
}

async function drain(server: Server, ms: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A connection that is kept alive becomes idle after its last answer; nobody else would close it.
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  const cut = setTimeout(() => server.closeAllConnections(), ms);
  await closed;
  clearInterval(sweep);
  clearTimeout(cut);
}
