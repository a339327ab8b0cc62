// Must be imported before the types of the GraphQL API.
import 'reflect-metadata';
import assert from 'node:assert';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { documentation } from '../docs/documentation';
import { type Block, isOfNewcomer, readPage, readText, stepsOf } from './doc-pages';
import { runSteps, startShell, Values } from './doc-steps';
import { type PackageCommand, packageCommands } from './package-commands';

/**
 * Follows the pages for beginners as they are written, in a clone of HEAD in an empty home folder, with the registry of npm.
 * It also executes what a test does not, because it installs packages. Prints each step with its seconds.
 *
 *   npx tsx test/support/newcomer.ts [page…]
 *
 * Gatehouse listens on port 4000, or on `PORT`; the programs of the pages on 3000 to 3005, and Vite on 5173.
 */
const root = path.join(__dirname, '../..');
const home = mkdtempSync(path.join(tmpdir(), 'newcomer-'));
const clone = path.join(home, 'gatehouse');
const npxFolder = path.join(process.env.npm_config_cache ?? path.join(home, '.npm'), '_npx');
const ada = { email: 'ada@example.com', first_name: 'Ada', last_name: 'Lovelace', password: 'correct horse battery' };

/** The pages in their order, with settings that they ask for, and what its programs must print. */
const followed: Readonly<Record<string, { settings?: string; prints?: RegExp }>> = {
  'README.md': {},
  'docs/start/quick-start.md': {},
  'docs/integrate/protect-a-service.md': {},
  'docs/integrate/your-own-front-end.md': {
    settings: 'CORS_ORIGINS=http://localhost:5173,http://localhost:3000\nPASSKEY_ORIGINS=http://localhost:5173',
    prints: /Local: .*http:\/\/localhost:\d+/,
  },
  'docs/integrate/clients.md': {},
  'docs/integrate/webhooks.md': { settings: 'WEBHOOK_NETWORKS=127.0.0.0/8', prints: /^test \{\}$/m },
  'docs/integrate/openid-connect.md': {},
};

/** How this machine reaches the registry. */
const network = [
  'NODE_EXTRA_CA_CERTS',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'npm_config_registry',
  'npm_config_cache',
];

/** Of this machine, only the programs and the network: nothing of this repository, and nothing that npm knows already. */
const env = (port: string): Record<string, string> => ({
  ...Object.fromEntries(network.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))),
  PATH: (process.env.PATH ?? '')
    .split(path.delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .join(path.delimiter),
  HOME: home,
  PORT: port,
  npm_config_update_notifier: 'false',
});

const total = performance.now();
async function timed<T>(what: string, run: () => T | Promise<T>): Promise<T> {
  const began = performance.now();
  const result = await run();
  console.log(`${((performance.now() - began) / 1000).toFixed(1).padStart(7)} s  ${what}`);
  return result;
}

async function until<T>(what: string, seconds: number, read: () => T | Promise<T>): Promise<NonNullable<T>> {
  for (const end = performance.now() + seconds * 1000; performance.now() < end; await delay(100)) {
    const found = await read();
    if (found) return found;
  }
  throw new Error(`nothing after ${seconds} s: ${what}`);
}

/** Starts Gatehouse with the command of the README, or starts it again: then the packages are there already. */
async function serve(command: string, port: string) {
  let output = '';
  const child = spawn('bash', ['-c', command], { cwd: clone, env: env(port), detached: true });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  const ended = once(child, 'close');
  await Promise.race([
    until('the line that Gatehouse is ready', 900, () => /^Gatehouse is ready on .*$/m.exec(output)?.[0]),
    ended.then(() => Promise.reject(new Error(output))),
  ]);
  return async () => {
    process.kill(-(child.pid ?? 0), 'SIGTERM');
    await ended;
  };
}

const commandOf = ({ text }: Block): string => text.trim();
const start =
  readPage('README.md')
    .find((block) => isOfNewcomer(block))
    ?.text.trim() ?? '';
/** Commands whose packages are there: nobody installs them for each page again. */
const done = new Set<string>();

