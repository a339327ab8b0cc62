import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { spawnGatehouse, withoutDatabase } from '../support/process';
import { until } from '../support/until';

/**
 * Starts more hashes than can run at the same time. Prints how many had ended when a DNS look-up and a file read ended.
 */
const probe = `
  const { readFile } = require('node:fs');
  const { lookup } = require('node:dns');
  const { pbkdf2 } = require('node:crypto');
  process.once('SIGUSR2', () => {
    let ended = 0;
    let waited = 2;
    const done = (error) => {
      if (error) console.error(error);
      if (--waited === 0) console.error('ended before DNS and a file: ' + ended);
    };
    for (let n = 0; n < ${availableParallelism() + 3}; n++) pbkdf2('', '', 1e6, 64, 'sha512', () => void ended++);
    readFile(__filename, done);
    lookup('localhost', done);
  });`;

test('DNS and files do not wait for hashes in the server', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-'));
  const file = path.join(folder, 'probe.cjs');
  writeFileSync(file, probe);
  const gatehouse = await spawnGatehouse({ ...(await withoutDatabase()), NODE_OPTIONS: `--require ${file}` });
  await until(() => gatehouse.output().includes('"listening"'));
  gatehouse.child.kill('SIGUSR2');
  const ended = () => gatehouse.output().match(/ended before DNS and a file: (\d+)/)?.[1];
  await until(async () => ended() !== undefined);
  expect(ended()).toBe('0');
  await gatehouse.signal('SIGKILL');
  rmSync(folder, { recursive: true });
});

test.each([
  ['none is asked for', '', String(availableParallelism() + 4)],
  ['fewer are asked for', '2', String(availableParallelism() + 4)],
  ['more are asked for', '512', '512'],
])('the size of the pool where %s', (_, asked, size) => {
  const script = `require(${JSON.stringify(path.join(__dirname, '../../dist/platform/runtime/thread-pool.js'))});
    process.stdout.write(process.env.UV_THREADPOOL_SIZE)`;
  expect(String(execFileSync(process.execPath, ['-e', script], { env: { UV_THREADPOOL_SIZE: asked } }))).toBe(size);
});

test('.env can set the size of the pool', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-'));
  writeFileSync(path.join(folder, '.env'), 'UV_THREADPOOL_SIZE=512\n');
  const script = `require(${JSON.stringify(path.join(__dirname, '../../dist/platform/runtime/thread-pool.js'))});
    process.stdout.write(process.env.UV_THREADPOOL_SIZE)`;
  expect(String(execFileSync(process.execPath, ['-e', script], { cwd: folder, env: {} }))).toBe('512');
  rmSync(folder, { recursive: true });
});
