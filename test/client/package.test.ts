import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildSync } from 'esbuild';
import { parse, print } from 'graphql';
import * as documents from '../../src/client/documents';
import { errorTable } from '../../src/platform/errors/error-table';
import { printedSchemas } from '../support/emit-schema';
import { builtClient } from '../support/process';

const root = path.join(__dirname, '../..');
const installed = path.join(root, 'node_modules');

/** A folder elsewhere, in which the packed package is installed, without the registry. */
let folder: string;
let packed: string[];

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-client-'));
  const npm = (...args: string[]) =>
    execFileSync('npm', [...args, '--offline', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: folder,
      encoding: 'utf8',
    });
  const [tarball] = JSON.parse(npm('pack', builtClient, '--json'));
  packed = tarball.files.map((file: { path: string }) => file.path);
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module", "private": true }');
  npm('install', `./${tarball.filename}`, '--legacy-peer-deps');
  // What an application that uses these subpaths has installed.
  for (const name of ['react', 'graphql', 'jose']) symlinkSync(path.join(installed, name), inModules(name));
  mkdirSync(inModules('@types'));
  symlinkSync(path.join(installed, '@types/react'), inModules('@types/react'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const inModules = (name: string) => path.join(folder, 'node_modules', name);
const manifest = () => JSON.parse(readFileSync(inModules('@gatehouse-auth/client/package.json'), 'utf8'));

const run = (code: string) =>
  spawnSync(process.execPath, ['--input-type=module', '--eval', code], { cwd: folder, encoding: 'utf8' });

test('the package has compiled files, and nothing that installs anything', () => {
  const own = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const { name, version, license, engines, type, sideEffects, dependencies, scripts, peerDependenciesMeta } =
    manifest();
  // Browsers have no version of Node.
  expect(engines).toBeUndefined();
  expect({ name, version, license, type, sideEffects }).toEqual({
    name: '@gatehouse-auth/client',
    version: own.version,
    license: own.license,
    type: 'module',
    sideEffects: false,
  });
  expect([dependencies, scripts]).toEqual([undefined, undefined]);
  expect(Object.values(peerDependenciesMeta)).toEqual(Array(3).fill({ optional: true }));
  expect(packed.filter((file) => !/\.(js|d\.ts)$/.test(file)).sort()).toEqual(['LICENSE', 'README.md', 'package.json']);
  expect(own.files).toContain('!dist/client');
});

test('each subpath can be imported', () => {
  const subpaths = Object.keys(manifest().exports).filter((subpath) => subpath !== './package.json');
  expect(subpaths).toEqual(expect.arrayContaining(['.', './documents', './react', './verify']));
  const names = subpaths.map((subpath) => path.posix.join('@gatehouse-auth/client', subpath));
  const code = names.map((name) => `console.log(Object.keys(await import('${name}')).length > 0);`).join('\n');
  expect(run(code)).toMatchObject({ stdout: 'true\n'.repeat(names.length), stderr: '', status: 0 });
});

test('a command with the client ends: no timer and no channel keeps it running', () => {
  const code = `import { createClient } from '@gatehouse-auth/client';
    const storage = { getItem: () => null, setItem() {}, removeItem() {} };
    console.log(await createClient({ url: 'http://127.0.0.1:1', storage }).accessToken());`;
  expect(run(code)).toMatchObject({ stdout: 'null\n', status: 0 });
});

test('browsers load the compiled files without a bundler', () => {
  const imports = packed
    .filter((file) => file.endsWith('.js'))
    .flatMap((file) => [
      ...readFileSync(inModules(`@gatehouse-auth/client/${file}`), 'utf8').matchAll(
        /^(?:import|export) [^;]*?from '([^']+)'/gm,
      ),
    ])
    .map(([, from = '']) => from);
  expect(imports.length).toBeGreaterThan(10);
  const others = imports.filter((from) => !/^\.{1,2}\/.*\.js$/.test(from));
  expect([...new Set(others)].filter((from) => !['jose', 'react'].includes(from))).toEqual([]);
});

test.each([
  ['@gatehouse-auth/client', 7000],
  ['@gatehouse-auth/client/verify', 6300],
])('%s has at most %i bytes, minified and compressed, without its peers', (name, most) => {
  const { outputFiles } = buildSync({
    stdin: { contents: `export * from '${name}'`, resolveDir: folder },
    bundle: true,
    external: ['jose'],
    minify: true,
    format: 'esm',
    write: false,
    // The solver of puzzles is loaded with the first one.
    splitting: true,
    outdir: folder,
  });
  const entry = outputFiles.find(({ path }) => path.endsWith('stdin.js'));
  expect(gzipSync(entry?.contents ?? '').length).toBeLessThanOrEqual(most);
});