/** The id and the secret of a new client or endpoint replace those that the page shows. */
function learn(output: string, page: string, { known }: Values): void {
  const [, id] = /^(?:client|endpoint) id +(\S+)$/m.exec(output) ?? [];
  const [, secret] = /^(?:client )?secret +(\S+)$/m.exec(output) ?? [];
  if (!id || !secret) return;
  const text = readText(page);
  for (const [shown] of text.matchAll(/\b01a20e51-04c4-7d0a-9d3b-52f0a1b7c6de\b/g)) known.set(shown, id);
  for (const [shown] of text.matchAll(/h2ZpB4JdR0r0yH8mV1nT3sQ6wX9uK5cE7aL2gF4jM8o|whsec_…/g)) known.set(shown, secret);
}

async function follow(page: string, port: string): Promise<void> {
  const { settings = '', prints } = followed[page] ?? {};
  const { programs } = documentation[page]?.examples ?? {};
  rmSync(path.join(clone, '.data'), { recursive: true, force: true });
  writeFileSync(path.join(clone, '.env'), `${settings}\n`);
  const isFirst = !done.has(start);
  done.add(start);
  const stop = await timed(isFirst ? start : 'npm start', () => serve(isFirst ? start : 'npm start', port));
  const values = new Values([['localhost:4000', `localhost:${port}`]]);
  const url = `http://localhost:${port}`;
  const shell = startShell(() => 'bash', clone, env(port));
  const post = async (route: string, body: object): Promise<string> =>
    (
      await fetch(url + route, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      })
    ).text();
  const inExamples = (programs?.length ?? 0) > 0;
  let cwd = inExamples ? path.join(clone, 'docs/examples') : clone;
  const run = async (script: string, from: string): Promise<string> => {
    const output = await shell.run(`cd ${from}\n${script}\npwd > ${home}/cwd`);
    // The other commands of the page are for docs/examples again.
    if (!inExamples) cwd = readFileSync(path.join(home, 'cwd'), 'utf8').trim();
    learn(output, page, values);
    return output;
  };
  /** Each of these begins in the clone. What is there already is not installed again. */
  const install = async (command: string): Promise<void> => {
    const lines = command.split('\n').filter((line) => line !== start && !done.has(line));
    for (const line of lines.filter((line) => line.startsWith('npm ci '))) done.add(line);
    if (lines.length === 0) return;
    const text = values.toReal(lines.join('\n'));
    const script = /run dev$/.test(text) ? `${text} &` : text;
    await timed(`${page}: ${text.replaceAll('\n', ' ; ')}`, () => run(script, clone));
  };
  try {
    if (page !== 'README.md' && page !== 'docs/start/quick-start.md') {
      await post('/auth/register', ada);
      if (documentation[page]?.examples?.ada?.startsWith('logged in')) values.see(await post('/auth/login', ada));
    }
    const blocks = readPage(page);
    for (let i = 0; i < blocks.length; ) {
      const block = blocks[i] as Block;
      if (isOfNewcomer(block)) {
        i += 1;
        await install(commandOf(block));
        continue;
      }
      const next = blocks.findIndex((one, at) => at > i && isOfNewcomer(one));
      const group = blocks.slice(i, next === -1 ? undefined : next).filter((one) => !needsTheWorld(page, one));
      i = next === -1 ? blocks.length : next;
      const steps = stepsOf(group);
      if (steps.length === 0) continue;
      await timed(`${page}: ${steps.length} examples, answers as shown`, () =>
        runSteps(steps, {
          url,
          values,
          run: (script) => run(script, /\bgatehouse (clients|webhooks)\b/.test(script) ? clone : cwd),
          write: (file, text) => writeFileSync(path.join(cwd, file), text),
        }),
      );
    }
    if (prints) await until(`${page}: ${prints}`, 60, () => prints.test(shell.outputsOfPrograms()));
  } finally {
    await shell.stop();
    await stop();
  }
}

/** A super admin's request: the newcomer uses the command beside it. */
const needsTheWorld = (page: string, block: Block): boolean =>
  page === 'docs/integrate/webhooks.md' && block.language === 'http';

