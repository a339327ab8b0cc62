import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type ErrorCode, errorTable } from '../errors/error-table';

// Node starts a handler for each pipelined request as fast as it parses them: 20 000 of them stopped the event loop for 2.5 s, and
// a rejection overtook the answers before it. So a connection has one request at a time.

/** The response to a request that waits, or the rejection that ends the connection. */
type Waiting = ServerResponse | typeof rejection;

const rejection = Symbol('rejection');

/** No document says one. How often the bytes of a connection that lingers are counted, in ms. */
const watchMs = 50;

/** The number of waiting requests on all connections. */
interface Backlog {
  size: number;
}

/** The body of a rejection. No API can render this error, because no request exists. */
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
 * Handles the requests of a connection one at a time, in their order. While a request waits, nothing more is read. Node would
 * start a handler for each pipelined request as it arrives: 20 000 of them stopped the event loop for 2.5 s.
 * Requests after a rejected request are not executed. The rejection is sent after the earlier responses.
 */
export class Connection {
  private readonly waiting: Waiting[] = [];
  /** The number of requests after a rejected request. Node keeps them until the connection closes. */
  private ignored = 0;
  private answering: ServerResponse | null = null;
  /** The response to the request whose headers arrived last. */
  private latest: ServerResponse | null = null;
  private isRejected = false;

  constructor(
    private readonly socket: Socket,
    private readonly handler: RequestListener,
    private readonly limits: { lingerMs: number; lingerBytes: number; waitingRequests: number },
    private readonly backlog: Backlog,
  ) {
    // Node removes its own listener for CONNECT requests. Without a listener, a reset would end the process.
    socket.on('error', () => {});
    // Node resumes reading after each request, also while other requests wait.
    socket.on('resume', () => {
      if (this.waiting.length > 0) socket.pause();
    });
    // Node calls it after the last response. With unread input, the system would reset the connection, and drop the response.
    const destroySoon = socket.destroySoon.bind(socket);
    socket.destroySoon = () => {
      if (this.latest?.req.complete === false) this.linger();
      else destroySoon();
    };
    socket.once('close', () => {
      backlog.size -= this.waiting.length + this.ignored;
      this.waiting.length = 0;
    });
  }

  /** Called when the headers of a request have arrived. */
  receive(res: ServerResponse, isWellFormed: boolean): void {
    if (this.socket.destroyed) return;
    // If the socket is not writable, the previous response was the last response.
    if (this.isRejected || !this.socket.writable) this.ignore();
    else if (!isWellFormed) this.reject();
    else if (this.answering || this.waiting.length > 0) this.wait(res);
    else this.begin(res);
    this.latest = res;
  }

  /** Sends status 400 after the earlier responses, and closes the connection. */
  reject(): void {
    if (this.isRejected) return;
    this.isRejected = true;
    this.wait(rejection);
    // Not immediately, because the parser may still be reading the rest of the input.
    if (!this.answering && this.waiting.length === 1) setImmediate(this.next);
  }

  /** Called when the parser cannot read the input, or when the input does not arrive in time. */
  fail(): void {
    const { latest } = this;
    if (this.isRejected) return;
    // Browsers connect before they need it. One that sends its first request now would take a rejection for the answer to it. It
    // repeats the request if the connection closes without an answer (RFC 9112, section 9.3.1).
    if (this.socket.bytesRead === 0) {
      this.socket.destroy();
      return;
    }
    if (!latest || latest.req.complete) {
      this.reject();
      return;
    }
    // The error is in the body of the latest request.
    this.isRejected = true;
    if (this.waiting.at(-1) === latest) this.waiting[this.waiting.length - 1] = rejection;
    // The client would read the rejection as part of the started response, or as the next response.
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
    res.on('finish', () => this.limitRest(res.req));
    // Node stops reading at an upgrade and drops the input after it, so later requests cannot be answered.
    if (res.req.headers.upgrade !== undefined) res.setHeader('Connection', 'close');
    this.handler(res.req, res);
  }

  private readonly release = (): void => {
    this.answering = null;
    // In the next turn of the event loop, so that other connections are served in between.
    if (this.waiting.length > 0) setImmediate(this.next);
  };

  private readonly next = (): void => {
    // If the socket is not writable, the previous response was the last one, or the client has disconnected.
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
    this.linger(`${rejectionHead}\r\n\r\n${malformed}`);
  }

  /** After a response before the end of the body, Node drops the rest. The client is to have read the response until then. */
  private limitRest(req: IncomingMessage): void {
    if (req.complete) return;
    const stop = this.limitInput();
    req.once('end', stop);
  }

  /** Ends the connection, and drops what still comes, until the client has read the response (RFC 9112, section 9.6). */
  private linger(last?: string): void {
    const { socket } = this;
    if (last === undefined) socket.end();
    else socket.end(last);
    this.discardInput();
    this.limitInput();
  }

  /** Destroys the connection after a time or a number of bytes, unless the function is called that it returns. */
  private limitInput(): () => void {
    const { socket, limits } = this;
    const most = socket.bytesRead + limits.lingerBytes;
    const destroy = () => socket.destroy();
    const timer = setTimeout(destroy, limits.lingerMs);
    const watch = setInterval(() => socket.bytesRead > most && destroy(), watchMs);
    const stop = () => {
      clearTimeout(timer);
      clearInterval(watch);
      socket.off('close', stop);
    };
    socket.once('close', stop);
    return stop;
  }

  /**
   * Reads and drops the rest of the input. If the socket closed with unread input, the system would drop the rejection,
   * too. Reading is also necessary to notice that the client closes or resets the connection.
   */
  private discardInput(): void {
    const { socket } = this;
    const detach = () => {
      socket.removeAllListeners('data');
      socket.on('data', () => {});
    };
    // Until this event, Node's parser has the socket. Only Node's own listener of "resume" makes the socket read again.
    if (socket.isPaused()) socket.once('resume', detach);
    else detach();
    socket.resume();
  }
}
