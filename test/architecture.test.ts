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
  ['apis.ts', 'admin-schema.ts', 'pages', 'doctor'],
  ['compose'],
  ['features'],
  ['accounts'],
  ['platform/*.feature.ts'],
  ['platform/feature.ts'],
  ['platform/health'],
  ['platform/graphql', 'platform/rest'],
  ['platform/http'],
  ['platform/messages'],
  ['platform/sms'],
  ['platform/email'],
  ['platform/challenges'],
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
/** The pages add their settings and operations, and the examination of the installation its finding, which a server composes. */
const knownUpward = ['compose/services.ts: doctor/examiner', 'compose/features.ts: pages/pages.feature'];
/** The only files that are directly in src. */
const rootFiles = ['main.ts', 'serve.ts', 'app.ts', 'apis.ts', 'admin-schema.ts', 'printed-schemas.ts'];
const fileRoles = [
  'operations',
  'feature',
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
  'limits',
  'purposes',
  'mails',
  'audit',
  'events',
  'reasons',
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

/** Returns the place of a file in `layers`: `platform/db` for `platform/db/pool.ts`, `main.ts` for `main.ts`. */
function placeOf(file: string): string {
  const [first = '', second = '', ...deeper] = file.split('/');
  if (first !== 'platform') return file.includes('/') ? first : file.replace(/(\.ts)?$/, '.ts');
  if (deeper.length === 0) return `platform/${second.replace(/(\.ts)?$/, '.ts')}`;
  return /\.feature(\.ts)?$/.test(file) ? 'platform/*.feature.ts' : `platform/${second}`;
}
/** Their schemas and words are part of the declaration of an operation. */
const isPart = (file: string): boolean => /\.(inputs|answers|limits)$/.test(file);
/** With which features declare their words. */
const vocabularies = /^platform\/(audit\/action|errors\/(rejection-reason|session-end)|webhooks\/event-type)(\.ts)?$/;
/**
 * Declarations of a feature for the closed lists on lower lines, for example `sessions/sessions.settings.ts`. Every
 * file may import a declaration, as if it were on the last line.
 */
const isDeclaration = (file: string): boolean =>
  /(\.settings|\.operations|\.audit|\.events|-table)(\.ts)?$/.test(file) || vocabularies.test(file);
const declaredWith = [
  'platform/config/accent-color',
  'platform/config/cidr',
  'platform/config/database-url',
  'platform/config/domain',
  'platform/config/redis-url',
  'platform/config/setting',
  'platform/config/secret',
  'platform/config/twilio-url',
  'platform/operations/define-operation',
  'platform/operations/error-texts',
  'platform/request/locale',
  'platform/runtime/keys-of',
  'platform/runtime/vocabulary',
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

const apiPlaces = ['platform/graphql', 'platform/rest', 'pages', 'apis.ts', 'admin-schema.ts', 'printed-schemas.ts'];
const isApi = (file: string): boolean =>
  apiPlaces.includes(placeOf(file)) || /^(features|accounts|doctor|platform)\/.*\.(graphql|rest)(\.ts)?$/.test(file);

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

test('test/ mirrors src/, without its three upper folders', () => {
  const foldersOf = (root: string) =>
    readdirSync(root, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
  // Tests of the whole process, of several processes, tests in real browsers, tests with real clients, and code that tests share.
  const own = ['browser', 'cluster', 'docs', 'interop', 'process', 'support', 'tools'];
  const mirrored = [src, ...['features', 'accounts', 'platform'].map((folder) => path.join(src, folder))].flatMap(
    foldersOf,
  );
  expect(foldersOf(__dirname).filter((folder) => !mirrored.includes(folder) && !own.includes(folder))).toEqual([]);
  expect(mirrored.toSorted()).toEqual([...new Set(mirrored)].toSorted());
});

test('the client package and the server import nothing of each other', () => {
  const isClient = (file: string) => file.startsWith('client/');
  const mixed = (source: SourceFile) =>
    ownImports(source).filter(({ target }) => isClient(target) !== isClient(source.file));
  expect(violations((source) => mixed(source).map(({ target }) => target))).toEqual([]);
});

/** The folders of `upper` that a folder of it imports, with the files. */
const importsBetween = (upper: string) =>
  files.flatMap((source) => {
    const [first, own] = source.file.split('/');
    if (first !== upper) return [];
    return ownImports(source).flatMap(({ target }) => {
      const [other, folder = ''] = target.split('/');
      return other === upper && folder !== own ? [{ from: own ?? '', to: folder, file: source.file, target }] : [];
    });
  });

test('no feature imports another one: what two need is in accounts/, or handed over in compose/', () => {
  expect(importsBetween('features').map(({ file, target }) => `${file}: ${target}`)).toEqual([]);
  expect(readdirSync(path.join(src, 'features')).length).toBeGreaterThan(10);
});

test('no folder of the accounts imports itself by a detour', () => {
  const uses = new Map<string, Set<string>>();
  for (const { from, to } of importsBetween('accounts')) uses.set(from, (uses.get(from) ?? new Set()).add(to));
  const reaches = (from: string, seen = new Set<string>()): Set<string> => {
    for (const to of uses.get(from) ?? []) if (!seen.has(to)) reaches(to, seen.add(to));
    return seen;
  };
  expect(uses.size).toBeGreaterThan(5);
  expect([...uses.keys()].filter((folder) => reaches(folder).has(folder))).toEqual([]);
});

test('only APIs know HTTP and GraphQL, and nothing below them knows an API', () => {
  const isBelow = (file: string) => /^(features|accounts)\//.test(file) && !isApi(file);
  const isOfApis = (file: string) => isApi(file) || placeOf(file) === 'platform/http';
  expect(
    violations((source) =>
      isBelow(source.file) ? ownImports(source).flatMap(({ target }) => (isOfApis(target) ? [target] : [])) : [],
    ),
  ).toEqual([]);
});

test('imports go down', () => {
  const upward = violations((source) =>
    (isDeclaration(source.file) ? [] : ownImports(source))
      .filter(({ target }) => {
        const [from, to] = [placeOf(source.file), placeOf(target)];
        const isKnown = knownUpward.includes(`${source.file}: ${target}`);
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
    'platform/config/config',
    'node:fs',
    'features/coffee/cup',
    'features/sessions/session',
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
      /\.feature\.ts$/.test(source.file) || source.file.startsWith('compose/')
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

test('a class of a feature or of the accounts is built in its own folder or in compose/, and a service once', () => {
  const folderOf = (file: string) => file.split('/').slice(0, 2).join('/');
  const homes = new Map(
    files
      .filter(({ file }) => /^(features|accounts)\//.test(file))
      .flatMap(({ file, text }) => [...text.matchAll(/^export class (\w+)/gm)].map(([, name = '']) => [name, file])),
  );
  // The APIs build resolvers, a command and the examination of the installation what a server does not have.
  const composes = ['compose', 'apis.ts', 'admin-schema.ts', 'cli', 'doctor'];
  const builtIn = ({ file, text }: SourceFile) =>
    [...text.matchAll(/\bnew (?:\w+\.)?(\w+)\b/g)].flatMap(([, name = '']) =>
      homes.has(name) ? [{ name, file }] : [],
    );
  const built = files.flatMap(builtIn);
  expect(
    built
      .filter(
        ({ name, file }) => !composes.includes(placeOf(file)) && folderOf(file) !== folderOf(homes.get(name) ?? ''),
      )
      .map(({ name, file }) => `${file} builds ${name}`),
  ).toEqual([]);
  const services = [...homes].filter(([, file]) => file.endsWith('.service.ts')).map(([name]) => name);
  expect(services.length).toBeGreaterThan(20);
  // The administration API builds it with the stores of a transaction.
  expect(services.filter((service) => built.filter(({ name }) => name === service).length !== 1)).toEqual([
    'UndeliveredMailsService',
  ]);
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
    /\.store$|^platform\/db\/|^accounts\/passwords\/(?!.*\.settings$)|^accounts\/tokens\/access-token$|^platform\/request\/input-parser$|^platform\/request\/email-address$|argon2$|^jsonwebtoken$|^node:crypto$/;
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
  const isFederation = (file: string) => file.startsWith('features/federation/') && !/\.feature(\.ts)?$/.test(file);
  expect(
    violations((source) =>
      isFederation(source.file) || isDeclaration(source.file)
        ? []
        : [...source.text.matchAll(/^import (?!type )[^;]*?from '([^']+)';/gm)]
            .map(([, from = '']) => path.posix.join(path.posix.dirname(source.file), from))
            .filter((target) => isFederation(target) && !isDeclaration(target) && !isPart(target)),
    ),
  ).toEqual([]);
});

test.each([
  ['CLIENT_METADATA', ['features/openid/client-documents', 'features/openid/client-document']],
  ['API_KEYS', ['accounts/keys/api-key-verifier', 'accounts/keys/api-key-uses', 'features/api-keys/api-key-notices']],
])('what only %s needs is not loaded without it', (_, modules) => {
  expect(
    violations((source) =>
      modules.includes(moduleOf(source.file))
        ? []
        : [...source.text.matchAll(/^import (?!type )[^;]*?from '([^']+)';/gm)]
            .map(([, from = '']) => path.posix.join(path.posix.dirname(source.file), from))
            .filter((target) => modules.includes(target)),
    ),
  ).toEqual([]);
  expect(files.filter(({ file }) => modules.includes(moduleOf(file)))).toHaveLength(modules.length);
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
  ['features', /\.feature\.ts$/, /^compose\/features\.ts$/],
  ['operations', /\.operations\.ts$/, /\.feature\.ts$/],
  ['reasons', /\.reasons\.ts$/, /\.feature\.ts$/],
  ['metrics', /\.metrics\.ts$/, /\.feature\.ts$|^serve\.ts$/],
  ['clean-up steps', /-clean-up\.ts$/, /\.feature\.ts$|^compose\/clean-up\.ts$/],
])('all %s are in their list', (_, declaration, list) => {
  const listed = files.flatMap(({ file, imports }) => (list.test(file) ? imports.map(({ target }) => target) : []));
  const declared = files.filter(({ file }) => declaration.test(file)).map(({ file }) => file.replace(/\.ts$/, ''));
  expect(declared.length).toBeGreaterThan(2);
  expect(declared.filter((file) => !listed.includes(file))).toEqual([]);
});

test('only APIs know Express', () => {
  expect(
    violations((source) =>
      // It is a client of HTTP. Unlike fetch, it can decide to which address it connects.
      isApi(source.file) ||
      source.file === 'platform/webhooks/pinned-request.ts' ||
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
