import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDatabase } from '../../src/platform/db/open-database';
import { writeDataDir } from '../support/database';

test('the embedded database takes 32 MB for its buffers, not the 128 MB of PostgreSQL', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'gatehouse-'));
  await writeDataDir(dataDir);
  const database = await openDatabase({ kind: 'embedded', dataDir });
  expect(await database.query('SHOW shared_buffers')).toEqual([{ shared_buffers: '32MB' }]);
  await database.close();
  await rm(dataDir, { recursive: true });
});
