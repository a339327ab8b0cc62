import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pages, readPage } from '../support/doc-pages';
import { ofClient, packageCommands, packagesImportedBy } from '../support/package-commands';

/**
 * No command of the documents runs code of a stranger, also in a wrong folder: npm and npx look for a name in the registry,
 * and anyone can register one that is free.
 */
const root = path.join(__dirname, '../..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const packageOf = (folder: string) => JSON.parse(read(`${folder}/package.json`));
const own = packageOf('.');

/** The packages that a page may name: each is in a package.json of this repository, from the project that the name means. */
const wellKnown: Readonly<Record<string, string>> = {
  '@graphql-codegen/cli': 'The Guild',
  '@graphql-codegen/typed-document-node': 'The Guild',
  '@graphql-codegen/typescript-operations': 'The Guild',
  '@hono/node-server': 'Hono',
  '@modelcontextprotocol/server': 'Model Context Protocol',
  express: 'OpenJS Foundation',
  hono: 'Hono',
  jest: 'OpenJS Foundation; run, never installed',
  jose: 'panva',
  'openapi-fetch': 'openapi-ts',
  'openapi-typescript': 'openapi-ts',
  'openid-client': 'panva',
  standardwebhooks: 'Standard Webhooks',
  tsx: 'privatenumber; run, never installed',
  typescript: 'Microsoft',
};
const versions: Record<string, string> = {
  ...own.devDependencies,
  ...own.dependencies,
  ...packageOf('docs/examples').dependencies,
};

const documents = [...pages, 'CHANGELOG.md', 'bench/README.md', 'src/client/README.md'];
const commands = documents.flatMap((file) => packageCommands(file, read(file)));

/** Why the command could run or install a package of a stranger, or null. */
function problemOf({ program, args }: { program: string; args: readonly string[] }): string | null {
  const names = args.filter((arg) => !arg.startsWith('-'));
  if (program === 'npx') {
    if (args[0] === '--no-install') return null;
    return names[0] !== undefined && names[0] in wellKnown ? null : 'write npx --no-install';
  }
  const strangers = names.filter((name) => !isFile(name) && !(name.replace(/(?<=.)@[\w.-]+$/, '') in wellKnown));
  return strangers.length > 0 ? `not in the list of well-known packages: ${strangers.join(', ')}` : null;
}
const isFile = (name: string): boolean => /^(\.{1,2}\/|\/|file:)/.test(name) && !/^[^./].*\//.test(name);

test('no command names a package that could be of a stranger', () => {
  expect(commands.length).toBeGreaterThan(40);
  const problems = commands.map((command) => ({ ...command, problem: problemOf(command) }));
  expect(problems.filter(({ problem }) => problem !== null)).toEqual([]);
});

test.each([
  ['npx gatehouse serve'],
  ['npx tsc'],
  ['npx graphql-codegen --config codegen.yml'],
  ['npm exec gatehouse'],
  ['npm install gatehouse-client jose'],
  ['npm i -D @gatehouse-auth/client'],
  ['npm init gatehouse'],
  ['npm install jose && npx create-gatehouse'],
])('%s is such a command', (text) => {
  const found = packageCommands('docs/page.md', `Text \`${text}\`.`);
  expect(found.filter((command) => problemOf(command) !== null)).toHaveLength(1);
});

test('the list has only packages with which the tests run', () => {
  expect(Object.keys(wellKnown).filter((name) => !(name in versions))).toEqual([]);
});

test('a program that a page writes imports what the page installs', () => {
  for (const page of pages) {
    const imported = readPage(page).flatMap(({ file, text }) => (file ? packagesImportedBy(text) : []));
    const installed = commands
      .filter(({ file, program }) => file === page && program !== 'npx')
      .flatMap(({ args }) => args);
    const names = installed.map((name) => (name.endsWith('/gatehouse-client.tgz') ? ofClient : name));
    expect({ page, missing: imported.filter((name) => !names.includes(name)) }).toEqual({ page, missing: [] });
  }
});
