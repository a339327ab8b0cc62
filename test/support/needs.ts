import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';

/**
 * The programs that tests start, looked up in the PATH if `TEST_PROGRAMS` is `on`. Without it, the same tests run on each
 * machine, also where more is installed.
 */
const programs = {
  Apache: 'apache2',
  bash: 'bash',
  Caddy: 'caddy',
  // A page takes half of the CPU time without the windows of a browser.
  Chromium: process.env.CHROMIUM_PATH || 'chromium-headless-shell',
  // The program without windows reads no profile.
  'Chromium with profiles': 'chromium',
  curl: 'curl',
  flock: 'flock',
  kubectl: 'kubectl',
  nginx: 'nginx',
  openssl: 'openssl',
  pg_dump: 'pg_dump',
  PgBouncer: 'pgbouncer',
  // Debian keeps them in /usr/lib/postgresql/<version>/bin.
  'PostgreSQL programs': 'initdb',
  // The programs of Redis are one file, which acts by the name with which it is called. The package redis-tools has it,
  // and valkey-tools has that of Valkey. The packages of the servers would also start a service.
  'Redis programs': 'redis-check-rdb',
  script: 'script',
  'systemd-analyze': 'systemd-analyze',
  'Valkey programs': 'valkey-check-rdb',
} as const;

export type Program = keyof typeof programs;

const usesPrograms = process.env.TEST_PROGRAMS === 'on';

/**
 * The packages of the checks and of some tests, also what drives Chromium. CI installs them with:
 * npm ci --prefix test/tools
 */
export const toolPackages = path.join(__dirname, '../tools/node_modules');
const hasTools = () => usesPrograms && existsSync(toolPackages);

/** The packages of the programs in docs/examples. Their reader and CI install them with: npm ci --prefix docs/examples */
export const examplePackages = path.join(__dirname, '../../docs/examples/node_modules');

/** The modules of Apache, where Debian has them. */
export const apacheModules = '/usr/lib/apache2/modules';

/** What tests can need besides Node and npm, and whether it is there. */
const others = {
  PostgreSQL: () => Boolean(process.env.TEST_DATABASE_URL),
  Redis: () => Boolean(process.env.TEST_REDIS_URL),
  root: () => process.geteuid?.() === 0,
  mod_auth_openidc: () => find('Apache') !== null && existsSync(`${apacheModules}/mod_auth_openidc.so`),
  'docs/examples': () => usesPrograms && existsSync(examplePackages),
  'test/tools': hasTools,
  'the last release': () => Boolean(process.env.TEST_OLD_VERSION),
} as const;

export type Need = Program | keyof typeof others;

const isProgram = (need: Need): need is Program => need in programs;

export const isThere = (need: Need): boolean =>
  isProgram(need) ? find(need) !== null && (!need.startsWith('Chromium') || hasTools()) : others[need]();

/** Returns the path of a program. Only tests that need the program may ask. */
export function pathOf(program: Program): string {
  const found = find(program);
  if (found === null) throw new Error(`the test must say that it needs ${program}`);
  return found;
}

function find(program: Program): string | null {
  if (!usesPrograms) return null;
  // Resolving an absolute path ignores the folder.
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return folders.map((folder) => path.resolve(folder, programs[program])).find(isExecutable) ?? null;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

interface Declare<Body> {
  (title: string, body: Body, timeoutMs?: number): void;
  each: jest.Each;
}

/**
 * As `describe`. Without one of the needs, the tests are skipped, and the title says which are missing: left-out.js counts
 * them.
 */
export const describeWith = (...needs: Need[]): Declare<() => void> => declareWith(describe, needs);

/** As `test`, and otherwise as `describeWith`. */
export const testWith = (...needs: Need[]): Declare<jest.ProvidesCallback> => declareWith(test, needs);

/** `declare` is that of the test file that runs. */
function declareWith<Body>(declare: Declare<Body> & { skip: Declare<Body> }, needs: readonly Need[]): Declare<Body> {
  const missing = [...new Set(needs)].filter((need) => !isThere(need));
  if (missing.length === 0) return declare;
  const withNeeds = (title: string) => `${title} [needs ${missing.join(', ')}]`;
  const each = (...table: [cases: readonly unknown[]]) => {
    const declareRows = declare.skip.each(...table);
    return (title: string, body: (...row: unknown[]) => void) => declareRows(withNeeds(title), body);
  };
  return Object.assign((title: string, body: Body) => declare.skip(withNeeds(title), body), {
    each: each as jest.Each,
  });
}