/** Grafana's settings, as the table says: the addresses are those that discovery names. */
async function checkGrafana(): Promise<void> {
  const [row = ''] = /^\| Grafana.*$/m.exec(readText('docs/integrate/openid-connect.md')) ?? [];
  for (const name of [
    'enabled',
    'client_id',
    'client_secret',
    'auth_url',
    'token_url',
    'api_url',
    'role_attribute_path',
  ]) {
    assert.match(row, new RegExp(`\`${name}\\b`), `the row of Grafana has no ${name}`);
  }
}

/** What a reader installs in a project of their own, each in a new folder beside the clone. */
async function installInProjects(commands: readonly PackageCommand[]): Promise<void> {
  for (const [i, { file, line, args }] of commands.entries()) {
    const folder = path.join(home, `project-${i}`);
    mkdirSync(folder);
    await timed(`${file}:${line}: npm install ${args.join(' ')}`, () =>
      execFileSync('npm', ['install', '--no-audit', '--no-fund', ...args], {
        cwd: folder,
        env: env('0'),
        stdio: 'pipe',
      }),
    );
  }
}

const packagesOfNpx = (): string[] =>
  existsSync(npxFolder)
    ? readdirSync(npxFolder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('package.json'))
    : [];

/** No command that is typed in a wrong folder runs or installs a package. */
async function typeInWrongFolder(commands: readonly PackageCommand[]): Promise<void> {
  // Not beside the clone.
  const folder = path.join(home, 'a/wrong/folder');
  mkdirSync(folder, { recursive: true });
  // A cache that others use has packages already.
  const before = packagesOfNpx();
  const lines = new Set(commands.map(({ program, args }) => `${program} ${args.join(' ')}`));
  for (const line of lines) {
    if (!/^npx --no-install|gatehouse-client\.tgz/.test(line)) continue;
    await timed(`in a wrong folder: ${line}`, () => {
      const { status, stderr } = spawnSync('bash', ['-c', line.replaceAll(/[<>]/g, '')], {
        cwd: folder,
        env: env('0'),
        input: '',
        encoding: 'utf8',
      });
      assert.notEqual(status, 0, `${line} succeeded in an empty folder`);
      assert.deepStrictEqual(readdirSync(folder), [], `${line} wrote files: ${stderr}`);
      // npx makes an empty folder, and ends before it fetches the package.
      assert.deepStrictEqual(packagesOfNpx(), before, `npx fetched a package for ${line}`);
    });
  }
}

/** "If port 4000 is taken, set `PORT` in the environment, and use that port below." */
function useInExamples(port: string): void {
  const files = execFileSync('git', ['ls-files', 'docs/examples'], { cwd: clone, encoding: 'utf8' }).trim().split('\n');
  for (const file of files.map((name) => path.join(clone, name))) {
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('localhost:4000', `localhost:${port}`));
  }
}

async function main(): Promise<void> {
  const port = process.env.PORT ?? '4000';
  console.log(`an empty home folder, Node ${process.version}, port ${port}`);
  try {
    await timed('git clone', () => execFileSync('git', ['clone', '-q', root, clone]));
    if (port !== '4000') useInExamples(port);
    const asked = process.argv.slice(2);
    for (const page of asked.length > 0 ? asked : Object.keys(followed)) await follow(page, port);
    await checkGrafana();
    const commands = Object.keys(followed).flatMap((page) => packageCommands(page, readText(page)));
    const inBlocks = Object.keys(followed)
      .flatMap((page) => readPage(page))
      .map(({ text }) => text)
      .join('\n');
    await installInProjects(
      commands.filter(({ program, args }) => program === 'npm install' && !inBlocks.includes(args.join(' '))),
    );
    await typeInWrongFolder(commands);
    const size = execFileSync('du', ['-sm', 'gatehouse/node_modules', 'gatehouse/docs/examples/node_modules'], {
      cwd: home,
    });
    console.log(`MB:\n${size}${((performance.now() - total) / 1000).toFixed(0)} s in all`);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

void main();
