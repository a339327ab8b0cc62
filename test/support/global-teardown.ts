import { dropTemplates } from './database';
import { closeIdle } from './reused-database';
import { removeTemporaryFolder } from './temporary-folder';

export default async function tearDown(): Promise<void> {
  // If Jest runs without workers, the databases are in this process, and a timer of PGlite would keep it for ten seconds.
  await closeIdle();
  await dropTemplates();
  removeTemporaryFolder();
}
