import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { readExample } from '../support/doc-pages';
import { packagesOfExample, versionOf, writeExampleApplication } from '../support/example-application';
import { testWith } from '../support/needs';

const typescript = path.join(__dirname, '../../node_modules/typescript/bin/tsc');

test('the code that protects the application has at most 15 lines', () => {
  const code = readExample('react').get('src/protected.tsx') ?? '';
  expect(code).toContain('fetch: auth.fetch');
  const lines = code.split('\n').filter((line) => line.trim() !== '' && !/^\s*(\/\/|\/\*\*)/.test(line));
  expect(lines.length).toBeLessThanOrEqual(15);
});

testWith('test/tools')('it names the versions with which it is tested, and compiles', () => {
  const { '@gatehouse-auth/client': client, ...others } = packagesOfExample();
  expect(client).toBe('file:../../../dist/client');
  expect(others).toEqual(Object.fromEntries(Object.keys(others).map((name) => [name, versionOf(name)])));
  const { folder, remove } = writeExampleApplication();
  const compiled = spawnSync(process.execPath, [typescript], { cwd: folder, encoding: 'utf8' });
  remove();
  expect(compiled).toMatchObject({ stdout: '', status: 0 });
});
