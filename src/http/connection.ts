import type { RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type ErrorCode, errorTable } from '../errors';

/** What waits for its turn on a connection: a request, by its answer, or the rejection that ends the connection. */
type Waiting = ServerResponse | typeof rejection;

const rejection = Symbol('rejection');

/** How many requests wait on all connections together. */
export interface Backlog {
  size: number;
}

/** There is no answer to render it with, and no API to choose. */
const malformed = JSON.stringify({
  success: false,
  msg: errorTable.MALFORMED_REQUEST.msg,
  code: 'MALFORMED_REQUEST' satisfies ErrorCode,
});
const rejectionHead = [
  'HTTP/1.1 400 Bad Request',
  'Content-Type: application/json; charset=utf-8',
  `Content-Length: ${Buffer.byteLength(malformed)}`,
  'Cache-Control: no-store',
  'Connection: close',
].join('\r\n');

/**
 * Handles the requests of a connection one at a time, in the order in which they arrive. While one waits, nothing more
 * is read. Nothing behind a rejected request is executed, and its rejection comes after the answers before it.
 */
export class Connection {
  private readonly waiting: Waiting[] = [];
  /** What arrived behind a rejected request. Node keeps it until the connection is closed. */
  private ignored = 0;
  /** The request at work. */
  private answering: ServerResponse | null = null;
  /** The one whose headers arrived last. */
  private latest: ServerResponse | null = null;
  private isRejected = false;

  constructor(
    private readonly socket: Socket,
    private readonly handler: RequestListener,
    private readonly limits: { lingerMs: number; waitingRequests: number },
    private readonly backlog: Backlog,
  ) {
    // Node removes its own with CONNECT. Without one, a reset would end the process.
    socket.on('error', () => {});
    // Node goes on reading after each request that it has read.
    socket.on('resume', () => {
      if (this.waiting.length > 0) socket.pause();
    });
    socket.once('close', () => {
      backlog.size -= this.waiting.length + this.ignored;
      this.waiting.length = 0;
    });
  }

  /** A request whose headers have arrived. */
  receive(res: ServerResponse, isWellFormed: boolean): void {
    if (this.socket.destroyed) return;
    // Not writable: the answer before was the last one.
    if (this.isRejected || !this.socket.writable) this.ignore();
    else if (!isWellFormed) this.reject();
    else if (this.answering || this.waiting.length > 0) this.wait(res);
    else this.begin(res);
    this.latest = res;
  }

  /** Answers with 400 when it is its turn, and closes the connection. */
  reject(): void {
    if (this.isRejected) return;
    this.isRejected = true;
    this.wait(rejection);
    // Not at once: the parser may be at work on what stands behind.
    if (!this.answering && this.waiting.length === 1) setImmediate(this.next);
  }

  /** The parser could not read what arrived, or it did not arrive in time. */
  fail(): void {
    const { latest } = this;
    if (this.isRejected) return;
    if (!latest || latest.req.complete) {
      this.reject();
      return;
    }
    // It is the body of the latest request.
    this.isRejected = true;
    if (this.waiting.at(-1) === latest) this.waiting[this.waiting.length - 1] = rejection;
    // In or after an answer that has begun, the rejection would be taken for a part of it, or for the next one.
    else if (latest.headersSent) this.socket.destroy();
    else this.writeRejection();
  }

  private wait(next: Waiting): void {
    this.waiting.push(next);
    this.socket.pause();
    this.countOne();
  }

  private ignore(): void {
    this.ignored += 1;
    this.countOne();
  }

  private countOne(): void {
    this.backlog.size += 1;
    if (this.backlog.size > this.limits.waitingRequests) this.socket.destroy();
  }

  private begin(res: ServerResponse): void {
    this.answering = res;
    res.on('close', this.release);
    // Node stops reading there, and loses what came with it: nothing can be read behind it.
    if (res.req.headers.upgrade !== undefined) res.setHeader('Connection', 'close');
    this.handler(res.req, res);
  }

  private readonly release = (): void => {
    this.answering = null;
    // In another turn of the event loop, which serves the other connections meanwhile.
    if (this.waiting.length > 0) setImmediate(this.next);
  };

  private readonly next = (): void => {
    // Not if the answer before was the last one, or the client has gone.
    if (this.waiting.length === 0 || !this.socket.writable) return;
    const next = this.waiting.shift();
    this.backlog.size -= 1;
    if (next === rejection) this.writeRejection();
    else if (next) this.begin(next);
    if (this.waiting.length === 0) this.socket.resume();
  };

  private writeRejection(): void {
    const { socket } = this;
    if (!socket.writable) {
      socket.destroy();
      return;
    }
    socket.end(`${rejectionHead}\r\n\r\n${malformed}`);
    // What still comes is thrown away, not parsed: closed with it, the system would throw the rejection away.
    socket.removeAllListeners('data');
    socket.on('data', () => {});
    socket.resume();
    const cut = setTimeout(() => socket.destroy(), this.limits.lingerMs);
    socket.once('close', () => clearTimeout(cut));
  }
}
