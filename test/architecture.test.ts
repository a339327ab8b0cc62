import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Which folder may import which folders: the folders on lower lines, and no other folder on the same line. A new folder of
 * the platform fails the first test until it has a place in this list.
 */
const layers: readonly (readonly string[])[] = [
  ['client'],
  ['main.ts', 'cli'],
  ['serve.ts'],
  ['app.ts'],
  ['printed-schemas.ts'],
  ['apis.ts', 'admin-schema.ts', 'pages'],
  ['*.graphql.ts', '*.rest.ts'],
  ['platform/graphql', 'platform/rest'],
  ['platform/http'],
  ['compose.ts'],
  ['doctor'],
  ['*.module.ts'],
  ['wiring'],
  ['features.ts'],
  ['*.feature.ts'],
  ['feature.ts'],
  ['features'],
  ['platform/health'],
  ['platform/messages'],
  ['platform/email'],
  ['platform/one-time-tokens'],
  ['platform/rate-limits'],
  ['platform/webhooks'],
  ['platform/audit', 'platform/instances'],
  ['platform/encryption', 'platform/jobs'],
  ['platform/db'],
  ['generated'],
  ['platform/observability'],
  ['platform/operations'],
  ['platform/request'],
  ['platform/runtime'],
  ['platform/errors'],
  ['platform/config'],
];
/** The only files that are directly in src. */
const rootFiles = [
  'main.ts',
  'serve.ts',
  'app.ts',
  'apis.ts',
  'admin-schema.ts',
  'printed-schemas.ts',
  'compose.ts',
  'features.ts',
  'feature.ts',
];
const fileRoles = [
  'operations',
  'feature',
  'module',
  'service',
  'store',
  'inputs',
  'answers',
  'graphql',
  'rest',
  'routes',
  'type',
  'document',
  'page',
  'command',
  'metrics',
  'settings',
  'tables',
];

const src = path.join(__dirname, '../src');

interface SourceFile {
  /** The path relative to src, for example `auth/auth.service.ts`. */
  file: string;
  text: string;
  imports: { target: string; typeOnly: boolean }[];
}

const files: SourceFile[] = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.match(/\.tsx?$/) && !file.startsWith('generated') && !file.endsWith('.d.ts'))
  .map((file) => {
    const text = readFileSync(path.join(src, file), 'utf8');
    return { file, text, imports: importsOf(text, file) };
  });

