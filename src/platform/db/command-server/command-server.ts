import { chmodSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import path from 'node:path';
import { serialize } from 'node:v8';
import type { Log } from '../../observability/log';
import type { SharedAccess } from '../database';
import {
  type CommandReply,
  type Hello,
  mostHelloBytes,
  ownHello,
  parseHello,
  parseRequest,
  toSentError,
  type Welcome,
} from './command-protocol';
import { CommandSession } from './command-session';
import { commandSocketName, openCommandSocketPath } from './command-socket-path';
import { FrameReader, mostFrameBytes, toFrame } from './frames';

export interface CommandServer {
  /** Ends the connections, and rolls back what they have not committed. */
  close(): Promise<void>;
}

interface CommandServerLimits {
  connections: number;
  /** The time from the connection to the end of `Hello`. In ms, as all times. */
  helloMs: number;
  /** The time from the first byte of a request to its end. */
  requestMs: number;
  /** The time for a client to read a reply. */
  replyMs: number;
}

/** A command has one connection. */
const defaultLimits: CommandServerLimits = { connections: 8, helloMs: 5000, requestMs: 10_000, replyMs: 5000 };

/**
 * Serves the embedded database to commands of the same user, on a socket in the data folder. Only the process that has
 * the lock of the folder may call this function, because it replaces the socket that a killed process has left.
 * @throws NoSocketError; the error of the system if it cannot listen
 */
export async function openCommandServer(
  dataDir: string,
  shared: SharedAccess,
  log: Pick<Log, 'warn' | 'debug'>,
  limits = defaultLimits,
): Promise<CommandServer> {
  const socketPath = openCommandSocketPath(dataDir);
  const file = path.join(dataDir, commandSocketName);
  const connections = new Map<Socket, Promise<void>>();
  const server = createServer((socket) => {
    // The error of a lost connection also ends the loop that reads from the connection.
    socket.on('error', () => {});
    if (connections.size >= limits.connections) {
      reject(socket, `the server already serves ${limits.connections} commands. Wait until one of them has ended`);
      return;
    }
    const serving = serve(socket, shared, log, limits).finally(() => connections.delete(socket));
    connections.set(socket, serving);
  });
  try {
    rmSync(file, { force: true });
    await new Promise<void>((resolve, fail) => {
      server.once('error', fail);
      server.listen(socketPath.path, resolve);
    });
    // The folder and the umask (see openDataDir) keep other users out until here.
    chmodSync(file, 0o600);
  } catch (error) {
    server.close();
    socketPath.close();
    throw error;
  }
  server.on('error', (error) => log.warn({ err: error }, 'a command could not connect'));
  return {
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      const serving = [...connections.values()];
      for (const socket of connections.keys()) socket.destroy();
      await Promise.all([closed, ...serving]);
      socketPath.close();
    },
  };
}

/** Serves one command until its connection ends. Never throws. */
async function serve(
  socket: Socket,
  shared: SharedAccess,
  log: Pick<Log, 'warn' | 'debug'>,
  limits: CommandServerLimits,
): Promise<void> {
  const session = new CommandSession(shared, (limit) =>
    log.warn({ limit }, 'a command kept a transaction open for too long: the transaction was rolled back'),
  );
  const endAfter = (ms: number) => setTimeout(() => socket.destroy(), ms);
  const hello = endAfter(limits.helloMs);
  /** Set while a part of a request has arrived. Further parts do not extend the time. */
  let rest: NodeJS.Timeout | undefined;
  const send = async (bytes: Buffer) => {
    const reading = endAfter(limits.replyMs);
    await sent(socket, bytes).finally(() => clearTimeout(reading));
  };
  const reader = new FrameReader(mostHelloBytes);
  let isWelcome = false;
  try {
    for await (const chunk of socket) {
      for (const frame of reader.push(chunk)) {
        clearTimeout(rest);
        rest = undefined;
        if (isWelcome) {
          await send(await replyTo(session, frame));
          continue;
        }
        clearTimeout(hello);
        const rejected = reasonToReject(parseHello(frame));
        if (rejected !== null) return reject(socket, rejected);
        isWelcome = true;
        reader.allow(mostFrameBytes);
        await send(toFrame(jsonOf({ rejected: null })));
      }
      if (isWelcome && reader.isInside) rest ??= endAfter(limits.requestMs);
    }
  } catch (error) {
    log.debug({ err: error }, 'the connection of a command ended');
  } finally {
    clearTimeout(hello);
    clearTimeout(rest);
    if (!socket.writableEnded) socket.destroy();
    await session.end();
  }
}

async function replyTo(session: CommandSession, frame: Buffer): Promise<Buffer> {
  const request = parseRequest(frame);
  try {
    return encode({ result: await session.answer(request) });
  } catch (error) {
    return encode({ error: toSentError(error) });
  }
}

const encode = (reply: CommandReply): Buffer => toFrame(serialize(reply));

/** Resolves when the system has taken all bytes. */
const sent = (socket: Socket, bytes: Buffer): Promise<void> =>
  new Promise((resolve, fail) => {
    socket.write(bytes, (error) => (error ? fail(error) : resolve()));
  });

function reject(socket: Socket, rejected: string): void {
  // A few bytes always fit into the buffer of the system.
  socket.end(toFrame(jsonOf({ rejected })), () => socket.destroy());
}

const jsonOf = (welcome: Welcome): Buffer => Buffer.from(JSON.stringify(welcome));

function reasonToReject({ version, format }: Hello): string | null {
  const own = ownHello();
  if (version !== own.version) {
    return `the server that is running is Gatehouse ${own.version}, and this command is Gatehouse ${version.slice(0, 50)}. Restart the server after an update`;
  }
  if (format !== own.format) {
    return `the server runs on another version of Node.js (${process.version}). Run the command with the same version`;
  }
  return null;
}
