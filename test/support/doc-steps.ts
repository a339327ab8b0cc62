import assert from 'node:assert';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Secret, TOTP } from 'otpauth';
import { readChecked } from './checked-fetch';
import { bodyAsDocumented, httpAsDocumented, jsonOr, type Known } from './doc-answers';
import type { Block, Step } from './doc-pages';
import { untilStopped } from './running';
import { SoftwarePasskey } from './software-passkey';

/** Executes the blocks of a page as a reader does, with whatever server and folder the reader has. */
export interface Reader {
  /** Of Gatehouse. */
  url: string;
  values: Values;
  /** Runs commands in a shell, and returns what they print. */
  run(script: string): Promise<string>;
  /** Writes a file of the page. */
  write(file: string, text: string): void;
  /** Is called with the text of a block before its values are replaced. */
  before?(text: string): Promise<void>;
}

export async function runSteps(steps: readonly Step[], { url, values, run, write, before }: Reader): Promise<void> {
  const execute = async ({ block, variables }: Step): Promise<string> => {
    await before?.(`${block.text} ${variables?.text ?? ''}`);
    const text = values.toReal(block.text);
    if (block.file) {
      write(block.file, text);
      return '';
    }
    if (block.language === 'sh') return withoutProgress(await run(text));
    if (block.language === 'http') return sendHttp(new URL(url).port, text);
    const headers = {
      'Content-Type': 'application/json',
      ...(values.access !== undefined && { Authorization: `Bearer ${values.access}` }),
    };
    const body = JSON.stringify({ query: text, variables: jsonOr(values.toReal(variables?.text ?? '{}')) });
    return (await fetch(`${url}/graphql`, { method: 'POST', headers, body })).text();
  };
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
      await at(block, () => assert.match(output, /^HTTP\/1\.1 2/));
    } else if (block.language === 'graphql' && !block.file) {
      await at(block, () => assert(!('errors' in JSON.parse(output)), output));
    }
  }
}

const stepMs = 30_000;
const stepNow = (): number => Math.floor(Date.now() / stepMs);

