import { lstatSync, statSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { deserialize, serialize } from 'node:v8';
import {
  type CommandReply,
  type CommandRequest,
  fromSentError,
  mostHelloBytes,
  ownHello,
  type Welcome,
} from './command-protocol';
import { commandSocketName, openCommandSocketPath } from './command-socket-path';
import { FrameReader, mostFrameBytes, toFrame } from './frames';

/** Milliseconds. A migration may take minutes, and a query waits for the transactions of the server. */
const timeouts = { hello: 5000, reply: 30_000, script: 3_600_000 } as const;

/** The connection to the server was lost. `code` names a text in `database-error.ts`. */
class LostServerError extends Error {
  constructor(readonly code: 'SERVER_STOPPED' | 'SERVER_SILENT') {
    super(code);
  }
}

interface Pending {
  settle(frame: Buffer): void;
  fail(error: Error): void;
  timer: NodeJS.Timeout;
}

/** The connection of a command to the running server. */
export class ServerConnection {
  private readonly reader = new FrameReader(mostHelloBytes);
  /** In the order of the requests, which is the order of the replies. */
  private readonly pending: Pending[] = [];
  private lost: Error | null = null;

  constructor(private readonly socket: Socket) {
    socket.on('data', (chunk) => this.receive(chunk));
    socket.on('error', () => {});
    socket.on('close', () => this.fail(new LostServerError('SERVER_STOPPED')));
  }

  /** @throws Error if the server rejects the command, with its reason */
  async introduce(): Promise<void> {
    const bytes = await this.exchange(Buffer.from(JSON.stringify(ownHello())), timeouts.hello);
    const { rejected } = JSON.parse(bytes.toString('utf8')) as Welcome;
    if (rejected !== null) throw new Error(rejected);
    this.reader.allow(mostFrameBytes);
  }

  /** @throws the error of the database; LostServerError */
  async request(request: CommandRequest): Promise<unknown> {
    const ms = request.op === 'script' ? timeouts.script : timeouts.reply;
    const reply = deserialize(await this.exchange(serialize(request), ms)) as CommandReply;
    if ('error' in reply) throw fromSentError(reply.error);
    return reply.result;
  }

  close(): void {
    this.socket.destroy();
  }

  private exchange(bytes: Buffer, ms: number): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      if (this.lost) {
        reject(this.lost);
        return;
      }
      const frame = toFrame(bytes);
      const timer = setTimeout(() => this.fail(new LostServerError('SERVER_SILENT')), ms);
      this.pending.push({ settle: resolve, fail: reject, timer });
      this.socket.write(frame);
    });
  }

  private receive(chunk: Buffer): void {
    try {
      for (const frame of this.reader.push(chunk)) {
        const next = this.pending.shift();
        clearTimeout(next?.timer);
        next?.settle(frame);
      }
    } catch (error) {
      this.fail(error instanceof Error ? error : new LostServerError('SERVER_STOPPED'));
    }
  }

  private fail(error: Error): void {
    this.lost ??= error;
    this.socket.destroy();
    for (const { fail, timer } of this.pending.splice(0)) {
      clearTimeout(timer);
      fail(this.lost);
    }
  }
}

/**
 * Connects to the server that uses the data folder. Returns null if no process listens there: for example, the server is
 * starting or stopping, or the process is another command.
 * @throws NoSocketError; Error if the server rejects the command or does not answer
 */
export async function connectToServer(dataDir: string): Promise<ServerConnection | null> {
  const socketPath = openCommandSocketPath(dataDir);
  try {
    if (!isOwnSocket(dataDir, socketPath.path)) return null;
    const socket = await connected(socketPath.path);
    if (!socket) return null;
    const connection = new ServerConnection(socket);
    try {
      await connection.introduce();
      return connection;
    } catch (error) {
      connection.close();
      // The server has accepted the connection and is stopping.
      if (error instanceof LostServerError && error.code === 'SERVER_STOPPED') return null;
      throw error instanceof LostServerError ? silent(dataDir) : error;
    }
  } finally {
    socketPath.close();
  }
}

/**
 * Returns false if there is no socket. Another user could have left a socket in a folder that was once open to others, and
 * would get the password hashes and the statements of the command.
 * @throws Error if the owner of the folder has not made the socket, or if others can use it
 */
function isOwnSocket(dataDir: string, socketPath: string): boolean {
  const socket = lstatSync(socketPath, { throwIfNoEntry: false });
  if (!socket?.isSocket()) return false;
  if (socket.uid === statSync(dataDir).uid && (socket.mode & 0o077) === 0) return true;
  throw new Error(
    `another user can use ${path.join(dataDir, commandSocketName)}, or has made it. Stop the server, remove this file, and start the server`,
  );
}

const silent = (dataDir: string) =>
  new Error(`the server that uses the data folder ${dataDir} does not answer. See its log, or stop it`);

/** The kernel removes no socket, so the socket of a killed server is still there and rejects connections. */
const absent = new Set(['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE']);

function connected(path: string): Promise<Socket | null> {
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.off('error', fail);
      resolve(socket);
    });
    const fail = (error: NodeJS.ErrnoException) => {
      if (absent.has(error.code ?? '')) resolve(null);
      else reject(error);
    };
    socket.once('error', fail);
  });
}
