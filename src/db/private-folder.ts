import { chmodSync, lstatSync, readdirSync, type Stats, statSync } from 'node:fs';
import path from 'node:path';
import { ConfigError } from '../config';

/** Of a mode: whatever the group and others may do. */
const forOthers = 0o077;
const sticky = 0o1000;

/**
 * Takes a folder's permissions from everybody but its owner, who must be this process's user.
 * @throws ConfigError if the folder is somebody else's, or everybody's
 */
export function restrictFolder(folder: string): void {
  // A link to a folder is the operator's choice; what is in the folder is not followed.
  const stats = statSync(folder);
  const advice = `set DATA_DIR to a folder of its own, such as ${path.join(folder, 'gatehouse')}`;
  if (!isOurs(stats)) {
    throw new ConfigError([
      `DATA_DIR (${folder}) belongs to another user (uid ${stats.uid}): run this as that user, or ${advice}`,
    ]);
  }
  if ((stats.mode & sticky) !== 0) throw new ConfigError([`DATA_DIR (${folder}) is shared by all users: ${advice}`]);
  if (isOpenToOthers(stats)) chmodSync(folder, 0o700);
}

/**
 * The same for some entries of a restricted folder and all that is below them. Links are left alone.
 * @throws ConfigError if one of them is somebody else's: it could be changed at any time
 */
export function restrictEntries(folder: string, names: readonly string[]): void {
  for (const { file, stats } of walk(folder, names)) {
    if (!isOurs(stats)) {
      throw new ConfigError([
        `DATA_DIR holds ${file}, which belongs to another user (uid ${stats.uid}): run this as the owner of the folder, and give the file to that user`,
      ]);
    }
    if (isOpenToOthers(stats)) chmodSync(file, stats.isDirectory() ? 0o700 : 0o600);
  }
}

/** What of them other users may read or change, if the folders above let them. */
export function findOpenEntries(folder: string, names: readonly string[]): string[] {
  return [...walk(folder, names)].flatMap(({ file, stats }) => (isOpenToOthers(stats) ? [file] : []));
}

export function isOpenFolder(folder: string): boolean {
  return isOpenToOthers(statSync(folder));
}

/** From above to below: while a folder is listed, nobody else may exchange what is in it any more. */
function* walk(folder: string, names: readonly string[]): Generator<{ file: string; stats: Stats }> {
  for (const name of names) {
    const file = path.join(folder, name);
    const stats = lstatSync(file, { throwIfNoEntry: false });
    if (!stats) continue;
    yield { file, stats };
    if (stats.isDirectory()) yield* walk(file, readdirSync(file));
  }
}

/** Windows has no such users. */
const isOurs = ({ uid }: Stats): boolean => process.geteuid === undefined || uid === process.geteuid();
/** A link has no mode of its own. */
const isOpenToOthers = (stats: Stats): boolean => !stats.isSymbolicLink() && (stats.mode & forOthers) !== 0;
