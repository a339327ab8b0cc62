import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { postJson, restApi } from './apis';
import { readChecked } from './checked-fetch';
import { bodyAsDocumented, httpAsDocumented, jsonOr, type Known } from './doc-answers';
import { type Block, type Step, stepsOf } from './doc-pages';
import { startGatehouse } from './gatehouse';
import { freePort, shortLived } from './process';
import { untilStopped } from './running';

export interface PageSettings {
  /** Settings of the server, added to `PUBLIC_URL=http://localhost:4000`. */
  env?: Record<string, string>;
  /** Before the first example, Ada has an account, or is logged in as well. */
  ada?: 'registered' | 'logged in';
  /** The ports, besides 4000, that programs of the page listen on. */
  ports?: readonly number[];
}

const account = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace', password: 'correct horse battery' };

/** Executes the blocks of a page from top to bottom: one new server, one shell, one folder. */
export async function runBlocks(blocks: readonly Block[], { env, ada, ports = [] }: PageSettings): Promise<void> {
  const steps = stepsOf(blocks);
  const port = String(await freePort());
  const replaced: [documented: string, real: string][] = [['localhost:4000', `localhost:${port}`]];
  for (const one of ports) replaced.push([String(one), String(await freePort())]);
  const gatehouse = await startGatehouse({ PORT: port, PUBLIC_URL: `http://localhost:${port}`, ...env });
  const values = new Values(replaced);
  if (ada) await restApi.register(gatehouse.url, account);
  if (ada === 'logged in') values.see(JSON.stringify(await restApi.login(gatehouse.url, account)));
  const shell = startShell();

  const execute = async ({ block, variables }: Step): Promise<string> => {
    const text = values.toReal(block.text);
    if (block.file) return shell.write(block.file, text);
    if (block.language === 'sh') return withoutProgress(await shell.run(text));
    if (block.language === 'http') return sendHttp(port, text);
    const body = { query: text, variables: jsonOr(values.toReal(variables?.text ?? '{}')) };
    const headers = values.access === undefined ? {} : { Authorization: `Bearer ${values.access}` };
    return (await postJson(`${gatehouse.url}/graphql`, body, headers)).text();
  };
  try {
    for (const step of steps) {
      const { block, answer } = step;
      const output = values.toDocumented(await at(block, () => execute(step)));
      values.see(output);
      const isHttp = block.language === 'http';
      if (answer) {
        // A page may show the body alone.
        const shown = isHttp && answer.language !== 'http' ? output.slice(output.indexOf('\n\n')) : output;
        await expectDocumented(shown, answer, values.known);
      } else if (isHttp) {
        await at(block, () => expect(output).toMatch(/^HTTP\/1\.1 2/));
      } else if (block.language === 'graphql') {
        await at(block, () => expect(JSON.parse(output)).not.toHaveProperty('errors'));
      }
    }
  } finally {
    await shell.stop();
    await gatehouse.stop();
  }
}

/** Errors say where on the page. */
async function at<T>({ page, line }: Block, run: () => T | Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw new Error(`${page}:${line}: ${(error as Error).message}`);
  }
}

/** Fails with the page, the line and the difference. */
export function expectDocumented(output: string, answer: Block, known: Known = new Map()): Promise<void> {
  return at(answer, () => {
    if (answer.language === 'http') {
      const { real, documented } = httpAsDocumented(output, answer.text, known);
      expect(real).toEqual(documented);
    } else {
      expect(bodyAsDocumented(output, answer.text, known)).toEqual(jsonOr(answer.text));
    }
  });
}

/** A command that takes longer than a second prints its progress, such as `opening the database …`. */
export const withoutProgress = (output: string): string => output.replaceAll(/^[a-z -]+ …\n/gm, '');

/** Replaces values of the page by values of this run, and back. */
export class Values {
  readonly known: Known = new Map();
  /** The last tokens that an answer had. */
  access: string | undefined;
  refresh: string | undefined;

