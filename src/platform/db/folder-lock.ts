import { randomBytes } from 'node:crypto';
import {
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  unlinkSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openSocketPath } from './socket-path';

/** The name of the lock in the locked folder. */
export const lockName = 'lock';

interface FolderLock {
  release(): Promise<void>;
}

/**
 * Locks the folder for this process. The kernel releases the lock when the process ends, so a lock is never stale.
 * Returns null if another process has the lock.
 * @throws NoSocketError; Error if the file system has no locks
 */
export function lockFolder(folder: string): Promise<FolderLock | null> {
  const lock = path.join(folder, lockName);
  return process.platform === 'linux' ? lockWithSocket(lock) : lockWithFile(lock);
}

/**
 * macOS, BSD and Windows lock a file while they open it. libuv passes these flags on, and Node has no names for them. A
 * socket would not do: on macOS, a busy process refuses connections like a dead one.
 */
const exclusive = process.platform === 'win32' ? 0x10000000 : 0x20 | constants.O_NONBLOCK;

async function lockWithFile(file: string): Promise<FolderLock | null> {
  const { O_APPEND, O_CREAT, O_NOFOLLOW, O_WRONLY } = constants;
  try {
    const handle = await open(file, O_APPEND | O_CREAT | O_NOFOLLOW | O_WRONLY | exclusive, 0o600);
    return { release: () => handle.close() };
  } catch (error) {
    if (['EAGAIN', 'EBUSY'].includes(codeOf(error))) return null;
    throw error;
  }
}

/** The processes sort by their start. */
const newName = () => `${Date.now()}-${randomBytes(8).toString('hex')}`;
/** The name of a socket while its process does not listen yet. */
const draftEnd = '.new';
/** Milliseconds. How long a process waits for processes that have started after it, and how often it looks. */
const wait = { ms: 3000, everyMs: 10 } as const;

/**
 * Linux, without native code. Each process listens on a socket of its own in the folder `lock`, and then connects to all
 * others there. It has the lock if none of them accepts.
 *
 * Two processes never have the lock: the one whose socket got its name later lists the folder after that, and connects to
 * the other. A socket gets its name when its process listens already, and no name is used twice, so one that refuses
 * connections is dead for ever and may be removed. A draft may be removed by the process that has the lock: the process
 * of the draft can then not rename it, and has no lock.
 *
 * A file with a process id would be stale after a kill, and containers reuse ids. Two processes that find one socket with a
 * fixed name dead could both replace it. The package `fs-native-extensions` needs glibc, which Alpine lacks.
 */
async function lockWithSocket(lock: string): Promise<FolderLock | null> {
  if (!makeLockFolder(lock)) return null;
  const name = newName();
  const draft = openSocketPath(lock, `${name}${draftEnd}`);
  const pathOf = (other: string) => path.join(path.dirname(draft.path), other);
  const server = createServer((socket) => socket.destroy()).unref();
  const release = async () => {
    rmSync(pathOf(name), { force: true });
    if (server.listening) await new Promise((closed) => server.close(closed));
    draft.close();
  };
  try {
    await listen(server, draft.path, lock);
    renameSync(draft.path, pathOf(name));
    if (await isAlone(name, pathOf)) return { release };
  } catch (error) {
    await release();
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
  await release();
  return null;
}

/** If several processes start at once, the first of them waits until the others have given up. */
async function isAlone(name: string, pathOf: (other: string) => string): Promise<boolean> {
  const giveUpAt = performance.now() + wait.ms;
  for (;;) {
    const others = readdirSync(pathOf('')).filter((other) => other !== name);
    const named = others.filter((other) => !other.endsWith(draftEnd));
    const states = await Promise.all(named.map(async (other) => ({ other, isAlive: await isAlive(pathOf(other)) })));
    const alive = states.filter((state) => state.isAlive);
    if (alive.length === 0) {
      for (const dead of others) rmSync(pathOf(dead), { force: true });
      return true;
    }
    if (alive.some(({ other }) => other < name) || performance.now() > giveUpAt) return false;
    await delay(wait.everyMs);
  }
}

/** The kernel accepts a connection also while the process is busy or stopped. */
function isAlive(socketPath: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const socket = connect(socketPath);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', (error) => {
      const code = codeOf(error);
      if (code === 'ECONNREFUSED' || code === 'ENOENT') resolve(false);
      // The process has not accepted its earlier connections yet, or has closed this one already.
      else if (code === 'EAGAIN' || code === 'ECONNRESET') resolve(true);
      else reject(error);
    });
  });
}

async function listen(server: Server, socketPath: string, lock: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(socketPath, resolve);
  }).catch((error) => {
    throw new Error(
      `the data folder cannot be locked, because ${lock} cannot have a socket (${codeOf(error)}): set DATA_DIR to a folder on a local disk, or use PostgreSQL and set DATABASE_URL`,
    );
  });
  // A connection that could not be accepted has still reached this process.
  server.on('error', () => {});
}

/** Returns false if an earlier version of Gatehouse, which locked a file of this name, uses the folder. */
function makeLockFolder(lock: string): boolean {
  const stats = lstatSync(lock, { throwIfNoEntry: false });
  if (stats?.isFile()) {
    if (isLockedFile(stats.ino)) return false;
    unlinkSync(lock);
  }
  // An earlier version that is started again cannot open a folder as its lock file.
  mkdirSync(lock, { recursive: true, mode: 0o700 });
  if (!lstatSync(lock).isDirectory()) throw new Error(`${lock} is not a folder of Gatehouse: remove it`);
  return true;
}

function isLockedFile(inode: number): boolean {
  const locks = '/proc/locks';
  return existsSync(locks) && readFileSync(locks, 'utf8').includes(`:${inode} `);
}

function codeOf(error: unknown): string {
  return error instanceof Error ? String(Reflect.get(error, 'code')) : '';
}