function importsOf(text: string, file: string): SourceFile['imports'] {
  const statements = text.matchAll(
    /^(import|export)\s+(type\s+)?[^;'"]*?\bfrom\s+'([^']+)';|^import\s+'([^']+)';|(?:import|require)\('([^']+)'\)/gm,
  );
  return [...statements].map(([, , type, from, effect, dynamic]) => {
    const target = (from ?? effect ?? dynamic ?? '').replace(/^(\..*)\.js$/, '$1');
    const resolved = target.startsWith('.') ? path.posix.join(path.posix.dirname(file), target) : target;
    return { target: resolved, typeOnly: type !== undefined };
  });
}

const moduleOf = (file: string): string => file.replace(/\.tsx?$/, '');
const modules = new Set(files.map(({ file }) => moduleOf(file)));
const isOwn = (target: string) => modules.has(target) || target.startsWith('generated/');
const ownImports = (file: SourceFile) => file.imports.filter(({ target }) => isOwn(target));

/**
 * Returns the place of a file in `layers`: `platform/db` for `platform/db/pool.ts`, `main.ts` for `main.ts`. What a feature
 * has for the command line, for an API and for `compose.ts` is above all features, and found by its suffix.
 */
function placeOf(file: string): string {
  const [first = '', second = '', ...deeper] = file.split('/');
  const role = file.match(/\.(command|graphql|rest|module|feature)(\.ts)?$/)?.[1];
  if (role) return role === 'command' ? 'cli' : `*.${role}.ts`;
  const hasLine = first === 'platform' || second === 'doctor';
  if (hasLine && deeper.length > 0) return `${first}/${second}`;
  return file.includes('/') ? first : file.replace(/(\.ts)?$/, '.ts');
}
/**
 * Declarations of a feature for the closed lists on lower lines, for example `sessions/sessions.settings.ts`. Every
 * file may import a declaration, as if it were on the last line.
 */
/** Their schemas are part of the declaration of an operation. */
const isPart = (file: string): boolean => /\.(inputs|answers)$/.test(file);
const isDeclaration = (file: string): boolean => /(\.settings|\.operations|-table)(\.ts)?$/.test(file);
const declaredWith = [
  'platform/config/accent-color',
  'platform/config/cidr',
  'platform/config/database-url',
  'platform/config/domain',
  'platform/config/redis-url',
  'platform/config/setting',
  'platform/config/secret',
  'platform/operations/define-operation',
  'platform/operations/error-texts',
  'platform/operations/limit-groups',
  'platform/runtime/keys-of',
  'platform/webhooks/standard-webhooks',
  'zod',
  'node:os',
];
const undeclarable = ({ imports }: Pick<SourceFile, 'imports'>): string[] =>
  imports
    .map(({ target }) => target)
    .filter((target) => !isDeclaration(target) && !isPart(target) && !declaredWith.includes(target));
const layerOf = (file: string): number =>
  isDeclaration(file) ? layers.length : layers.findIndex((layer) => layer.includes(placeOf(file)));

const apiPlaces = [
  '*.graphql.ts',
  '*.rest.ts',
  'platform/graphql',
  'platform/rest',
  'pages',
  'apis.ts',
  'admin-schema.ts',
  'printed-schemas.ts',
];
const isApi = (file: string): boolean => apiPlaces.includes(placeOf(file));

function violations(rule: (file: SourceFile) => string[]): string[] {
  return files.flatMap((file) => rule(file).map((what) => `${file.file}: ${what}`));
}

test('every file has a place', () => {
  expect(violations(({ file }) => (layerOf(file) === -1 ? ['is in no layer'] : []))).toEqual([]);
  expect(files.filter(({ file }) => !file.includes('/')).map(({ file }) => file)).toEqual(rootFiles.toSorted());
});

test('the pages name files and folders of the source that exist', () => {
  const root = path.join(__dirname, '..');
  const named = ['CONTRIBUTING.md', 'docs/understand/how-it-works.md'].flatMap((page) => {
    const text = readFileSync(path.join(root, page), 'utf8');
    return [...text.matchAll(/`((?:src|test|bench|prisma)\/[\w./-]+)`/g)].map(([, file = '']) => file);
  });
  expect(named.length).toBeGreaterThan(5);
  // An installed program is in no commit.
  const committed = named.filter((file) => !file.includes('/node_modules/'));
  expect(committed.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});

test('test/ mirrors src/, without its two upper folders', () => {
  const foldersOf = (root: string) =>
    readdirSync(root, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
  // Tests of the whole process, of several processes, tests in real browsers, tests with real clients, and code that tests share.
  const own = ['browser', 'cluster', 'docs', 'interop', 'process', 'support', 'tools'];
  const mirrored = [src, path.join(src, 'features'), path.join(src, 'platform')].flatMap(foldersOf);
  expect(foldersOf(__dirname).filter((folder) => !mirrored.includes(folder) && !own.includes(folder))).toEqual([]);
  expect(mirrored.toSorted()).toEqual([...new Set(mirrored)].toSorted());
});

test('the client package and the server import nothing of each other', () => {
  const isClient = (file: string) => file.startsWith('client/');
  const mixed = (source: SourceFile) =>
    ownImports(source).filter(({ target }) => isClient(target) !== isClient(source.file));
  expect(violations((source) => mixed(source).map(({ target }) => target))).toEqual([]);
});

// The settings of all features, an e-mail address, and the rule of its field.
const knownFeatures = [
  'platform/config/config.ts: features',
  'platform/email/smtp-mailer.ts: features/users/email-address',
  'platform/one-time-tokens/token-proof.inputs.ts: features/users/email-address.inputs',
];

test('the platform knows no feature', () => {
  const known = violations((source) =>
    placeOf(source.file).startsWith('platform/')
      ? source.imports
          .filter(({ target }) => /^features(\/|$)/.test(target) && !isDeclaration(target))
          .map(({ target }) => target)
      : [],
  );
  expect(known).toEqual(knownFeatures);
});

test('no feature uses itself through other features', () => {
  const featureOf = (file: string) => (placeOf(file) === 'features' ? (file.split('/')[1] ?? '') : null);
  const uses = new Map<string, Set<string>>();
  for (const source of files.filter(({ file }) => featureOf(file) !== null && !isDeclaration(file))) {
    const from = featureOf(source.file) ?? '';
    for (const { target } of ownImports(source)) {
      const to = isDeclaration(target) ? null : featureOf(target);
      if (to !== null && to !== from) uses.set(from, (uses.get(from) ?? new Set()).add(to));
    }
  }
  const reaches = (from: string, seen = new Set<string>()): Set<string> => {
    for (const to of uses.get(from) ?? []) if (!seen.has(to)) reaches(to, seen.add(to));
    return seen;
  };
  expect(uses.size).toBeGreaterThan(10);
  expect([...uses.keys()].filter((feature) => reaches(feature).has(feature))).toEqual([]);
});

test('imports go down', () => {
  const upward = violations((source) =>
    (isDeclaration(source.file) ? [] : ownImports(source))
      .filter(({ target }) => {
        const [from, to] = [placeOf(source.file), placeOf(target)];
        const isKnown = knownFeatures.includes(`${source.file}: ${target}`);
        return from !== to && layerOf(target) <= layerOf(source.file) && !isKnown;
      })
      .map(({ target, typeOnly }) => `imports ${target}${typeOnly ? ' (type)' : ''}`),
  );
  expect(upward).toEqual([]);
});

test('a declaration imports only declarations and what it is written with', () => {
  expect(violations((source) => (isDeclaration(source.file) ? undeclarable(source) : []))).toEqual([]);
  const imports = [
    "import { integer, setting } from '../../platform/config/setting';",
    "import type { Config } from '../../platform/config/config';",
    "import { readFileSync } from 'node:fs';",
    "import { limitTable } from '../../platform/rate-limits/limit-table';",
    "import { findCups } from './cup';",
    "import '../sessions/session';",
    "const roast = require('./roast');",
  ];
  expect(undeclarable({ imports: importsOf(imports.join('\n'), 'features/coffee/coffee.settings.ts') })).toEqual([
    'compose/config',
    'node:fs',
    'features/coffee/cup',
    'accounts/sessions/session',
    'features/coffee/roast',
  ]);
});

test('no file imports itself by a detour', () => {
  const graph = new Map(files.map((source) => [moduleOf(source.file), ownImports(source).map(({ target }) => target)]));
  const done = new Set<string>();
  const findCycle = (file: string, timings: string[]): string[] | null => {
    if (timings.includes(file)) return [...timings.slice(timings.indexOf(file)), file];
    if (done.has(file)) return null;
    for (const next of graph.get(file) ?? []) {
      const cycle = findCycle(next, [...timings, file]);
      if (cycle) return cycle;
    }
    done.add(file);
    return null;
  };
  expect([...modules].map((name) => findCycle(name, [])).find(Boolean)).toBeUndefined();
});

test('only platform/db/ knows the generated client, pg and PGlite', () => {
  const drivers = /^(generated\/|@prisma\/|pg$|@electric-sql\/)/;
  expect(
    violations((source) =>
      placeOf(source.file) === 'platform/db'
        ? []
        : source.imports.filter(({ target }) => drivers.test(target)).map(({ target }) => target),
    ),
  ).toEqual([]);
});

test('services and features import stores as types, and the database as one', () => {
  expect(
    violations((source) =>
      placeOf(source.file) === '*.feature.ts' || source.file.startsWith('wiring/')
        ? []
        : source.imports
            .filter(
              ({ target, typeOnly }) => /\.store$|^platform\/db\/(database|open-database)$/.test(target) && !typeOnly,
            )
            .filter(() => placeOf(source.file) !== 'platform/db')
            .map(({ target }) => `imports the value of ${target}`),
    ),
  ).toEqual([]);
});

test('a service is built in one place', () => {
  const services = files
    .filter(({ file }) => file.endsWith('.service.ts'))
    .flatMap(({ text }) => [...text.matchAll(/^export class (\w+)/gm)].map(([, name = '']) => name));
  const all = files.map(({ text }) => text).join('');
  const builtIn = (name: string) => [...all.matchAll(new RegExp(`\\bnew (\\w+\\.)?${name}\\b`, 'g'))].length;
  expect(services.length).toBeGreaterThan(20);
  // The administration API builds it with the stores of a transaction.
  expect(services.filter((name) => builtIn(name) !== 1)).toEqual(['UndeliveredMailsService']);
});

test('a constructor has at most five parameters: more are one object of named needs', () => {
  const tooMany = violations(({ text }) =>
    parametersOfConstructors(text)
      .filter((count) => count > 5)
      .map((count) => `has a constructor with ${count} parameters`),
  );
  expect(tooMany).toEqual([]);
  const six = 'a: A, /** b, c */ b: Map<B, C>, c: (d: D, e: E) => void, d: { e: E, f: F }, e = [1, 2], f?: F,';
  expect(parametersOfConstructors(`constructor() {}\nconstructor(${six}) {}`)).toEqual([0, 6]);
});

test('compose.ts has at most 60 lines', () => {
  const compose = files.find(({ file }) => file === 'compose.ts');
  expect(compose?.text.trimEnd().split('\n').length).toBeLessThanOrEqual(60);
});

/** Counts the parameters of each constructor. */
function parametersOfConstructors(text: string): number[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '').replaceAll('=>', '');
  return [...code.matchAll(/\bconstructor\(/g)].map(({ index, 0: start }) => {
    let depth = 1;
    const ends = [index + start.length];
    for (let at = index + start.length; depth > 0 && at < code.length; at += 1) {
      const character = code.charAt(at);
      if ('([{<'.includes(character)) depth += 1;
      if (')]}>'.includes(character)) depth -= 1;
      if ((character === ',' && depth === 1) || depth === 0) ends.push(at + 1);
    }
    return ends.slice(1).filter((end, i) => /\w/.test(code.slice(ends[i], end - 1))).length;
  });
}

test('an API reads, calls and renders: no input rule, store, hashing, token or database, and no try around a service', () => {
  const belongsBehind =
    /\.store$|^platform\/db\/|^features\/passwords\/(?!.*\.settings$)|^features\/tokens\/access-token$|^platform\/request\/input-parser$|^features\/users\/email-address$|argon2$|^jsonwebtoken$|^node:crypto$/;
  expect(
    violations((source) => {
      if (!isApi(source.file)) return [];
      const imported = source.imports.filter(({ target }) => belongsBehind.test(target)).map(({ target }) => target);
      const tries =
        /\.(graphql|rest|routes)\.ts$/.test(source.file) && /\btry\b|\.catch\(/.test(source.text) ? ['catches'] : [];
      return [...imported, ...tries];
    }),
  ).toEqual([]);
});

test('mapping is field by field: no spread in stores, and none in a function that maps, but of what another one returns', () => {
  const mappers = /^(?:export )?(?:function|const) to[A-Z][\s\S]*?\n(?=\n|$)/gm;
  const spreads = (text: string) => /\.\.\.(?!to[A-Z]|\w+ \}:)/.test(text);
  expect(
    violations(({ file, text }) => {
      const mapped = file.endsWith('.store.ts') ? [text] : isApi(file) ? (text.match(mappers) ?? []) : [];
      return mapped.some(spreads) ? ['spreads'] : [];
    }),
  ).toEqual([]);
  expect(files.flatMap(({ file, text }) => (isApi(file) ? (text.match(mappers) ?? []) : [])).length).toBeGreaterThan(
    20,
  );
  expect(['({ ...user })', '({ ...toUser(user) })', '({ user, ...rest }: Login)'].map(spreads)).toEqual([
    true,
    false,
    false,
  ]);
});

test('the environment is read in one place', () => {
  expect(
    violations(({ file, text }) =>
      file === 'platform/config/environment.ts' || !text.includes('process.env') ? [] : ['process.env'],
    ),
  ).toEqual([]);
});

test('an operation is run where it is defined: nothing wraps the methods of a service', () => {
  expect(violations(({ text }) => text.match(/\bObject\.create\(|\bnew Proxy\b|getOwnPropertyNames/g) ?? [])).toEqual(
    [],
  );
});

test('a service does not speak as the command line', () => {
  expect(
    violations(({ file, text }) =>
      file.endsWith('.service.ts') ? (text.match(/gatehouse [a-z]+|this command/g) ?? []) : [],
    ),
  ).toEqual([]);
});

test('what a command prints as JSON is escaped for terminals', () => {
  expect(
    violations(({ file, text }) =>
      file.endsWith('.command.ts') && text.includes('JSON.stringify') ? ['JSON.stringify'] : [],
    ),
  ).toEqual([]);
});

test('the libraries that hash are known where one of them is chosen, and loaded there when it is used', () => {
  const homes = [
    ['accounts/passwords/hash-engine.ts', '(@node-rs/)?argon2'],
    ['accounts/passwords/formats/bcrypt-format.ts', '@node-rs/bcrypt'],
  ] as const;
  expect(
    homes.flatMap(([home, library]) =>
      violations(({ file, text }) => {
        const atTheStart = new RegExp(`\\bfrom '${library}'`).test(text) ? ['loads a library at the start'] : [];
        const known = file !== home && new RegExp(`(require|import)\\('${library}'`).test(text);
        return known ? [...atTheStart, 'knows a library'] : atTheStart;
      }),
    ),
  ).toEqual([]);
});

test('what only a subgraph needs is not loaded at the start', () => {
  const isFederation = (file: string) =>
    file.startsWith('features/federation/') && !/\.(module|feature)(\.ts)?$/.test(file);
  expect(
    violations((source) =>
      isFederation(source.file) || isDeclaration(source.file)
        ? []
        : [...source.text.matchAll(/^import (?!type )[^;]*?from '([^']+)';/gm)]
            .map(([, from = '']) => path.posix.join(path.posix.dirname(source.file), from))
            .filter((target) => isFederation(target) && !isDeclaration(target)),
    ),
  ).toEqual([]);
});

test('Preact is known in the templates of mails and pages, which are loaded for the first mail or page', () => {
  const isTemplate = (file: string) => file.startsWith('platform/email/templates/') || file.endsWith('.page.tsx');
  expect(
    violations(({ file, imports }) => {
      if (isTemplate(file)) return [];
      const known = imports.filter(({ target }) => /^preact/.test(target)).map(({ target }) => `imports ${target}`);
      return known;
    }),
  ).toEqual([]);
  const atTheStart = files.flatMap(({ file, text }) =>
    !isTemplate(file) && /\bfrom '[^']*\/templates\//.test(text) ? [file] : [],
  );
  expect(atTheStart).toEqual([]);
});

test('a feature declares its metrics, and only observability registers them', () => {
  expect(
    violations((source) =>
      placeOf(source.file) === 'platform/observability'
        ? []
        : source.imports.filter(({ target }) => target === 'prom-client').map(({ target }) => `imports ${target}`),
    ),
  ).toEqual([]);
});

test.each([
  ['features', /\.feature\.ts$/, /^features\.ts$/],
  ['operations', /\.operations\.ts$/, /\.feature\.ts$/],
  ['metrics', /\.metrics\.ts$/, /\.feature\.ts$|^serve\.ts$/],
  ['clean-up steps', /-clean-up\.ts$/, /\.feature\.ts$|^wiring\/clean-up\.ts$/],
])('all %s are in their list', (_, declaration, list) => {
  const listed = files.flatMap(({ file, imports }) => (list.test(file) ? imports.map(({ target }) => target) : []));
  const declared = files.filter(({ file }) => declaration.test(file)).map(({ file }) => file.replace(/\.ts$/, ''));
  expect(declared.length).toBeGreaterThan(2);
  expect(declared.filter((file) => !listed.includes(file))).toEqual([]);
});

test('only APIs know Express', () => {
  expect(
    violations((source) =>
      // The sender is a client of HTTP. Unlike fetch, it can decide to which address it connects.
      isApi(source.file) ||
      source.file === 'platform/webhooks/webhook-sender.ts' ||
      ['platform/http', 'app.ts'].includes(placeOf(source.file))
        ? []
        : source.imports
            .filter(({ target }) => /^express$|^node:http$|^@apollo\//.test(target))
            .map(({ target }) => target),
    ),
  ).toEqual([]);
});

test('files are kebab-case with their role as suffix, exports are named, and nothing is a barrel', () => {
  const name = new RegExp(`^[a-z][a-z0-9-]*(\\.(${fileRoles.join('|')}))?\\.tsx?$`);
  expect(violations(({ file }) => (name.test(path.basename(file)) ? [] : ['name']))).toEqual([]);
  expect(violations(({ text }) => (/^export default/m.test(text) ? ['default export'] : []))).toEqual([]);
  expect(violations(({ text }) => (/^export \* from/m.test(text) ? ['barrel'] : []))).toEqual([]);
});
