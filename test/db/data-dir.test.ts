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
  const { current, previous } = await first.secrets();
  await first.close();
  const second = await openDataDir(dir);

  expect(await second.secrets()).toEqual({ current, previous: null });
  expect(previous).toBeNull();
  expect(Buffer.from(current, 'base64')).toHaveLength(32);
  expect((await stat(dir)).mode & 0o777).toBe(0o700);
  expect((await stat(path.join(dir, 'secret'))).mode & 0o777).toBe(0o600);
  expect((await readFile(path.join(dir, 'secret'), 'utf8')).trim()).toBe(current);
  await second.close();
});

test('keeps both secrets while a rotation has begun, and goes on with it', async () => {
  const dir = path.join(parent, 'rotating');
  const first = await openDataDir(dir);
  const { current: old } = await first.secrets();
  const begun = await first.beginRotation();
  expect(begun.previous).toBe(old);
  expect(begun.current).not.toBe(old);
  await first.close();

  const second = await openDataDir(dir);
  expect(await second.secrets()).toEqual(begun);
  expect(await second.beginRotation()).toEqual(begun);
  await second.endRotation();
  expect(await second.secrets()).toEqual({ current: begun.current, previous: null });
  expect((await stat(path.join(dir, 'secret'))).mode & 0o777).toBe(0o600);
  await second.close();
});

test('is for one at a time, and free again after it is closed', async () => {
  const dir = path.join(parent, 'locked');
  const holder = await openDataDir(dir);
  await expect(openDataDir(dir)).rejects.toThrow(DataDirInUseError);
  await holder.close();
  await (await openDataDir(dir)).close();
});
