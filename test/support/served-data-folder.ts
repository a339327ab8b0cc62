import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openCommandServer } from '../../src/platform/db/command-server/command-server';
import { openDataDir } from '../../src/platform/db/data-dir';
import { createPgliteDatabase } from '../../src/platform/db/embedded-database';
import { createLog } from '../../src/platform/observability/log';
import { patientLimits } from './database';
import { testSecret } from './gatehouse';
import { openReused } from './reused-database';
import { untilStopped } from './running';
import { sharedOf } from './through-server';

/**
 * Offers a new embedded database to commands with this `DATA_DIR`, as a running server does. A command that opens a
 * database itself takes more than twice as long. Returns a function that ends the offer.
 */
export async function serveDataFolder(dataDir: string): Promise<() => Promise<void>> {
  const umask = process.umask();
  const folder = await openDataDir(dataDir);
  // It belongs to the whole process, and the files that the tests make have the usual modes.
  process.umask(umask);
  await writeFile(path.join(dataDir, 'secret'), `${testSecret}\n`, { mode: 0o600 });
  const database = createPgliteDatabase(await openReused(), patientLimits);
  const server = await openCommandServer(dataDir, sharedOf(database), createLog('silent'));
  return untilStopped(async () => {
    await server.close();
    await database.close();
    await folder.close();
  });
}
