import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Linux has a file system in memory here. In a container it can be small. */
const inMemory = '/dev/shm';
const neededBytes = 4e9;
const name = 'gatehouse-tests-';

/**
 * Gives this run a folder for temporary files. An embedded database has 500 files, and to copy them takes 10 to 20 times
 * the CPU time on a disk. Jest passes the environment to the processes that run the tests.
 */
export function createTemporaryFolder(): void {
  const parent = hasRoom() ? inMemory : tmpdir();
  removeLeftFolders(parent);
  process.env.TMPDIR = mkdtempSync(path.join(parent, `${name}${process.pid}-`));
  // If root runs the tests, PostgreSQL and PgBouncer run as another user, who must reach their own folders.
  chmodSync(process.env.TMPDIR, 0o711);
}

export const removeTemporaryFolder = (): void => rmSync(tmpdir(), { recursive: true, force: true });

/** Removes the folders of runs that were killed or ended by Ctrl-C: Jest then does not call its teardown. */
export function removeLeftFolders(parent: string): void {
  for (const folder of readdirSync(parent)) {
    const [, pid] = folder.match(`^${name}(\\d+)-`) ?? [];
    if (pid === undefined || isRunning(Number(pid))) continue;
    try {
      rmSync(path.join(parent, folder), { recursive: true, force: true });
    } catch {
      // Of another user.
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // A process of another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(inMemory);
    return bavail * bsize > neededBytes;
  } catch {
    return false;
  }
}
