import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { restApi } from '../support/apis';
import { readExample } from '../support/doc-pages';
import { Forger, forgeries } from '../support/forged-tokens';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { describeWith } from '../support/needs';
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
const programs = readExample('verify');

interface Service {
  name: string;
  file: string;
  /** The port in the file. Without one, the program verifies the token of its argument. */
  port?: number;
  path?: string;
  /** The library does not check `typ`. The page says so. */
  acceptsAnyType?: boolean;
  /** Replaced in the file. */
  without?: string;
}

const services: Service[] = [
  { name: 'jose', file: 'with-jose.mjs', port: 3000, path: '/notes' },
  { name: 'express-oauth2-jwt-bearer, strict', file: 'with-express.mjs', port: 3001 },
  {
    name: 'express-oauth2-jwt-bearer',
    file: 'with-express.mjs',
    port: 3001,
    without: ', strict: true',
    acceptsAnyType: true,
  },
  { name: 'Passport', file: 'with-passport.mjs', port: 3002, acceptsAnyType: true },
  { name: 'Fastify', file: 'with-fastify.mjs', port: 3003, acceptsAnyType: true },
  { name: 'oauth4webapi', file: 'with-oauth4webapi.mjs' },
];

const account = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace', password: 'correct horse battery' };

let gatehouse: Gatehouse;
let url: string;
let forger: Forger;

beforeAll(async () => {
  const port = await freePort();
  url = `http://localhost:${port}`;
  gatehouse = await startGatehouse({ PORT: String(port), PUBLIC_URL: url });
  await restApi.register(gatehouse.url, account);
  forger = new Forger(gatehouse, (await restApi.login(gatehouse.url, account)).jwt ?? '');
});
afterAll(() => gatehouse.stop());

const withTools = describeWith('test/tools');
withTools.each(services)('$name', ({ file, port, path: route = '/', acceptsAnyType = false, without }) => {
  let folder: PageFolder;
  let running: ChildProcess;
  let address: string;

  beforeAll(async () => {
    folder = createPageFolder();
    const documented = programs.get(file) ?? '';
    const real = await freePort();
    const text = documented.replaceAll('http://localhost:4000', url).replace(`listen(${port})`, `listen(${real})`);
    folder.write(file, text.replace(`port: ${port}`, `port: ${real}`).replace(without ?? '', ''));
    if (without) expect(documented).toContain(without);
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
    fork(path.join(folder.path, program), { execArgv: shortLived, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });

  async function accepts(jwt: string): Promise<boolean> {
    if (port === undefined) {
      running.send(jwt);
      const [isAccepted] = await once(running, 'message');
      return isAccepted;
    }
    const { status } = await fetch(address, { headers: { Authorization: `Bearer ${jwt}` } });
    // Another status would be an error of the service.
    expect([200, 401]).toContain(status);
    return status === 200;
  }

  test('accepts an access token', async () => {
    expect(await accepts(forger.token)).toBe(true);
  });

  test.each(forgeries)('rejects a token %s', async (_name, make) => {
    expect(await accepts(make(forger))).toBe(false);
  });

  test(`${acceptsAnyType ? 'accepts' : 'rejects'} a token of another type`, async () => {
    expect(await accepts(forger.forged({}, { typ: 'JWT' }))).toBe(acceptsAnyType);
  });
});
