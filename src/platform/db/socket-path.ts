import { closeSync, constants, existsSync, openSync } from 'node:fs';
import path from 'node:path';

/** A socket is not possible in this folder. The message says why, and what to do. */
export class NoSocketError extends Error {
  override readonly name = 'NoSocketError';
}

/** A path for `listen` and `connect`. `close` must be called after the socket is closed or connected. */
export interface SocketPath {
  path: string;
  close(): void;
}

/** The system keeps the path of a socket in a field of this size, with a zero at the end. */
const mostPathBytes = (platform: NodeJS.Platform): number => (platform === 'linux' ? 107 : 103);

/**
 * Returns a path to a socket that the system accepts. A long path is replaced by one through the open folder, which only
 * Linux has: no link to the folder is made, because others could replace a link in a shared folder.
 * @throws NoSocketError
 */
export function openSocketPath(folder: string, name: string, platform: NodeJS.Platform = process.platform): SocketPath {
  const file = path.join(folder, name);
  const most = mostPathBytes(platform);
  if (Buffer.byteLength(file) <= most) return { path: file, close: () => {} };
  const folders = '/proc/self/fd';
  if (platform !== 'linux' || !existsSync(folders)) {
    throw new NoSocketError(
      `the path of the data folder is too long for a socket: ${file} has more than ${most} bytes. Move the data folder to a shorter path and set DATA_DIR`,
    );
  }
  const fd = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY);
  return { path: `${folders}/${fd}/${name}`, close: () => closeSync(fd) };
}
