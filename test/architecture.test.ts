import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Who may import whom. A folder may import what is on a lower line; on one line only itself. A new file or folder
 * fails the first test until it has a place here.
 */
const layers: readonly (readonly string[])[] = [
  ['main.ts', 'cli'],
  ['serve.ts'],
  ['app.ts'],
  ['graphql', 'rest', 'metrics', 'traces'],
  ['http'],
  ['services.ts'],
  ['admin'],
  ['auth', 'health', 'jobs'],
  ['sessions'],
  ['signing-keys', 'users', 'rate-limits'],
  ['audit'],
  ['secrets'],
  ['stores.ts'],
  ['db'],
  ['generated'],
  ['thread-pool.ts'],
  ['log.ts', 'clock.ts', 'environment.ts', 'client.ts', 'deadline.ts', 'slots.ts', 'network.ts'],
  ['around-methods.ts'],
  ['config.ts', 'errors.ts', 'outcomes.ts'],
  ['limits.ts', 'trail.ts', 'operations.ts', 'json-text.ts', 'rejection-reasons.ts', 'similar-names.ts'],
];
/** Where a line above is too coarse: stores.ts makes the stores, of which it is the inventory. */
const exceptions: Readonly<Record<string, readonly string[]>> = {
  'stores.ts': ['users', 'signing-keys', 'sessions', 'rate-limits', 'audit', 'jobs', 'secrets'],
};
const fileRoles = [
  'service',
  'store',
  'inputs',
  'resolver',
  'type',
  'types',
  'routes',
  'record',
  'document',
  'page',
  'command',
];

const src = path.join(__dirname, '../src');

interface SourceFile {
  /** Relative to src, e.g. `auth/auth.service.ts`. */
  file: string;
  text: string;
  imports: { target: string; typeOnly: boolean }[];
}

const files: SourceFile[] = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.startsWith('generated') && !file.endsWith('.d.ts'))
  .map((file) => {
    const text = readFileSync(path.join(src, file), 'utf8');
    return { file, text, imports: importsOf(text, file) };
  });

