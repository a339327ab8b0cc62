import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isTracePackage } from '../src/platform/observability/trace-packages';

// Makes what `npm pack` packs, before it packs, and undoes it afterwards. After a killed `npm pack`, `git checkout package.json`
// restores the manifest.
//
// @prisma/client has 71 MB, of which Gatehouse loads 3, libphonenumber-js 13, of which it loads 0.7, and @redis/client 12, of which
// 3 are programs. So the package has a copy of these files, with their manifests and licenses, so that scanners see them.
// OpenTelemetry, which only traces need, is an optional peer. npm-shrinkwrap.json fixes the tested versions; npm ignores it for a
// file. `bundleDependencies` would pack each package whole, and one bundled file would load at each start what this server does not
// use. `.ci/node-versions` holds the sizes, and fails if an update of them loads another file.

const root = path.join(__dirname, '..');
const file = (name: string): string => path.join(root, name);
const original = file('node_modules/.cache/gatehouse-package.json');
const copies = file('dist/node_modules');
const shrinkwrap = file('npm-shrinkwrap.json');

interface Manifest {
  version: string;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  [field: string]: unknown;
}

/** The packages of which only the files that are loaded are copied into the package, and the folders of such files. */
const copied: readonly { name: string; files: readonly string[] }[] = [
  {
    name: '@prisma/client',
    files: [
      'package.json',
      'LICENSE',
      'runtime/client.js',
      'runtime/query_compiler_small_bg.postgresql.js',
      'runtime/query_compiler_small_bg.postgresql.wasm-base64.js',
    ],
  },
  { name: '@redis/client', files: ['package.json', 'dist'] },
  {
    name: 'libphonenumber-js',
    files: [
      ...['package.json', 'LICENSE', 'max/package.json', 'max/index.cjs', 'core/package.json', 'core/index.cjs'],
      ...['metadata.max.json', 'build'],
    ],
  },
];

const fields = [
  'name',
  'version',
  'description',
  'keywords',
  'license',
  'homepage',
  'bugs',
  'repository',
  'engines',
  'files',
];

function make(): void {
  const manifest = readManifest(file('package.json'));
  rmSync(copies, { recursive: true, force: true });
  const dependencies = { ...manifest.dependencies };
  for (const { name, files } of copied) {
    const from = file(`node_modules/${name}`);
    for (const each of files) {
      cpSync(path.join(from, each), path.join(copies, name, each), { recursive: true, filter: isLoaded });
    }
    delete dependencies[name];
    // The packages that the copy needs are installed next to it, in the versions with which Gatehouse was tested.
    for (const needed of Object.keys(readManifest(path.join(from, 'package.json')).dependencies)) {
      dependencies[needed] ??= readManifest(file(`node_modules/${needed}/package.json`)).version;
    }
  }
  const optional = Object.entries(manifest.devDependencies).filter(([name]) => isTracePackage(name));
  const packed = {
    ...Object.fromEntries(fields.map((field) => [field, manifest[field]])),
    bin: { gatehouse: 'dist/cli/main.js' },
    dependencies,
    peerDependencies: Object.fromEntries(optional),
    peerDependenciesMeta: Object.fromEntries(optional.map(([name]) => [name, { optional: true }])),
  };
  const text = `${JSON.stringify(packed, null, 2)}\n`;
  writeFileSync(shrinkwrap, lockOf(text));
  mkdirSync(path.dirname(original), { recursive: true });
  // With its time, or the next `npm test` would build again.
  cpSync(file('package.json'), original, { preserveTimestamps: true });
  writeFileSync(file('package.json'), text);
}

/** No file for a debugger or a compiler, and no test. */
const isLoaded = (from: string): boolean => !/\.(?:map|d\.ts|test\.js)$/.test(from);

function undo(): void {
  if (existsSync(original)) renameSync(original, file('package.json'));
  rmSync(shrinkwrap, { force: true });
  rmSync(copies, { recursive: true, force: true });
}

/** Returns the part of package-lock.json that the manifest needs. */
function lockOf(manifest: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-'));
  try {
    writeFileSync(path.join(folder, 'package.json'), manifest);
    cpSync(file('package-lock.json'), path.join(folder, 'package-lock.json'));
    const options = ['--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    execFileSync('npm', ['install', ...options], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
    return readFileSync(path.join(folder, 'package-lock.json'), 'utf8');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function readManifest(from: string): Manifest {
  return { dependencies: {}, devDependencies: {}, ...JSON.parse(readFileSync(from, 'utf8')) } as Manifest;
}

if (process.argv[2] === 'undo') undo();
else make();
