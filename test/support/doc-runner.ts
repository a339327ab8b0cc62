import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Secret, TOTP } from 'otpauth';
import { postJson, restApi } from './apis';
import { readChecked } from './checked-fetch';
import { bodyAsDocumented, httpAsDocumented, jsonOr, type Known } from './doc-answers';
import { type Block, readExample, readPage, type Step, stepsOf } from './doc-pages';
import { startGatehouse } from './gatehouse';
import { examplePackages, pathOf } from './needs';
import { createApp } from './oauth';
import { tokensFor } from './openid';
import { PageClient } from './page-client';
import { createPageFolder } from './page-folder';
import { freePort, quickPath, shortLived } from './process';
import { untilStopped } from './running';
import { serveDataFolder } from './served-data-folder';
import { SoftwarePasskey } from './software-passkey';
import { until } from './until';
import { verifyAddress } from './verified-address';

export interface PageSettings {
  /** Settings of the server, added to `PUBLIC_URL=http://localhost:4000`. */
  env?: Record<string, string>;
  /** The settings in `env` that the shell of the reader has, too. */
  exported?: readonly string[];
  /** Before the first example, Ada has an account, or is logged in as well. */
  ada?:
    | 'registered'
    | 'logged in'
    | 'logged in with a verified address'
    | 'logged in with a second factor'
    | 'logged in with a passkey'
    | 'logged in with an identity'
    | 'logged in as a super admin'
    | 'signed in to an application';
  /** Requests that are sent before the first example, as a page would show them: another section shows them. */
  before?: readonly string[];
  /** Before the first example, Grace has an account. */
  grace?: 'registered';
  /** Before the first example, a service of the operator exists: `documentedClient` on the page. */
  client?: true | Parameters<typeof createApp>[1];
  /** The server has the fields of this file in docs/integrate/roles.md. */
  userFields?: 'user-fields.json';
  /** The folder in which the commands of the page find a new database, served as by a running server. */
  dataDir?: '.data';
  /** The ports, besides 4000, that programs of the page listen on. */
  ports?: readonly number[];
  /**
   * The folders of docs/examples with programs of the page. Its commands run in docs/examples, with the packages that its
   * package.json names. Without it, they run in the installation.
   */
  programs?: readonly string[];
}

const ownPackages = path.join(__dirname, '../../node_modules');

/** The id and the secret that the pages show. */
const documentedClient = {
  id: '01a20e51-04c4-7d0a-9d3b-52f0a1b7c6de',
  secret: 'h2ZpB4JdR0r0yH8mV1nT3sQ6wX9uK5cE7aL2gF4jM8o',
};

/** The id of Ada's passkey on the pages. */
const documentedPasskey = '01a1fafd-5d48-74fb-874f-7e0ccacee987';

/** The id of Ada's account at a provider on the pages. */
const documentedIdentity = '01a20e51-04c4-7d0a-9d3b-52f0a1b7c6df';

/** Only a user with a verified address can add a second factor. */
const verified: readonly string[] = [
  'logged in with a verified address',
  'logged in with a second factor',
  'logged in with a passkey',
];
const account = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace', password: 'correct horse battery' };

