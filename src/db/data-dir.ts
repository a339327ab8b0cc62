import { randomBytes } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { findOpenEntries, isOpenFolder, restrictEntries, restrictFolder } from './private-folder';

/** Another process has the folder. Two on one embedded database would destroy it. */
export class DataDirInUseError extends Error {
  override readonly name = 'DataDirInUseError';
}

/** The secret in the folder of an embedded database, in the text that GATEHOUSE_SECRET has. */
export interface KeptSecrets {
  current: string;
  /** The one before, while a rotation has begun and not ended. */
  previous: string | null;
}

export interface DataDir {
  /** Made at the first call. */
  secrets(): Promise<KeptSecrets>;
  /** Makes a new current one; where a rotation has begun before, that goes on. */
  beginRotation(): Promise<KeptSecrets>;
  /** Drops the previous one. */
  endRotation(): Promise<void>;
  /** Takes from other users what PGlite has given them: it makes the files of a new database with mode 0666, whatever the umask. */
  restrict(): void;
  close(): Promise<void>;
}

/** What is made in the folder; the folder may hold other things, too. */
const entries = ['lock', 'secret', 'secret.new', 'pglite'] as const;

/**
 * Creates the folder where it is missing, takes it and its files from all other users, for this process's life (folders
 * 0700, files 0600), and locks it. The lock is the kernel's, on an open file: it ends with the process, however that ends,
 * so nothing stale is ever left.
 * @throws DataDirInUseError
 * @throws ConfigError if it belongs to another user
 */
export async function openDataDir(dir: string): Promise<DataDir> {
  // PGlite makes the files of later tables and of its log with whatever this leaves.
  process.umask(0o077);
  await mkdir(dir, { recursive: true, mode: 0o700 });
  restrictFolder(dir);
  // Loaded only where it is needed: it has no binary for some systems that can use PostgreSQL.
  const { tryLock } = await import('fs-native-extensions');
  const { O_APPEND, O_CREAT, O_NOFOLLOW, O_WRONLY } = constants;
  const lock = await open(path.join(dir, 'lock'), O_APPEND | O_CREAT | O_NOFOLLOW | O_WRONLY, 0o600);
  if (!tryLock(lock.fd)) {
    await lock.close();
    throw new DataDirInUseError(
      `another process is using the data folder ${dir}: stop it, set DATA_DIR to another folder, or set DATABASE_URL to run several processes on one PostgreSQL`,
    );
  }
  const restrict = () => restrictEntries(dir, entries);
  try {
    restrict();
  } catch (error) {
    await lock.close();
    throw error;
  }
  const file = path.join(dir, 'secret');
  const secrets = async () => (await readSecrets(file)) ?? writeSecrets(file, { current: newSecret(), previous: null });
  return {
    secrets,
    async beginRotation() {
      const kept = await secrets();
      return kept.previous ? kept : writeSecrets(file, { current: newSecret(), previous: kept.current });
    },
    async endRotation() {
      const { current } = await secrets();
      await writeSecrets(file, { current, previous: null });
    },
    restrict,
    close: () => lock.close(),
  };
}

/** Whether an embedded database was made in it. */
export function holdsDatabase(dir: string): boolean {
  return existsSync(pgliteDir(dir));
}

/** The paths that other users may read or change; those below a folder that is closed to them cannot be reached. */
export function findExposed(dir: string): { folder: boolean; files: string[] } {
  return { folder: isOpenFolder(dir), files: findOpenEntries(dir, entries) };
}

export const pgliteDir = (dir: string): string => path.join(dir, 'pglite');

const newSecret = () => randomBytes(32).toString('base64');

/** A line each, the current one first. */
async function readSecrets(file: string): Promise<KeptSecrets | null> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  const [current = '', previous = null] = text.trim().split('\n');
  return { current, previous };
}

/** All of it or nothing, also if the machine loses power. */
async function writeSecrets(file: string, secrets: KeptSecrets): Promise<KeptSecrets> {
  const { current, previous } = secrets;
  const draft = await open(`${file}.new`, 'w', 0o600);
  await draft.writeFile(previous ? `${current}\n${previous}\n` : `${current}\n`);
  await draft.sync();
  await draft.close();
  await rename(`${file}.new`, file);
  return secrets;
}