  constructor(private readonly replaced: readonly (readonly [documented: string, real: string])[]) {}

  see(output: string): void {
    this.access = output.match(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g)?.at(-1) ?? this.access;
    this.refresh = [...output.matchAll(/"(?:refresh_token|refreshToken)": ?"([^"]+)"/g)].at(-1)?.[1] ?? this.refresh;
  }

  toReal(text: string): string {
    const longestFirst = [...this.known].sort(([a], [b]) => b.length - a.length);
    return [...this.replaced, ...longestFirst]
      .reduce((result, [documented, real]) => result.replaceAll(documented, real), text)
      .replaceAll(/eyJ[\w-]*…/g, (documented) => this.access ?? documented)
      .replaceAll(/("(?:refresh_token|refreshToken)": ?")[^"]*…"/g, (documented, before) =>
        this.refresh ? `${before}${this.refresh}"` : documented,
      );
  }

  toDocumented(text: string): string {
    return this.replaced.reduce((result, [documented, real]) => result.replaceAll(real, documented), text);
  }
}

/** Sends the request as it is written, and returns the answer as text. */
async function sendHttp(port: string, text: string): Promise<string> {
  const [head = '', ...rest] = text.trim().split('\n\n');
  const [start = '', ...lines] = head.split('\n');
  const [method = '', target = ''] = start.split(' ');
  const headers = lines.map((line) => line.split(/: ?(.*)/s).slice(0, 2) as [string, string]);
  const body = rest.join('\n\n');
  const sent = request({
    host: '127.0.0.1',
    port,
    method,
    path: target,
    agent: false,
    headers: Object.fromEntries(headers),
  });
  sent.end(body);
  const [answer] = await once(sent, 'response');
  const received = await readChecked(sent, answer);
  const pairs = Array.from({ length: answer.rawHeaders.length / 2 }, (_, i) =>
    answer.rawHeaders.slice(2 * i, 2 * i + 2),
  );
  const answered = pairs.map(([name, value]) => `${name}: ${value}\n`).join('');
  return `HTTP/1.1 ${answer.statusCode} ${answer.statusMessage}\n${answered}\n${received}`;
}

/** One bash for a page: variables, functions and programs in the background stay. A command that fails ends it. */
function startShell() {
  const scratch = mkdtempSync(path.join(tmpdir(), 'gatehouse-'));
  const folder = path.join(scratch, 'page');
  mkdirSync(folder);
  // A page may import packages that it installs.
  symlinkSync(path.join(__dirname, '../../node_modules'), path.join(folder, 'node_modules'));
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    NODE_OPTIONS: shortLived.join(' '),
    npm_config_update_notifier: 'false',
  };
  const bash = spawn('bash', ['--norc'], { cwd: folder, env, detached: true, stdio: ['pipe', 'pipe', 'ignore'] });
  const ended = once(bash, 'exit');
  bash.stdin.on('error', () => {});
  bash.stdin.write('set -eo pipefail\n');
  let count = 0;
  return {
    write(file: string, text: string): string {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      writeFileSync(path.join(folder, file), text);
      return '';
    },
    async run(script: string): Promise<string> {
      const file = path.join(scratch, `${count}.sh`);
      const output = path.join(scratch, `${count}.output`);
      count += 1;
      writeFileSync(file, script);
      bash.stdin.write(`. ${file} >${output} 2>&1 </dev/null; echo finished\n`);
      const [code] = await Promise.race([once(bash.stdout, 'data').then(() => [0]), ended]);
      const text = readFileSync(output, 'utf8');
      if (code !== 0) throw new Error(`exit code ${code} of\n${script}${text}`);
      return text;
    },
    stop: untilStopped(async () => {
      // With the programs in the background; fails if none is left.
      try {
        process.kill(-(bash.pid ?? 0), 'SIGKILL');
      } catch {}
      rmSync(scratch, { recursive: true, force: true });
    }),
  };
}
