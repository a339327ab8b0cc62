import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { commandSocketName } from './command-server/command-socket-path';
import { lockFolder, lockName } from './folder-lock';
import { findOpenEntries, isOpenFolder, restrictEntries, restrictFolder } from './private-folder';

/** Another process uses the data folder. Two processes at the same time would destroy the embedded database. */
export class DataDirInUseError extends Error {
  override readonly name = 'DataDirInUseError';
}

/** The secrets in the data folder, in the format of GATEHOUSE_SECRET. */
export interface KeptSecrets {
  current: string;
  /** The previous secret during a rotation. */
  previous: string | null;
}

export interface DataDir {
  /** Creates the secret if the folder has none. */
  secrets(): Promise<KeptSecrets>;
  /** Creates a new current secret. If a rotation was interrupted, continues that rotation with its secrets. */
  beginRotation(): Promise<KeptSecrets>;
  endRotation(): Promise<void>;
  /**
   * Restricts the files of a new database to their owner. PGlite ignores the umask and creates files with 0666.
   */
  restrict(): void;
  close(): Promise<void>;
}

/** The files and folders that Gatehouse creates in the data folder. The folder may contain others. */
const entries = [lockName, 'secret', 'secret.new', 'pglite', 'pglite.new', commandSocketName] as const;

/**
 * Creates the folder if it is missing, and locks the folder while this process lives. The folder and its files are
 * restricted to their owner (modes 0700 and 0600).
 * @throws DataDirInUseError if another process has the lock
 * @throws ConfigError if the folder belongs to another user
 */
export async function openDataDir(dir: string): Promise<DataDir> {
  // PGlite creates further files later, for example for new tables. The umask applies to those files.
  process.umask(0o077);
  await mkdir(dir, { recursive: true, mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    const reason = error.code ?? 'unknown error';
    throw new Error(`DATA_DIR (${dir}) cannot be created (${reason}): use a path where this user may create a folder`);
  });
  restrictFolder(dir);
  const lock = await lockFolder(dir);
  if (!lock) {
    throw new DataDirInUseError(
      `another process is using the data folder ${dir}. Stop that process, or set DATA_DIR to another folder. To run several servers on one database, set DATABASE_URL to a PostgreSQL database.`,
    );
  }
  const restrict = () => restrictEntries(dir, entries);
  try {
    restrict();
  } catch (error) {
    await lock.release();
    throw error;
  }
  const file = secretFile(dir);
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
    close: () => lock.release(),
  };
}

export function holdsDatabase(dir: string): boolean {
  return existsSync(pgliteDir(dir));
}

/** Returns what other users may read or change. Files in a restricted folder are safe regardless of their own modes. */
export function findExposed(dir: string): { folder: boolean; files: string[] } {
  return { folder: isOpenFolder(dir), files: findOpenEntries(dir, entries) };
}

/** Returns the secrets in the data folder without the lock of the folder, or null if the folder has none. */
export function readKeptSecrets(dir: string): Promise<KeptSecrets | null> {
  return readSecrets(secretFile(dir));
}

const secretFile = (dir: string): string => path.join(dir, 'secret');

export const pgliteDir = (dir: string): string => path.join(dir, 'pglite');

const newSecret = () => randomBytes(32).toString('base64');

/** The file has one secret on each line, the current secret first. */
async function readSecrets(file: string): Promise<KeptSecrets | null> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  const [current = '', previous = null] = text.trim().split('\n');
  return { current, previous };
}

/** Writes the whole file or nothing, even if the machine loses power. */
async function writeSecrets(file: string, secrets: KeptSecrets): Promise<KeptSecrets> {
  const { current, previous } = secrets;
  const draft = await open(`${file}.new`, 'w', 0o600);
  await draft.writeFile(previous ? `${current}\n${previous}\n` : `${current}\n`);
  await draft.sync();
  await draft.close();
  await rename(`${file}.new`, file);
  return secrets;
}
