import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Linux has a file system in memory here. In a container it can be small. */
const inMemory = '/dev/shm';
const neededBytes = 4e9;

/**
 * Gives this run a folder for temporary files. An embedded database has 500 files, and to copy them takes 10 to 20 times
 * the CPU time on a disk. Jest passes the environment to the processes that run the tests.
 */
export function createTemporaryFolder(): void {
  process.env.TMPDIR = mkdtempSync(path.join(hasRoom() ? inMemory : tmpdir(), 'gatehouse-tests-'));
  // If root runs the tests, PostgreSQL and PgBouncer run as another user, who must reach their own folders.
  chmodSync(process.env.TMPDIR, 0o711);
}

export const removeTemporaryFolder = (): void => rmSync(tmpdir(), { recursive: true, force: true });

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(inMemory);
    return bavail * bsize > neededBytes;
  } catch {
    return false;
  }
}
