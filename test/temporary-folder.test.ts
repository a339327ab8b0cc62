import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { removeLeftFolders } from './support/temporary-folder';

test('a run removes the folders of runs that have ended, and no others', () => {
  const parent = mkdtempSync(path.join(tmpdir(), 'left-'));
  const { pid: ended } = spawnSync(process.execPath, ['--version']);
  const folders = [`gatehouse-tests-${ended}-a`, `gatehouse-tests-${process.pid}-b`, 'gatehouse-tests-c', 'another'];
  for (const folder of folders) mkdtempSync(path.join(parent, folder));
  removeLeftFolders(parent);
  expect(
    readdirSync(parent)
      .map((folder) => folder.slice(0, -6))
      .sort(),
  ).toEqual(folders.slice(1).sort());
  rmSync(parent, { recursive: true });
});
