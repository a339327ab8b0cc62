import { NoSocketError, openSocketPath, type SocketPath } from '../socket-path';

/** The name of the socket in the data folder. The server listens on it for commands. */
export const commandSocketName = 'operator.sock';

/** @throws NoSocketError */
export function openCommandSocketPath(dataDir: string, platform: NodeJS.Platform = process.platform): SocketPath {
  if (platform === 'win32') {
    throw new NoSocketError(
      'on Windows, a command cannot use the embedded database while a server uses it. Stop the server first, or use PostgreSQL and set DATABASE_URL',
    );
  }
  return openSocketPath(dataDir, commandSocketName, platform);
}
