import { once } from 'node:events';
import net, { type Socket } from 'node:net';

export interface Answer {
  status: number;
  /** The status line and the headers. */
  head: string;
  body: Buffer;
}

/** Returns the bytes of a POST request with a JSON body, which can be sent many times. */
export function jsonPost(
  path: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
  method: 'POST' | 'PATCH' = 'POST',
): Buffer {
  const text = Buffer.from(JSON.stringify(body));
  const fields = { Host: '127.0.0.1', 'Content-Type': 'application/json', 'Content-Length': text.length, ...headers };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  return Buffer.concat([Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`), text]);
}

/** What a connection sends, over and over. */
export interface Sender {
  request(): Buffer;
  /** Takes what the next request needs of an answer. */
  answered?(body: Buffer): void;
}
export type Senders<Operation extends string> = Readonly<Record<Operation, Sender>>;

export const always = (request: Buffer): Sender => ({ request: () => request });

/**
 * A kept-alive HTTP/1.1 connection with one request at a time. The client does little work, because it shares the cores
 * with the server. A response without a Content-Length is an error.
 */
export class Connection {
  private received: Buffer = Buffer.alloc(0);
  private waiting: { resolve(answer: Answer): void; reject(error: Error): void } | undefined;

  private constructor(private readonly socket: Socket) {
    socket.setNoDelay(true);
    socket.setTimeout(30_000, () => this.waiting && socket.destroy());
    socket.on('data', (chunk) => this.read(chunk));
    socket.on('error', () => {});
    socket.on('close', () => this.waiting?.reject(new Error('the connection was closed')));
  }

  static async open(port: number): Promise<Connection> {
    const socket = net.connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return new Connection(socket);
  }

  send(request: Buffer): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.socket.destroyed) return reject(new Error('the connection is closed'));
      this.waiting = { resolve, reject };
      this.socket.write(request);
    });
  }

  close(): void {
    this.socket.destroy();
  }

  private read(chunk: Buffer): void {
    this.received = this.received.length === 0 ? chunk : Buffer.concat([this.received, chunk]);
    const headEnd = this.received.indexOf('\r\n\r\n');
    if (headEnd < 0) return;
    const head = this.received.toString('latin1', 0, headEnd);
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
    if (length === undefined) return void this.socket.destroy();
    const end = headEnd + 4 + Number(length);
    if (this.received.length < end) return;
    const body = this.received.subarray(headEnd + 4, end);
    this.received = Buffer.alloc(0);
    this.waiting?.resolve({ status: Number(head.slice(9, 12)), head, body });
    this.waiting = undefined;
  }
}