function importsOf(text: string, file: string): SourceFile['imports'] {
  const statements = text.matchAll(/^(import|export)\s+(type\s+)?[^;'"]*?\bfrom\s+'([^']+)';|import\('([^']+)'\)/gm);
  return [...statements].map(([, , type, from, dynamic]) => {
    const target = (from ?? dynamic ?? '').replace(/^(\..*)\.js$/, '$1');
    const resolved = target.startsWith('.') ? path.posix.join(path.posix.dirname(file), target) : target;
    return { target: resolved, typeOnly: type !== undefined };
  });
}

const isOwn = (target: string) => files.some(({ file }) => file === `${target}.ts`) || target.startsWith('generated/');
const ownImports = (file: SourceFile) => file.imports.filter(({ target }) => isOwn(target));

/** `auth/auth.service.ts` is in `auth`, `main.ts` in itself. */
const placeOf = (file: string): string =>
  file.includes('/') ? file.slice(0, file.indexOf('/')) : file.replace(/(\.ts)?$/, '.ts');
const layerOf = (file: string): number => layers.findIndex((layer) => layer.includes(placeOf(file)));

function violations(rule: (file: SourceFile) => string[]): string[] {
  return files.flatMap((file) => rule(file).map((what) => `${file.file}: ${what}`));
}

test('every file has a place', () => {
  expect(violations(({ file }) => (layerOf(file) === -1 ? ['is in no layer'] : []))).toEqual([]);
});

test('imports go down', () => {
  const upward = violations((source) =>
    ownImports(source)
      .filter(({ target }) => {
        const [from, to] = [placeOf(source.file), placeOf(target)];
        return from !== to && layerOf(target) <= layerOf(source.file) && !exceptions[from]?.includes(to);
      })
      .map(({ target, typeOnly }) => `imports ${target}${typeOnly ? ' (type)' : ''}`),
  );
  expect(upward).toEqual([]);
});

test('no file imports itself by a detour', () => {
  const graph = new Map(files.map((source) => [source.file, ownImports(source).map(({ target }) => `${target}.ts`)]));
  const done = new Set<string>();
  const findCycle = (file: string, trail: string[]): string[] | null => {
    if (trail.includes(file)) return [...trail.slice(trail.indexOf(file)), file];
    if (done.has(file)) return null;
    for (const next of graph.get(file) ?? []) {
      const cycle = findCycle(next, [...trail, file]);
      if (cycle) return cycle;
    }
    done.add(file);
    return null;
  };
  expect(files.map(({ file }) => findCycle(file, [])).find(Boolean)).toBeUndefined();
});

test('only db/ knows the generated client, pg and PGlite', () => {
  const drivers = /^(generated\/|@prisma\/|pg$|@electric-sql\/|pglite-prisma-adapter)/;
  expect(
    violations((source) =>
      placeOf(source.file) === 'db'
        ? []
        : source.imports.filter(({ target }) => drivers.test(target)).map(({ target }) => target),
    ),
  ).toEqual([]);
});

test('services and features import stores as types, and the client as one', () => {
  expect(
    violations((source) =>
      source.file === 'stores.ts'
        ? []
        : source.imports
            .filter(({ target, typeOnly }) => /\.store$|^db\/client$/.test(target) && !typeOnly)
            .filter(() => placeOf(source.file) !== 'db')
            .map(({ target }) => `imports the value of ${target}`),
    ),
  ).toEqual([]);
});

test('a door reads, calls and renders: no store, hashing, token or database, and no try around a service', () => {
  const belongsBehind =
    /\.store$|^db\/|^auth\/(password|email|access-token|auth\.inputs)$|^argon2$|^jsonwebtoken$|^node:crypto$/;
  expect(
    violations((source) => {
      if (!['graphql', 'rest'].includes(placeOf(source.file))) return [];
      const imported = source.imports.filter(({ target }) => belongsBehind.test(target)).map(({ target }) => target);
      const tries =
        /\b(resolver|routes)\.ts$/.test(source.file) && /\btry\b|\.catch\(/.test(source.text) ? ['catches'] : [];
      return [...imported, ...tries];
    }),
  ).toEqual([]);
});

test('mapping is field by field: no spread in stores, records and types', () => {
  expect(
    violations(({ file, text }) =>
      /\.(record|type|store)\.ts$/.test(file) && text.includes('...') ? ['spreads'] : [],
    ),
  ).toEqual([]);
});

test('the environment is read in one place', () => {
  expect(
    violations(({ file, text }) => (file === 'environment.ts' || !text.includes('process.env') ? [] : ['process.env'])),
  ).toEqual([]);
});

test('what a command prints as JSON is escaped for terminals', () => {
  expect(
    violations(({ file, text }) =>
      file.endsWith('.command.ts') && text.includes('JSON.stringify') ? ['JSON.stringify'] : [],
    ),
  ).toEqual([]);
});

test('argon2 is loaded where its binary is chosen', () => {
  expect(
    violations(({ file, text }) =>
      file === 'auth/argon2-binary.ts' || !/(from|require\() ?'argon2'/.test(text) ? [] : ['loads argon2'],
    ),
  ).toEqual([]);
});

test('only doors know Express', () => {
  expect(
    violations((source) =>
      ['graphql', 'rest', 'http', 'app.ts'].includes(placeOf(source.file))
        ? []
        : source.imports
            .filter(({ target }) => /^express$|^node:http$|^@apollo\//.test(target))
            .map(({ target }) => target),
    ),
  ).toEqual([]);
});

test('files are kebab-case with their role as suffix, exports are named, and nothing is a barrel', () => {
  const name = new RegExp(`^[a-z][a-z0-9-]*(\\.(${fileRoles.join('|')}))?\\.ts$`);
  expect(violations(({ file }) => (name.test(path.basename(file)) ? [] : ['name']))).toEqual([]);
  expect(violations(({ text }) => (/^export default/m.test(text) ? ['default export'] : []))).toEqual([]);
  expect(violations(({ text }) => (/^export \* from/m.test(text) ? ['barrel'] : []))).toEqual([]);
});