/** A code of an authenticator app. */
const codeOfApplication = /("code": ?")\d{6}"/g;
export const codesIn = (text: string): number => [...text.matchAll(codeOfApplication)].length;

/** A token or a code of an e-mail, abbreviated. */
export const isOfMail = /"(?:token|code)": ?"[^"]*…"/;

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
      assert.deepStrictEqual(real, documented);
    } else {
      assert.deepStrictEqual(bodyAsDocumented(output, answer.text, known), jsonOr(answer.text));
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
  /** The last e-mail. */
  mail: { links: readonly string[]; code: string | null } | undefined;
  /** The token of the last challenge, or of the last request for a mail with a code. */
  challenge: string | undefined;
  /** The recovery codes that the last answer had. */
  recoveryCodes: string[] = [];
  /** The authenticator app with the last secret, and the 30-second step of its last code. */
  private application: { totp: TOTP; lastStep: number } | undefined;

  /** The last options for a browser. */
  private passkeyOptions: object | undefined;

  constructor(
    private readonly replaced: readonly (readonly [documented: string, real: string])[],
    /** The last passkey that the browser has made. */
    public passkey = new SoftwarePasskey(),
  ) {}

  readonly see = (output: string): void => {
    this.passkeyOptions = optionsIn(bodyOf(output)) ?? this.passkeyOptions;
    this.access = output.match(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g)?.at(-1) ?? this.access;
    this.refresh = [...output.matchAll(/"(?:refresh_token|refreshToken)": ?"([^"]+)"/g)].at(-1)?.[1] ?? this.refresh;
    this.challenge = output.match(/"(?:mfa|challenge|result)": ?\{"token": ?"([^"]+)"/)?.[1] ?? this.challenge;
    const codes = output.match(/\b([0-9A-Z]{5}-){4}[0-9A-Z]{5}\b/g);
    if (codes) this.recoveryCodes = codes;
    const secret = output.match(/"secret": ?"([A-Z2-7]{32})"/)?.[1];
    if (secret) this.application = { totp: new TOTP({ secret: Secret.fromBase32(secret) }), lastStep: 0 };
  };

  /** What the browser and the authenticator answer to the last options. */
  private passkeyResponse(): string {
    const options = this.passkeyOptions ?? {};
    if (!('rp' in options)) return JSON.stringify(this.passkey.get(options));
    this.passkey = this.passkey.another();
    return JSON.stringify(this.passkey.create(options));
  }

  /** Waits until the server accepts so many codes that it has not seen: a code of this step, or of one next to it. */
  async untilCodes(count: number): Promise<void> {
    if (!this.application || count === 0) return;
    const giveUpAt = performance.now() + 10_000;
    while (this.nextStep() + count - 1 > stepNow() + 1) {
      if (performance.now() > giveUpAt) throw new Error('there is no further code at this time');
      await delay(100);
    }
  }

  /** Returns a code of the application. */
  nextCode(): string {
    if (!this.application) throw new Error('there is no authenticator app');
    this.application.lastStep = this.nextStep();
    return this.application.totp.generate({ timestamp: this.application.lastStep * stepMs });
  }

  /** The code of the previous step must be accepted for five more seconds. */
  private nextStep(): number {
    const leftMs = stepMs - (Date.now() % stepMs);
    return Math.max((this.application?.lastStep ?? 0) + 1, stepNow() - (leftMs < 5000 ? 0 : 1));
  }

  toReal(text: string): string {
    const withResponse = text.replaceAll(
      /("passkey": ?)\{"id": ?"[^"]*…".*?\}\}/gs,
      (_, before) => before + this.passkeyResponse(),
    );
    const longestFirst = [...this.known].sort(([a], [b]) => b.length - a.length);
    return replaceEach(withResponse, [...this.replaced, ...longestFirst])
      .replaceAll(/eyJ[\w-]*…/g, (documented) => this.access ?? documented)
      .replaceAll(/("(?:refresh_token|refreshToken)": ?")[^"]*…"/g, (documented, before) =>
        this.refresh ? `${before}${this.refresh}"` : documented,
      )
      .replaceAll(codeOfApplication, (documented, before) =>
        this.application ? `${before}${this.nextCode()}"` : documented,
      )
      .replaceAll(/("code": ?")[0-9A-Z]{5}-[^"]*…"/g, (_, before) => `${before}${this.recoveryCodes.shift()}"`)
      .replaceAll(/("token": ?")[^"]*…"/g, (documented, before) =>
        this.challenge ? `${before}${this.challenge}"` : documented,
      )
      .replaceAll(/("token": ?")[^"]*…"/g, `$1${this.mail?.links[0]?.split('/').at(-1)}"`)
      .replaceAll(/("code": ?")[^"]*…"/g, `$1${this.mail?.code}"`);
  }

  toDocumented(text: string): string {
    return replaceEach(
      text,
      this.replaced.map(([documented, real]) => [real, documented]),
    );
  }
}

/** Replaces the first text that matches at a place, and nothing in what it has inserted: a port can contain another. */
function replaceEach(text: string, pairs: readonly (readonly [from: string, to: string])[]): string {
  const to = new Map(pairs);
  const pattern = [...to.keys()].map((from) => from.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  return text.replaceAll(new RegExp(pattern, 'g'), (from) => to.get(from) ?? from);
}

/** The body of an answer over HTTP, which may be shown with its headers. */
const bodyOf = (output: string): unknown =>
  jsonOr(output.startsWith('HTTP/') ? output.slice(output.indexOf('\n\n')) : output);

/** Finds the options for `navigator.credentials`. */
function optionsIn(value: unknown): object | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if ('challenge' in value && ('rpId' in value || 'rp' in value)) return value;
  return Object.values(value).map(optionsIn).find(Boolean);
}

/** Sends the request as it is written, and returns the answer as text. */
export async function sendHttp(port: string, text: string): Promise<string> {
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
    // Node itself sends no length with the body of a DELETE.
    headers: { ...(body && { 'Content-Length': Buffer.byteLength(body) }), ...Object.fromEntries(headers) },
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

/** One bash for a page that has commands: variables, functions and programs in the background stay. A command that fails ends it. */
export function startShell(bashProgram: () => string, cwd: string, env: Readonly<Record<string, string | undefined>>) {
  const scratch = mkdtempSync(path.join(tmpdir(), 'gatehouse-'));
  const start = () => {
    const bash = spawn(bashProgram(), ['--norc'], {
      cwd,
      env: env as NodeJS.ProcessEnv,
      detached: true,
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    bash.stdin.on('error', () => {});
    bash.stdin.write('set -eo pipefail\n');
    return { bash, ended: once(bash, 'exit') };
  };
  let started: ReturnType<typeof start> | undefined;
  let count = 0;
  /** What the programs in the background have printed: one that did not start explains why a later command failed. */
  const inBackground: string[] = [];
  const outputsOfPrograms = () => inBackground.map((file) => readFileSync(file, 'utf8')).join('');
  return {
    outputsOfPrograms,
    async run(script: string): Promise<string> {
      const file = path.join(scratch, `${count}.sh`);
      const output = path.join(scratch, `${count}.output`);
      count += 1;
      if (/[^&]&$/m.test(script)) inBackground.push(output);
      writeFileSync(file, script);
      started ??= start();
      const { bash, ended } = started;
      bash.stdin.write(`. ${file} >${output} 2>&1 </dev/null; echo finished\n`);
      const [code] = await Promise.race([once(bash.stdout, 'data').then(() => [0]), ended]);
      const text = readFileSync(output, 'utf8');
      if (code !== 0) throw new Error(`exit code ${code} of\n${script}${text}${outputsOfPrograms()}`);
      return text;
    },
    stop: untilStopped(async () => {
      // With the programs in the background; fails if none is left.
      try {
        if (started?.bash.pid) process.kill(-started.bash.pid, 'SIGKILL');
      } catch {}
      rmSync(scratch, { recursive: true, force: true });
    }),
  };
}
