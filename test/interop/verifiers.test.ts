import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { restApi } from '../support/apis';
import { readExample, readPage } from '../support/doc-pages';
import { Forger, forgeries } from '../support/forged-tokens';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { claimsOf } from '../support/impersonation';
import { describeWith } from '../support/needs';
import { createClient, type TestClient } from '../support/oauth';
import { createPageFolder, type PageFolder } from '../support/page-folder';
import { freePort, shortLived } from '../support/process';

/** Runs a program for each token that it gets, as if the token were the argument. Answers whether the program succeeded. */
const runForEach = (file: string) => `
  let runs = 0;
  process.on('message', async (token) => {
    process.argv[2] = token;
    runs += 1;
    process.send(await import('./${file}?' + runs).then(() => true, () => false));
  });`;

/** The services of the documentation accept the tokens of the real server, and nothing else. */
const page = readPage('docs/integrate/protect-a-service.md');
const programs = new Map([
  ...readExample('verify'),
  ...page.flatMap(({ file, text }) => (file ? [[file, text] as const] : [])),
]);

interface Service {
  name: string;
  file: string;
  /** The port in the file. Without one, the program verifies the token of its argument. */
  port?: number;
  path?: string;
}

const services: Service[] = [
  { name: 'Express', file: 'orders.mjs', port: 3000, path: '/orders' },
  { name: 'Fastify', file: 'with-fastify.mjs', port: 3001 },
  { name: 'Hono', file: 'with-hono.mjs', port: 3002 },
  { name: 'Apollo Server', file: 'with-apollo-server.mjs', port: 3003, path: '/?query={user}' },
  { name: 'Express, with revocations', file: 'with-revocations.mjs', port: 3004 },
  { name: 'Express, with API keys', file: 'with-api-keys.mjs', port: 3006 },
  { name: 'oauth4webapi', file: 'with-oauth4webapi.mjs' },
];

const invalidToken = expect.stringMatching(/^Bearer error="invalid_token", error_description="[^"]+"$/);
const account = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace', password: 'correct horse battery' };

let gatehouse: Gatehouse;
let url: string;
let client: TestClient;
let forger: Forger;

beforeAll(async () => {
  const port = await freePort();
  url = `http://localhost:${port}`;
  gatehouse = await startGatehouse({ PORT: String(port), PUBLIC_URL: url });
  client = await createClient(gatehouse);
  await restApi.register(gatehouse.url, account);
  forger = new Forger(gatehouse, (await restApi.login(gatehouse.url, account)).jwt ?? '');
});
afterAll(() => gatehouse.stop());

const withPackages = describeWith('docs/examples');
withPackages.each(services)('$name', ({ file, port, path: route = '/' }) => {
  let folder: PageFolder;
  let running: ChildProcess;
  let address: string;

  beforeAll(async () => {
    folder = createPageFolder();
    const real = await freePort();
    const text = (programs.get(file) ?? '').replaceAll('http://localhost:4000', url);
    folder.write(file, text.replace(`listen(${port})`, `listen(${real})`).replace(`port: ${port}`, `port: ${real}`));
    if (port === undefined) {
      folder.write('run-for-each.mjs', runForEach(file));
      running = run('run-for-each.mjs');
      return;
    }
    running = run(file);
    address = `http://localhost:${real}${route}`;
    while (!(await fetch(address).catch(() => null))) {
      if (running.exitCode !== null) throw new Error(`${file} ended with ${running.exitCode}`);
      await delay(1);
    }
  });
  afterAll(async () => {
    if (running.exitCode === null) {
      running.kill();
      await once(running, 'exit');
    }
    folder.remove();
  });

  const run = (program: string): ChildProcess =>
    fork(path.join(folder.path, program), {
      execArgv: shortLived,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: { ...process.env, CLIENT_ID: client.id, CLIENT_SECRET: client.secret },
    });

  const request = (jwt: string) =>
    // Without a header that a form cannot send, Apollo Server answers no GET.
    fetch(address, { headers: { Authorization: `Bearer ${jwt}`, 'Apollo-Require-Preflight': 'true' } });

  async function accepts(jwt: string): Promise<boolean> {
    if (port === undefined) {
      running.send(jwt);
      const [isAccepted] = await once(running, 'message');
      return isAccepted;
    }
    const response = await request(jwt);
    const body = await response.text();
    if (response.status === 200) {
      expect(body).toContain(`"user":"${claimsOf(jwt).sub}"`);
      return true;
    }
    // Another status would be an error of the service.
    expect([response.status, response.headers.get('WWW-Authenticate')]).toEqual([401, invalidToken]);
    expect(body).toContain('"code":"UNAUTHENTICATED"');
    return false;
  }

  test('accepts an access token', async () => {
    expect(await accepts(forger.token)).toBe(true);
  });

  test.each(forgeries)('rejects a token %s', async (_name, make) => {
    expect(await accepts(make(forger))).toBe(false);
  });

  test('rejects a token of another type', async () => {
    expect(await accepts(forger.forged({}, { typ: 'JWT' }))).toBe(false);
  });
});
