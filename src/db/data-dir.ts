import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import path from 'node:path';

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
  close(): Promise<void>;
}

/**
 * Creates the folder (mode 0700) where it is missing and locks it. The lock is the kernel's, on an open file: it ends
 * with the process, however that ends, so nothing stale is ever left.
 * @throws DataDirInUseError
 */
export async function openDataDir(dir: string): Promise<DataDir> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  // Loaded only where it is needed: it has no binary for some systems that can use PostgreSQL.
  const { tryLock } = await import('fs-native-extensions');
  const lock = await open(path.join(dir, 'lock'), 'a', 0o600);
  if (!tryLock(lock.fd)) {
    await lock.close();
    throw new DataDirInUseError(
      `another process is using the data folder ${dir}: stop it, set DATA_DIR to another folder, or set DATABASE_URL to run several processes on one PostgreSQL`,
    );
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
    close: () => lock.close(),
  };
}

/** Whether an embedded database was made in it. */
export function holdsDatabase(dir: string): boolean {
  return existsSync(pgliteDir(dir));
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
