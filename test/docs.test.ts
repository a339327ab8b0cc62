import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { postJson } from './support/apis';
import { type Gatehouse, startGatehouse } from './support/gatehouse';
import { renderedDocs } from './support/render-docs';

const readme = readFileSync(path.join(__dirname, '../README.md'), 'utf8');

test.each(renderedDocs())('$file has the tables of the code (npm run codegen makes them)', ({ current, expected }) => {
  expect(current).toBe(expected);
  expect(current).toMatch(/<!-- \w+: made from the code -->\n[|#]/);
});

test('package.json, README, the installation and CI name the same versions of Node', () => {
  const read = (file: string) => readFileSync(path.join(__dirname, '..', file), 'utf8');
  const oldest = (JSON.parse(read('package.json')).engines.node as string).split(' || ').map((range) => {
    const [, major, minor] = range.match(/^\^(\d+)\.(\d+)\.0$/) ?? [];
    return { major, minor: Number(minor) };
  });
  const inProse = oldest.map(({ major, minor }) => (minor > 0 ? `${major} (${major}.${minor} or later)` : major));
  const sentence = `Node ${inProse.slice(0, -1).join(', ')} or ${inProse.at(-1)}`;
  expect(readme).toContain(sentence);
  expect(read('docs/how-to/install.md')).toContain(sentence);
  const [first, ...others] = oldest;
  const inCi = [`${first?.major}.${first?.minor}.0`, ...others.map(({ major }) => major)];
  expect(read('.ci/node-versions')).toContain(`versions=(${inCi.join(' ')})`);
});

describe("the README's calls", () => {
  let gatehouse: Gatehouse;
  beforeAll(async () => {
    gatehouse = await startGatehouse({ PUBLIC_URL: 'http://localhost:4000' });
  });
  afterAll(() => gatehouse.stop());

  const calls = [...readme.matchAll(/```sh\n(curl [\s\S]*?)\n```\n\n```json\n([\s\S]*?)\n```/g)];

  /** Replaces what is new in every answer: ids, times and the parts of the token. */
  const constant = (answer: string): string =>
    answer
      .replace(/"[0-9a-f]{8}-[0-9a-f-]{27}"/g, '"<id>"')
      .replace(/"\d{4}-\d\d-\d\dT[\d:.]+"/g, '"<time>"')
      .replace(/"eyJ[\w-]+\.eyJ[\w-]+\.[\w-]{86}"/g, '"<jwt>"');

  test.each(calls.map(([, command = '', answer = '']) => ({ command, answer })))(
    'give their answers: $command',
    async ({ command, answer }) => {
      const here = command.replace('localhost:4000', new URL(gatehouse.url).host);
      // Not execFileSync: the server that answers is in this process.
      const { stdout } = await promisify(execFile)('sh', ['-c', here]);
      expect(constant(stdout.trim())).toBe(constant(answer));
    },
  );

  test('are two', () => expect(calls).toHaveLength(2));

  test('and the code of docs/reference/errors.md for a short password', async () => {
    const errors = readFileSync(path.join(__dirname, '../docs/reference/errors.md'), 'utf8');
    const response = await postJson(`${gatehouse.url}/auth/login`, { email: 'ada@example.com', password: 'short' });
    const [, documented = ''] = errors.match(/## REST\n\n```json\n([\s\S]*?)\n```/) ?? [];
    expect(await response.json()).toEqual(JSON.parse(documented));
  });
});

test('the file of example settings starts as it is, and names settings that exist', () => {
  const example = readFileSync(path.join(__dirname, '../.env.example'), 'utf8');
  const named = [...example.matchAll(/^#? ?([A-Z_]+)=/gm)].map(([, name]) => name);
  const settings = readFileSync(path.join(__dirname, '../docs/reference/settings.md'), 'utf8');
  for (const name of named) expect(settings).toContain(`| \`${name}\` |`);
  expect(example.split('\n').filter((line) => line !== '' && !line.startsWith('#'))).toEqual([]);
});