describe('types', () => {
  /** The programs by their files. One compiler checks them all, because its start takes most of the time. */
  const programs = new Map<string, string>();
  /** Adds a program. Returns a function that returns what `tsc` says about it. */
  function program(code: string): () => string {
    const file = `program-${programs.size}.tsx`;
    programs.set(file, code);
    return () => said.filter((line) => line.startsWith(`${file}(`)).join('\n');
  }
  let said: string[];
  beforeAll(() => {
    const declared =
      "declare module 'react-dom/client' { export function createRoot(at: Element): { render(node: unknown): void } }";
    writeFileSync(path.join(folder, 'react-dom.d.ts'), declared);
    for (const [file, code] of programs) writeFileSync(path.join(folder, file), code);
    const options =
      '--noEmit --strict --module esnext --moduleResolution bundler --moduleDetection force --target es2022 --lib es2022,dom --jsx react-jsx';
    const args = [path.join(installed, 'typescript/bin/tsc'), ...options.split(' '), '--types', ''];
    const files = ['react-dom.d.ts', ...programs.keys()];
    const { stdout } = spawnSync(process.execPath, [...args, ...files], { cwd: folder, encoding: 'utf8' });
    // The further lines of a message are indented.
    said = stdout.split(/\n(?! )/).filter(Boolean);
  });

  test('the compiler says nothing about other files', () => {
    expect(said.filter((line) => !/^program-\d+\.tsx\(/.test(line))).toEqual([]);
  });

  const switchOver = (codes: string[]) =>
    program(`
    import type { Problem } from '@gatehouse-auth/client';
    export function textOf({ code }: Problem): string {
      switch (code) {
        ${codes.map((code) => `case '${code}': return '${code}';`).join('\n')}
        default: return code satisfies never;
      }
    }`);
  const all = [...Object.keys(errorTable), 'NETWORK', 'ACCOUNT_CHANGED', 'PASSKEY_CANCELLED', 'PASSKEY_EXISTS'];
  const complete = switchOver(all);
  const withoutOne = ['LINK_REQUIRED', 'NETWORK'].map((forgotten) => ({
    forgotten,
    typesOf: switchOver(all.filter((code) => code !== forgotten)),
  }));
  const withOneMore = switchOver([...all, 'NO_SUCH_CODE']);

  test('a switch over all codes compiles, and without one of them it does not', () => {
    expect(complete()).toBe('');
    for (const { forgotten, typesOf } of withoutOne) expect(typesOf()).toContain(`Type '"${forgotten}"'`);
    expect(withOneMore()).toContain('NO_SUCH_CODE');
  });

  const examplesIn = (file: string) =>
    [...readFileSync(path.join(root, file), 'utf8').matchAll(/```tsx?\n([\s\S]*?)```/g)].map(([, code = '']) =>
      program(code),
    );
  const ofReadme = examplesIn('src/client/README.md');
  const ofPage = examplesIn('docs/integrate/react-and-next.md');

  test('the examples of the README, and of the page about React, compile', () => {
    expect([ofReadme.length, ofPage.length]).toEqual([5, 2]);
    for (const typesOf of [...ofReadme, ...ofPage]) expect(typesOf()).toBe('');
  });

  const withClient = (line: string) =>
    program(`import { createClient } from '@gatehouse-auth/client';
      const auth = createClient({ url: 'https://id.example.com' });
      ${line}`);
  const right = withClient(`const login = await auth.login({ email: "", password: "" }); if (login.ok) login.user.id;
      const sessions = await auth.sessions({ first: 5 }); if (sessions.ok) sessions.sessions[0]?.userAgent;`);
  const unchecked = withClient('const login = await auth.login({ email: "", password: "" }); login.user;');
  const incomplete = withClient('auth.login({ email: "" });');
  const signedOut = withClient('if (auth.state.status === "signedOut") auth.state.user.id;');

  const misspelt = withClient('auth.enrollTotp({ password: "" });');
  const ofOther = withClient('const sessions = await auth.sessions({ first: 5 }); if (sessions.ok) sessions.factors;');

  test('a mistake does not compile', () => {
    expect(right()).toBe('');
    expect(misspelt()).toContain('TS2353');
    expect(ofOther()).toContain('TS2339');
    expect(unchecked()).toContain('TS2339');
    expect(incomplete()).toContain('TS2741');
    expect(signedOut()).toContain('TS18047');
  });

  const withDocument = (line: string) =>
    program(`import { LoginDocument, type LoginMutation } from '@gatehouse-auth/client/documents';
      import type { DocumentNode } from 'graphql';
      interface Typed<Result, Variables> extends DocumentNode { __apiType?: (variables: Variables) => Result }
      declare function mutate<Result, Variables>(document: Typed<Result, Variables>, variables: Variables): Result;
      ${line}`);
  const input = '{ input: { email: "ada@example.com", password: "correct horse battery" } }';
  const typed = withDocument(
    `const { login }: LoginMutation = mutate(LoginDocument, ${input}); login.result?.user.firstName;`,
  );
  const forgotten = withDocument('mutate(LoginDocument, { input: { email: "ada@example.com" } });');

  test('a document has the types of its result and variables', () => {
    expect(typed()).toBe('');
    expect(forgotten()).toContain('password');
  });
});

test('each operation of the GraphQL API has a document', () => {
  const fields = (name: string) => {
    const [type] = parse(printedSchemas['schema.graphql']?.() ?? '').definitions.filter(
      (one) => one.kind === 'ObjectTypeDefinition' && one.name.value === name,
    );
    return type?.kind === 'ObjectTypeDefinition' ? (type.fields ?? []).map((field) => field.name.value) : [];
  };
  const all = Object.values(documents).map((document) => print(document));
  const used = (field: string) => all.some((text) => new RegExp(`^  ${field}\\b`, 'm').test(text));
  const declared = [...fields('Query'), ...fields('Mutation')];
  expect(declared.length).toBeGreaterThan(30);
  expect(declared.filter((field) => !used(field))).toEqual([]);
});
