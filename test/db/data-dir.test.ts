import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, lstatSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openStores } from '../../src/compose/stores';
import { ConfigError } from '../../src/platform/config/config-error';
import { DataDirInUseError, openDataDir } from '../../src/platform/db/data-dir';
import { runCli } from '../support/cli';
import { testWith } from '../support/needs';
import { spawnGatehouse } from '../support/process';

const isRoot = process.geteuid?.() === 0;
const otherUser = 65_534;

let parent: string;
const umask = process.umask();
// Jest runs other test files in the same process.
afterAll(() => void process.umask(umask));
beforeAll(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'gatehouse-'));
});
afterAll(() => rm(parent, { recursive: true }));

test('keeps one secret, which only its owner can read', async () => {
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

test('keeps both secrets while a rotation has started, and continues it', async () => {
  const dir = path.join(parent, 'rotating');
  const first = await openDataDir(dir);
  const { current: old } = await first.secrets();
  const started = await first.beginRotation();
  expect(started.previous).toBe(old);
  expect(started.current).not.toBe(old);
  await first.close();

  const second = await openDataDir(dir);
  expect(await second.secrets()).toEqual(started);
  expect(await second.beginRotation()).toEqual(started);
  await second.endRotation();
  expect(await second.secrets()).toEqual({ current: started.current, previous: null });
  expect((await stat(path.join(dir, 'secret'))).mode & 0o777).toBe(0o600);
  await second.close();
});

test('is used by one process at a time, and free again after it is closed', async () => {
  const dir = path.join(parent, 'locked');
  const holder = await openDataDir(dir);
  await expect(openDataDir(dir)).rejects.toThrow(DataDirInUseError);
  await holder.close();
  await (await openDataDir(dir)).close();
});

const modeOf = (file: string) => (statSync(file).mode & 0o7777).toString(8);

/** Makes a folder with these files and exactly these modes. */
function makeFolder(name: string, mode: number, files: Record<string, number>): string {
  const dir = path.join(parent, name);
  mkdirSync(dir);
  for (const [file, fileMode] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(dir, file)), { recursive: true });
    writeFileSync(path.join(dir, file), 'x');
    chmodSync(path.join(dir, file), fileMode);
  }
  chmodSync(dir, mode);
  return dir;
}

test('restricts an open folder and the entries of Gatehouse in it to the owner, and follows no link', async () => {
  const dir = makeFolder('open', 0o755, {
    lock: 0o644,
    secret: 0o644,
    'pglite/base/1/1259': 0o666,
    'notes.txt': 0o644,
  });
  for (const folder of ['pglite', 'pglite/base', 'pglite/base/1']) chmodSync(path.join(dir, folder), 0o755);
  const elsewhere = makeFolder('elsewhere', 0o755, { file: 0o644 });
  symlinkSync(elsewhere, path.join(dir, 'pglite/folder'));
  symlinkSync(path.join(elsewhere, 'file'), path.join(dir, 'pglite/file'));

  await (await openDataDir(dir)).close();
  const modes = ['', 'lock', 'secret', 'pglite', 'pglite/base', 'pglite/base/1', 'pglite/base/1/1259', 'notes.txt'];
  expect(modes.map((name) => `${name} ${modeOf(path.join(dir, name))}`)).toEqual([
    ' 700',
    'lock 700',
    'secret 600',
    'pglite 700',
    'pglite/base 700',
    'pglite/base/1 700',
    'pglite/base/1/1259 600',
    'notes.txt 644',
  ]);
  expect([elsewhere, path.join(elsewhere, 'file')].map(modeOf)).toEqual(['755', '644']);
});

test('a link to a folder is followed', async () => {
  const dir = makeFolder('linked', 0o755, {});
  symlinkSync(dir, path.join(parent, 'link'));
  await (await openDataDir(path.join(parent, 'link'))).close();
  expect(modeOf(dir)).toBe('700');
});

test('no other user can read what an embedded database writes, from its first file on', async () => {
  const dir = makeFolder('database', 0o755, {});
  // The usual umask of a process.
  process.umask(0o022);
  const stores = await openStores({
    database: { kind: 'embedded', dataDir: dir },
    secret: null,
    previousSecret: null,
  });
  await stores.migrate();
  const written = readdirSync(dir, { recursive: true, encoding: 'utf8' });
  expect(written.length).toBeGreaterThan(450);
  const open = written.filter((file) => (lstatSync(path.join(dir, file)).mode & 0o077) !== 0);
  expect([modeOf(dir), ...open]).toEqual(['700']);
  if (isRoot) {
    const cat = spawnSync('cat', [path.join(dir, 'secret')], { uid: otherUser, gid: otherUser, encoding: 'utf8' });
    expect(cat).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining('Permission denied') });
  }
  await stores.close();
});

test('a folder that belongs to another user ends the start and the commands with 2', async () => {
  const dir = isRoot ? makeFolder('foreign', 0o777, {}) : '/usr';
  if (isRoot) chownSync(dir, otherUser, otherUser);
  const says = `DATA_DIR (${dir}) belongs to another user (uid ${isRoot ? otherUser : 0}). Run Gatehouse as that user, or set DATA_DIR to a folder for Gatehouse alone, such as ${dir}/gatehouse`;
  await expect(openDataDir(dir)).rejects.toThrow(new ConfigError([says]));
  expect(await runCli({ DATA_DIR: dir }, ['migrate'])).toEqual({ code: 2, out: '', err: `error: ${says}\n` });
  const server = await spawnGatehouse({ DATA_DIR: dir, GATEHOUSE_SECRET: '' });
  expect(await server.ended).toBe(2);
  expect(server.output()).toContain(says);
  if (isRoot) expect(readdirSync(dir)).toEqual([]);
});

test('a folder that all users share is not changed', async () => {
  const dir = makeFolder('shared', 0o1777, {});
  await expect(openDataDir(dir)).rejects.toThrow(`DATA_DIR (${dir}) is shared by all users`);
  expect(modeOf(dir)).toBe('1777');
});

testWith('root')('a file in it that belongs to another user is not used', async () => {
  const dir = makeFolder('mixed', 0o777, { 'pglite/PG_VERSION': 0o600, secret: 0o600 });
  chownSync(path.join(dir, 'secret'), otherUser, otherUser);
  await expect(openDataDir(dir)).rejects.toThrow(`DATA_DIR contains ${dir}/secret, which belongs to another user`);
  // The rejected start has released the lock of the folder.
  chownSync(path.join(dir, 'secret'), process.getuid?.() ?? 0, process.getgid?.() ?? 0);
  await (await openDataDir(dir)).close();
});
