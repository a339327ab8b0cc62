import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildClientSchema, printType } from 'graphql';
import { cliFile, runCli } from '../support/cli';
import { testWith, toolPackages } from '../support/needs';

const root = path.join(__dirname, '../..');
const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-'));
const settings = { DATA_DIR: folder, USER_FIELDS: path.join(folder, 'user-fields.json') };
writeFileSync(
  settings.USER_FIELDS,
  JSON.stringify({
    plan: { type: 'string', enum: ['free', 'pro'] },
    seats: { type: 'integer', write: 'user' },
    score: { type: 'integer', read: 'admin' },
  }),
);
const print = async (...options: string[]) => {
  const { code, out, err } = await runCli(settings, ['schema', ...options]);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return out;
};

test('without USER_FIELDS, it is the committed schema, and a pipe gets all of it', () => {
  const env = { PATH: process.env.PATH, DATA_DIR: folder };
  const out = execFileSync(process.execPath, [cliFile, 'schema'], { encoding: 'utf8', env, cwd: folder });
  // A pipe takes 64 kB at once.
  expect(out.length).toBeGreaterThan(100_000);
  expect(out).toBe(readFileSync(path.join(root, 'schema.graphql'), 'utf8'));
});

test('the schema of an installation has its fields: each reader those that it may read', async () => {
  const publicSchema = await print();
  expect(publicSchema).toContain('type UserFields {\n');
  expect(publicSchema).toContain('enum UserFieldPlan {\n');
  expect(publicSchema).toMatch(/input UserFieldsInput \{\n.*\n {2}seats: Int\n\}/);
  expect(publicSchema).not.toContain('score');
  expect(await print('--admin')).toMatch(/type UserFields \{[^}]* score: Int\n/);
  expect(await print('--subgraph')).toMatch(/^extend schema @link.*[\s\S]* fields: UserFields!/);
  const type = buildClientSchema(JSON.parse(await print('--json'))).getType('UserFields');
  expect(type && printType(type)).toContain('plan: UserFieldPlan');
});

test('a wrong file is named', async () => {
  const { code, out, err } = await runCli({ ...settings, USER_FIELDS: path.join(folder, 'none.json') }, ['schema']);
  expect(err).toMatch(/USER_FIELDS names a file that cannot be read/);
  expect({ isDone: code === 0, out }).toEqual({ isDone: false, out: '' });
});

testWith('test/tools')('generated code has the types of the fields', async () => {
  const file = (name: string, text: string) => {
    writeFileSync(path.join(folder, name), text);
    return path.join(folder, name);
  };
  const schema = file('schema.graphql', await print());
  const documents = file('me.graphql', 'query Me { me { fields { plan seats } } }');
  const generates = {
    [path.join(folder, 'me.ts')]: { plugins: ['typescript-operations'], config: { enumsAsTypes: true } },
  };
  const config = file('codegen.json', JSON.stringify({ schema, documents, generates }));
  const codegen = path.join(toolPackages, '.bin/graphql-codegen');
  execFileSync(codegen, ['--silent', '--config', config], { cwd: path.dirname(toolPackages) });
  const types = readFileSync(path.join(folder, 'me.ts'), 'utf8');
  expect(types).toContain('fields: { plan: UserFieldPlan | null, seats: number | null }');
  expect(types).toMatch(/UserFieldPlan =[^;]*'free'[^;]*'pro';/);
});
