import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openCommandServer } from '../../src/platform/db/command-server/command-server';
import { createRemoteDatabase } from '../../src/platform/db/command-server/remote-database';
import { connectToServer, type ServerConnection } from '../../src/platform/db/command-server/server-connection';
import type { Database, SharedAccess } from '../../src/platform/db/database';
import { createLog } from '../../src/platform/observability/log';

/** Returns what an embedded database offers to the commands. */
export function sharedOf({ shared }: Database): SharedAccess {
  if (!shared) throw new Error('only the embedded database is shared');
  return shared;
}

export async function connected(dataDir: string): Promise<ServerConnection> {
  const server = await connectToServer(dataDir);
  if (!server) throw new Error('no server listens');
  return server;
}

/** Opens an open embedded database a second time, as a command does while a server runs. `close` closes both. */
export async function openThroughServer(database: Database): Promise<Database> {
  const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-'));
  const server = await openCommandServer(folder, sharedOf(database), createLog('silent'));
  const remote = createRemoteDatabase(await connected(folder));
  return {
    ...remote,
    async close() {
      await remote.close();
      await server.close();
      await database.close();
      rmSync(folder, { recursive: true });
    },
  };
}
