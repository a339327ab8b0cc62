import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DataDirInUseError, openDataDir } from '../../src/db/data-dir';

let parent: string;
beforeAll(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'gatehouse-'));
});
afterAll(() => rm(parent, { recursive: true }));

test('keeps one secret, readable by its owner alone', async () => {
  const dir = path.join(parent, 'a', 'b');
  const first = await openDataDir(dir);
  const secret = await first.secret();
  await first.close();
  const second = await openDataDir(dir);

  expect(await second.secret()).toBe(secret);
  expect(Buffer.from(secret, 'base64')).toHaveLength(32);
  expect((await stat(dir)).mode & 0o777).toBe(0o700);
  expect((await stat(path.join(dir, 'secret'))).mode & 0o777).toBe(0o600);
  expect((await readFile(path.join(dir, 'secret'), 'utf8')).trim()).toBe(secret);
  await second.close();
});

test('is for one at a time, and free again after it is closed', async () => {
  const dir = path.join(parent, 'locked');
  const holder = await openDataDir(dir);
  await expect(openDataDir(dir)).rejects.toThrow(DataDirInUseError);
  await holder.close();
  await (await openDataDir(dir)).close();
});
