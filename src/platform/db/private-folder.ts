import { chmodSync, lstatSync, readdirSync, type Stats, statSync } from 'node:fs';
import path from 'node:path';
import { ConfigError } from '../config/config-error';

/** The permissions of the group and of all other users. */
const forOthers = 0o077;
const sticky = 0o1000;

/**
 * Restricts a folder to its owner, who must be the user of this process.
 * @throws ConfigError if the folder belongs to another user, or is shared by all users like /tmp
 */
export function restrictFolder(folder: string): void {
  // The operator may use a link to a folder. Links inside the folder are not followed.
  const stats = statSync(folder);
  const advice = `set DATA_DIR to a folder for Gatehouse alone, such as ${path.join(folder, 'gatehouse')}`;
  if (!isOurs(stats)) {
    throw new ConfigError([
      `DATA_DIR (${folder}) belongs to another user (uid ${stats.uid}). Run Gatehouse as that user, or ${advice}`,
    ]);
  }
  if ((stats.mode & sticky) !== 0)
    throw new ConfigError([`DATA_DIR (${folder}) is shared by all users of this machine. Instead, ${advice}`]);
  if (isOpenToOthers(stats)) chmodSync(folder, 0o700);
}

/**
 * Restricts some entries of a restricted folder, and everything below them. Links are not changed.
 * @throws ConfigError if an entry belongs to another user, who could change the entry at any time
 */
export function restrictEntries(folder: string, names: readonly string[]): void {
  for (const { file, stats } of walk(folder, names)) {
    if (!isOurs(stats)) {
      throw new ConfigError([
        `DATA_DIR contains ${file}, which belongs to another user (uid ${stats.uid}). Give the file to the owner of the folder, and run Gatehouse as that user`,
      ]);
    }
    if (isOpenToOthers(stats)) chmodSync(file, stats.isDirectory() ? 0o700 : 0o600);
  }
}

/** Returns the files that other users may read or change, if the permissions of the folders above allow it. */
export function findOpenEntries(folder: string, names: readonly string[]): string[] {
  return [...walk(folder, names)].flatMap(({ file, stats }) => (isOpenToOthers(stats) ? [file] : []));
}

export function isOpenFolder(folder: string): boolean {
  return isOpenToOthers(statSync(folder));
}

/** From top to bottom: when the content of a folder is listed, other users can no longer replace it. */
function* walk(folder: string, names: readonly string[]): Generator<{ file: string; stats: Stats }> {
  for (const name of names) {
    const file = path.join(folder, name);
    const stats = lstatSync(file, { throwIfNoEntry: false });
    if (!stats) continue;
    yield { file, stats };
    if (stats.isDirectory()) yield* walk(file, readdirSync(file));
  }
}

/** Windows has no user ids. */
const isOurs = ({ uid }: Stats): boolean => process.geteuid === undefined || uid === process.geteuid();
/** The mode of a link has no meaning. */
const isOpenToOthers = (stats: Stats): boolean => !stats.isSymbolicLink() && (stats.mode & forOthers) !== 0;
