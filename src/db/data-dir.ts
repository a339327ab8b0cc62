import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import path from 'node:path';

/** Another process has the folder. Two on one embedded database would destroy it. */
export class DataDirInUseError extends Error {
  override readonly name = 'DataDirInUseError';
}

export interface DataDir {
  /** The secret kept in the folder, made at the first call. */
  secret(): Promise<string>;
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
  return {
    secret: () => readOrCreateSecret(path.join(dir, 'secret')),
    close: () => lock.close(),
  };
}

async function readOrCreateSecret(file: string): Promise<string> {
  const kept = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (kept !== null) return kept.trim();

  const secret = randomBytes(32).toString('base64');
  const draft = await open(`${file}.new`, 'w', 0o600);
  await draft.writeFile(`${secret}\n`);
  await draft.sync();
  await draft.close();
  await rename(`${file}.new`, file);
  return secret;
}
