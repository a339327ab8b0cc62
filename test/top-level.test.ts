import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

const root = path.join(__dirname, '..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

/** What the project was asked to have here. */
const card = [
  'README.md',
  'codegen.yml',
  'docker-compose.yml',
  'jest.config.js',
  'package.json',
  'prisma',
  'src',
  'test',
  'tsconfig.json',
];

/** What else is here, and why it cannot be further down. */
const others: Readonly<Record<string, string>> = {
  '.ci': 'what CI runs',
  '.devcontainer': 'editors and Codespaces look for it here',
  '.dockerignore': 'Docker reads it beside the Dockerfile',
  '.editorconfig': 'editors look for it here',
  '.env.example': 'a copy of it is .env, which a start reads here',
  '.github': 'GitHub reads it here',
  '.gitignore': 'for all folders',
  '.npmrc': 'npm reads it beside package.json',
  'CHANGELOG.md': 'people and tools look for it here',
  'CONTRIBUTING.md': 'code hosts link it from here',
  Dockerfile: 'docker-compose.yml builds it with `build: .`',
  LICENSE: 'code hosts and npm look for it here',
  'SECURITY.md': 'code hosts link it from here',
  'admin.graphql': 'its diff is the review of the administration API',
  bench: 'no test and no part of the server; design and README name it',
  'biome.json': 'editors look for it here',
  docs: 'code hosts show it from here',
  'package-lock.json': 'npm reads it beside package.json',
  release: 'the scripts of package.json, also where there is no test folder: in the image',
  'schema.graphql': 'its diff is the review of the GraphQL API',
};

test('the top level has what was asked for, and nothing without a reason', () => {
  const ignored = read('.gitignore')
    .split('\n')
    .map((line) => line.replace(/\/$/, ''));
  const present = readdirSync(root).filter((name) => name !== '.git' && !ignored.includes(name));
  expect(present.sort()).toEqual([...card, ...Object.keys(others)].sort());
});

test('codegen.yml makes the typed documents, through npm run codegen and npx graphql-codegen', () => {
  const { generates } = parse(read('codegen.yml'), { merge: true }) as {
    generates: Record<string, { schema: string; documents: string; plugins: string[] }>;
  };
  const file = 'src/client/documents/index.ts';
  expect(generates[file]?.plugins).toEqual(['typescript-operations', 'typed-document-node']);
  expect(read(file)).toContain('TypedDocumentNode');
  const { scripts } = JSON.parse(read('package.json'));
  expect(scripts.codegen).toContain('node test/tools/graphql-codegen.js');
  expect(read('release/link-commands.js')).toContain("'graphql-codegen': 'test/tools/graphql-codegen.js'");
});
