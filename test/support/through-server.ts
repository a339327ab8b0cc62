import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { types } from 'node:util';
import type { CommandRequest } from '../../src/db/command-protocol';
import { openCommandServer } from '../../src/db/command-server';
import type { Database, SharedAccess } from '../../src/db/database';
import { createRemoteDatabase } from '../../src/db/remote-database';
import { connectToServer, type ServerConnection } from '../../src/db/server-connection';
import { createLog } from '../../src/observability/log';

/**
 * Copies a value with the classes of the test. Jest gives each test file its own globals, but `node:v8` creates values
 * with the classes of the process, and a driver asks `instanceof Date`.
 */
function withOwnClasses<Value>(value: Value): Value {
  if (types.isDate(value)) return new Date(value) as Value;
  if (Buffer.isBuffer(value)) return Buffer.from(value) as Value;
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength) as Value;
  if (Array.isArray(value)) return Array.from(value, withOwnClasses) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, withOwnClasses(field)])) as Value;
}

type Connected = Pick<SharedAccess, 'run' | 'queries'>;

const queryableWithOwnClasses = ({ run, queries }: Connected): Connected => ({
  run: (statement, values) => run(statement, withOwnClasses(values)),
  queries: {
    provider: queries.provider,
    adapterName: queries.adapterName,
    queryRaw: (query) => queries.queryRaw(withOwnClasses(query)),
    executeRaw: (query) => queries.executeRaw(withOwnClasses(query)),
  },
});

/** Returns what an embedded database offers to the commands. */
export function sharedOf({ shared }: Database): SharedAccess {
  if (!shared) throw new Error('only the embedded database is shared');
  return {
    ...shared,
    ...queryableWithOwnClasses(shared),
    async begin() {
      const connection = await shared.begin();
      return { ...connection, ...queryableWithOwnClasses(connection) };
    },
  };
}

export async function connected(dataDir: string): Promise<ServerConnection> {
  const server = await connectToServer(dataDir);
  if (!server) throw new Error('no server listens');
  const request = server.request.bind(server);
  return Object.assign(server, { request: async (asked: CommandRequest) => withOwnClasses(await request(asked)) });
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
