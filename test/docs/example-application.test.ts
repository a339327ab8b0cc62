import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { readExample } from '../support/doc-pages';
import { writeExampleApplication } from '../support/example-application';
import { examplePackages, testWith } from '../support/needs';

const typescript = path.join(examplePackages, 'typescript/bin/tsc');

test('the code that protects the application has at most 15 lines', () => {
  const code = readExample('react').get('src/protected.tsx') ?? '';
  expect(code).toContain('fetch: auth.fetch');
  const lines = code.split('\n').filter((line) => line.trim() !== '' && !/^\s*(\/\/|\/\*\*)/.test(line));
  expect(lines.length).toBeLessThanOrEqual(15);
});

testWith('docs/examples')('it compiles', () => {
  const { folder, remove } = writeExampleApplication();
  const compiled = spawnSync(process.execPath, [typescript], { cwd: folder, encoding: 'utf8' });
  remove();
  expect(compiled).toMatchObject({ stdout: '', status: 0 });
});
