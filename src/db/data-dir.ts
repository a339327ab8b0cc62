import { randomBytes } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { findOpenEntries, isOpenFolder, restrictEntries, restrictFolder } from './private-folder';

/** Another process uses the folder. Two processes would destroy the embedded database. */
export class DataDirInUseError extends Error {
  override readonly name = 'DataDirInUseError';
}

/** The secret in the data folder, as a text that GATEHOUSE_SECRET accepts. */
export interface KeptSecrets {
  current: string;
  /** The previous secret, while a rotation has started and not ended. */
  previous: string | null;
}

export interface DataDir {
  /** Creates the secret at the first call. */
  secrets(): Promise<KeptSecrets>;
  /** Creates a new current secret. If a rotation has already started, it continues that one. */
  beginRotation(): Promise<KeptSecrets>;
  /** Removes the previous secret. */
  endRotation(): Promise<void>;
  /**
   * Restricts the files of a new database to their owner: PGlite creates them with mode 0666 regardless of the umask.
   */
  restrict(): void;
  close(): Promise<void>;
}

/** The entries that Gatehouse creates; the folder may contain others. */
const entries = ['lock', 'secret', 'secret.new', 'pglite', 'pglite.new'] as const;

/**
 * Creates the folder if it is missing, restricts it and its files to their owner (folders 0700, files 0600), and locks
 * it for the life of this process. The kernel holds the lock on an open file, so it ends with the process and is never
 * stale.
 * @throws DataDirInUseError
 * @throws ConfigError if the folder belongs to another user
 */
export async function openDataDir(dir: string): Promise<DataDir> {
  // Applies to the files that PGlite creates later, for tables and its log.
  process.umask(0o077);
  await mkdir(dir, { recursive: true, mode: 0o700 });
  restrictFolder(dir);
  // Loaded on demand: the package has no binary for some systems that can use PostgreSQL.
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

/** Whether the folder contains an embedded database. */
export function holdsDatabase(dir: string): boolean {
  return existsSync(pgliteDir(dir));
}

/** The paths that other users may read or change. Files in a restricted folder cannot be reached. */
export function findExposed(dir: string): { folder: boolean; files: string[] } {
  return { folder: isOpenFolder(dir), files: findOpenEntries(dir, entries) };
}

export const pgliteDir = (dir: string): string => path.join(dir, 'pglite');

const newSecret = () => randomBytes(32).toString('base64');

/** One secret a line, the current one first. */
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
