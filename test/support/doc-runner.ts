import path from 'node:path';
import { restApi } from './apis';
import { type Block, readExample, readPage, stepsOf } from './doc-pages';
import { codesIn, isOfMail, runSteps, sendHttp, startShell, Values } from './doc-steps';
import { startGatehouse } from './gatehouse';
import { examplePackages, pathOf } from './needs';
import { createApp } from './oauth';
import { tokensFor } from './openid';
import { PageClient } from './page-client';
import { createPageFolder } from './page-folder';
import { freePort, quickPath, shortLived } from './process';
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
  { env = {}, exported = [], ada, before = [], grace, client, userFields, dataDir, ports = [], programs }: PageSettings,
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
  if (app) replaced.push([documentedClient.id, app.id]);
  if (app && app.secret !== null) replaced.push([documentedClient.secret, app.secret]);
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
  const folder = createPageFolder(programs ? examplePackages : ownPackages);
  for (const program of programs ?? []) {
    for (const [file, text] of readExample(program)) folder.write(`${program}/${file}`, values.toReal(text));
  }
  const shell = startShell(() => pathOf('bash'), folder.path, {
    ...Object.fromEntries(exported.map((name) => [name, env[name] ?? ''])),
    PATH: quickPath,
    HOME: folder.path,
    NODE_OPTIONS: shortLived.join(' '),
    npm_config_update_notifier: 'false',
  });
  const endServing = dataDir && (await serveDataFolder(path.join(folder.path, dataDir)));

  try {
    await runSteps(steps, {
      url: gatehouse.url,
      values,
      run: shell.run,
      write: folder.write,
      async before(text) {
        if (isOfMail.test(text)) values.mail = (await gatehouse.allMails()).at(-1);
        await values.untilCodes(codesIn(text));
        // A reader takes longer than an e-mail.
        if (text.includes('/dev/mailbox')) await gatehouse.allMails();
      },
    });
  } finally {
    await endServing?.();
    await shell.stop();
    folder.remove();
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