/** Executes the blocks of a page from top to bottom: one new server, one shell, one folder. */
export async function runBlocks(
  blocks: readonly Block[],
  {
    env = {},
    exported = [],
    ada,
    before = [],
    grace,
    client,
    userFields,
    dataDir,
    ports = [],
    programs,
  }: PageSettings,
): Promise<void> {
  const steps = stepsOf(blocks);
  const port = String(await freePort());
  const replaced: [documented: string, real: string][] = [['localhost:4000', `localhost:${port}`]];
  for (const one of ports) replaced.push([String(one), String(await freePort())]);
  const realPorts = new Map(replaced.slice(1));
  const toRealPorts = (text: string) =>
    text.replaceAll(/(?<=localhost:)\d+/g, (documented) => realPorts.get(documented) ?? documented);
  const settings = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, toRealPorts(value)]));
  const files = createPageFolder();
  if (userFields) {
    const block = readPage('docs/integrate/roles.md').find(({ file }) => file === userFields);
    files.write(userFields, block?.text ?? '');
    settings.USER_FIELDS = path.join(files.path, userFields);
  }
  const gatehouse = await startGatehouse({ PORT: port, PUBLIC_URL: `http://localhost:${port}`, ...settings });
  const isSignedIn = ada === 'signed in to an application';
  const app = isSignedIn
    ? await createApp(gatehouse, { firstParty: true })
    : client && (await createApp(gatehouse, { name: 'orders', kind: 'service', ...(client === true ? {} : client) }));
  if (app) replaced.push([documentedClient.id, app.id], [documentedClient.secret, app.secret ?? '']);
  const values = new Values(
    replaced,
    new SoftwarePasskey('ES256', { origin: `http://localhost:${port}`, rpId: 'localhost' }),
  );
  // The pages show a server that has been running for a while. A new one is ready before its feed is live.
  await until(async () => gatehouse.services.revocations.isLive);
  if (ada) await restApi.register(gatehouse.url, account);
  if (ada === 'logged in as a super admin') await gatehouse.sql('UPDATE users SET is_super_admin = true');
  if (grace) await restApi.register(gatehouse.url, { ...account, email: 'grace@example.com', firstName: 'Grace' });
  if (ada !== undefined && verified.includes(ada)) await verifyAddress(gatehouse, account.email);
  if (ada?.startsWith('logged in')) values.see(JSON.stringify(await restApi.login(gatehouse.url, account)));
  if (ada === 'logged in with a second factor') await addSecondFactor(gatehouse.url, values);
  if (app && isSignedIn) {
    const browser = new PageClient(gatehouse);
    await browser.signIn(account);
    const { access_token } = await tokensFor(gatehouse, browser, app);
    values.see(access_token);
  }
  if (ada === 'logged in with a passkey') {
    replaced.push([documentedPasskey, await addPasskey(gatehouse.url, values)]);
  }
  if (ada === 'logged in with an identity') {
    await gatehouse.sql(`INSERT INTO identities (id, user_id, provider, issuer, subject, email, created_ts)
      SELECT '${documentedIdentity}', id, 'github', 'https://github.com', '583231', email, now() FROM users`);
  }
  for (const text of before) values.see(await sendHttp(port, values.toReal(text)));
  const shell = startShell(
    Object.fromEntries(exported.map((name) => [name, env[name] ?? ''])),
    programs ? examplePackages : ownPackages,
  );
  for (const folder of programs ?? []) {
    for (const [file, text] of readExample(folder)) shell.write(`${folder}/${file}`, values.toReal(text));
  }
  const endServing = dataDir && (await serveDataFolder(path.join(shell.folder, dataDir)));

  const execute = async ({ block, variables }: Step): Promise<string> => {
    if (isOfMail.test(`${block.text} ${variables?.text}`)) values.mail = (await gatehouse.allMails()).at(-1);
    await values.untilCodes(codesIn(block.text) + codesIn(variables?.text ?? ''));
    const text = values.toReal(block.text);
    // A reader takes longer than an e-mail.
    if (text.includes('/dev/mailbox')) await gatehouse.allMails();
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
      } else if (block.language === 'graphql' && !block.file) {
        await at(block, () => expect(JSON.parse(output)).not.toHaveProperty('errors'));
      }
    }
  } finally {
    await endServing?.();
    await shell.stop();
    await gatehouse.stop();
    files.remove();
  }
}

async function addSecondFactor(url: string, values: Values): Promise<void> {
  const jwt = values.access ?? '';
  values.see(JSON.stringify(await restApi.enrollTotp(url, { currentPassword: account.password }, jwt)));
  await values.untilCodes(1);
  values.see(JSON.stringify(await restApi.confirmTotp(url, { code: values.nextCode() }, jwt)));
  if (values.recoveryCodes.length === 0) throw new Error('the second factor was not added');
  const login = await restApi.login(url, { ...account, code: values.recoveryCodes.shift() });
  values.see(JSON.stringify(login));
}

/** Returns its id. */
async function addPasskey(url: string, { passkey, access, see }: Values): Promise<string> {
  const { options } = await restApi.addPasskeyOptions(url, { currentPassword: account.password }, access ?? '');
  const added = await restApi.addPasskey(url, { passkey: passkey.create(options ?? {}) }, access ?? '');
  const forLogin = await restApi.passkeyLoginOptions(url);
  see(JSON.stringify(await restApi.loginWithPasskey(url, { passkey: passkey.get(forLogin.options ?? {}) })));
  return added.passkey?.id ?? '';
}

const stepMs = 30_000;
const stepNow = (): number => Math.floor(Date.now() / stepMs);

/** A code of an authenticator app. */
const codeOfApplication = /("code": ?")\d{6}"/g;
const codesIn = (text: string): number => [...text.matchAll(codeOfApplication)].length;

/** A token or a code of an e-mail, abbreviated. */
const isOfMail = /"(?:token|code)": ?"[^"]*…"/;

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
function startShell(exported: Record<string, string>, packages: string) {
  const scratch = mkdtempSync(path.join(tmpdir(), 'gatehouse-'));
  const folder = createPageFolder(packages);
  const env = {
    ...exported,
    PATH: quickPath,
    HOME: folder.path,
    NODE_OPTIONS: shortLived.join(' '),
    npm_config_update_notifier: 'false',
  };
  const start = () => {
    const bash = spawn(pathOf('bash'), ['--norc'], {
      cwd: folder.path,
      env,
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
    folder: folder.path,
    write(file: string, text: string): string {
      folder.write(file, text);
      return '';
    },
    async run(script: string): Promise<string> {
      const file = path.join(scratch, `${count}.sh`);
      const output = path.join(scratch, `${count}.output`);
      count += 1;
      if (script.trimEnd().endsWith('&')) inBackground.push(output);
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
      folder.remove();
    }),
  };
}
