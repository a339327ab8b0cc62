import { closeSync, constants, existsSync, openSync } from 'node:fs';
import path from 'node:path';

/** The name of the socket in the data folder. The server listens on it for commands. */
export const commandSocketName = 'operator.sock';

/** Commands and the server cannot use a socket in this data folder. The message says why, and what to do. */
export class NoCommandSocketError extends Error {
  override readonly name = 'NoCommandSocketError';
}

/** A path for `listen` and `connect`. `close` must be called after the socket is closed or connected. */
export interface CommandSocketPath {
  path: string;
  close(): void;
}

/** The system keeps the path of a socket in a field of this size, with a zero at the end. */
const mostPathBytes = (platform: NodeJS.Platform): number => (platform === 'linux' ? 107 : 103);

/**
 * Returns a path to the socket that the system accepts. A long path is replaced by one through the open folder, which
 * only Linux has: no link to the folder is made, because others could replace a link in a shared folder.
 * @throws NoCommandSocketError
 */
export function openCommandSocketPath(
  dataDir: string,
  platform: NodeJS.Platform = process.platform,
): CommandSocketPath {
  if (platform === 'win32') {
    throw new NoCommandSocketError(
      'on Windows, a command cannot use the embedded database while a server uses it. Stop the server first, or use a PostgreSQL and set DATABASE_URL',
    );
  }
  const file = path.join(dataDir, commandSocketName);
  const most = mostPathBytes(platform);
  if (Buffer.byteLength(file) <= most) return { path: file, close: () => {} };
  const folders = '/proc/self/fd';
  if (platform !== 'linux' || !existsSync(folders)) {
    throw new NoCommandSocketError(
      `the path of the data folder is too long for a socket: ${file} has more than ${most} bytes. Stop the server before a command, or move the data folder to a shorter path and set DATA_DIR`,
    );
  }
  const fd = openSync(dataDir, constants.O_RDONLY | constants.O_DIRECTORY);
  return { path: `${folders}/${fd}/${commandSocketName}`, close: () => closeSync(fd) };
}
