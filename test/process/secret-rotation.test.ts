import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Answer, apis, graphqlApi, restApi } from '../support/apis';
import { runCli } from '../support/cli';
import { createTestDatabase, writeDataDir } from '../support/database';
import { describeWith } from '../support/needs';
import { freePort, type GatehouseProcess, spawnGatehouse } from '../support/process';

const account = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace', password: 'correct horse battery' };
const credentials = { email: account.email, password: account.password };
/** True, or what failed. */
const outcomeOf = (what: string, { success, code, msg }: Pick<Answer, 'success' | 'code' | 'msg'>): true | string =>
  success || `${what}: ${code} ${msg}`;
const [old, next] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];

describeWith('PostgreSQL')('two instances under load, as a proxy sees them', () => {
  test('go from one secret to the next without a failed request', async () => {
    const database = await createTestDatabase();
    const { env } = database;
    const before = { ...env, GATEHOUSE_SECRET: old };
    const both = { ...env, GATEHOUSE_SECRET: next, GATEHOUSE_SECRET_PREVIOUS: old };
    const after = { ...env, GATEHOUSE_SECRET: next };
    const shared = {
      RATE_LIMITS: 'on',
      // The clients of the test refresh without a pause.
      RATE_LIMIT_REFRESH_NETWORK: 'off',
      PUBLIC_URL: 'https://id.example.com',
      LOG_LEVEL: 'warn',
    };

    const ports = [String(await freePort()), String(await freePort())];
    /** The instances to which the proxy sends requests. */
    const serving: GatehouseProcess[] = [];
    /** Clients wait for it: a start under load takes several times as long, and the proxy does not know the instance yet. */
    let starting: Promise<void> = Promise.resolve();
    const start = (env: Record<string, string>, PORT: string) => {
      starting = spawnGatehouse({ ...shared, ...env, PORT }).then(async (instance) => {
        await instance.ready();
        serving.push(instance);
      });
      return starting;
    };
    const roll = async (env: Record<string, string>) => {
      for (const PORT of ports) {
        const at = serving.findIndex(({ url }) => url.endsWith(PORT));
        const [instance] = serving.splice(at, 1);
        // The proxy sends no more requests to this instance, and waits for its answers.
        await Promise.all(rounds);
        expect(await instance?.signal('SIGTERM')).toBe(0);
        await start(env, PORT);
        // Old and new instances serve at the same time.
        for (let round = 0; round < 3; round += 1) await Promise.all(rounds);
      }
    };
    for (const PORT of ports) await start(before, PORT);
    let turn = 0;
    const anyUrl = () => serving[turn++ % serving.length]?.url ?? '';
    await restApi.register(anyUrl(), account);
    await restApi.login(anyUrl(), { ...credentials, email: 'unknown@example.com' });

    /** The current round of each client. */
    const rounds: Promise<unknown>[] = [];
    const failures: string[] = [];
    let requests = 0;
    let loaded = true;
    const repeat = async (round: () => Promise<unknown[]>) => {
      const client = rounds.length;
      while (loaded) {
        await starting;
        const going = round().catch((error: unknown) => [error]);
        rounds[client] = going;
        const outcomes = await going;
        requests += outcomes.length;
        failures.push(...outcomes.flatMap((outcome) => (outcome === true ? [] : [String(outcome)])));
      }
    };
    const first = await restApi.login(anyUrl(), credentials);
    let { refreshToken, jwt } = first;
    const load = [
      ...apis.map((api) =>
        repeat(async () => [outcomeOf(`login, ${api.name}`, await api.login(anyUrl(), credentials))]),
      ),
      repeat(async () => [outcomeOf('me', await graphqlApi.me(anyUrl(), first.jwt))]),
      repeat(async () => {
        const token = refreshToken;
        const renewed = await graphqlApi.refresh(anyUrl(), { refreshToken: token });
        // As after a lost response: another instance must return the same next token.
        const again = await restApi.refresh(anyUrl(), { refreshToken: token });
        refreshToken = renewed.refreshToken;
        jwt = again.jwt;
        const { status } = await fetch(`${anyUrl()}/auth/verify`, { headers: { Authorization: `Bearer ${jwt}` } });
        return [
          outcomeOf('refresh', renewed),
          outcomeOf('refresh again', again),
          again.refreshToken === renewed.refreshToken || 'refresh again: another token',
          status === 200 || `verify: ${status}`,
        ];
      }),
    ];

    await roll(both);
    const rotated = await runCli(both, ['secret', 'rotate', '--yes', '--json']);
    expect({ ...rotated, out: JSON.parse(rotated.out) }).toEqual({ code: 0, out: { resealed: 2 }, err: '' });
    await roll(after);
    loaded = false;
    await Promise.all(load);
    console.info(`a secret rotated on two instances: ${requests} requests, ${failures.length} failed`);

    expect(failures).toEqual([]);
    expect(requests).toBeGreaterThan(50);
    const { success } = await restApi.me(anyUrl(), first.jwt);
    expect(success).toBe(true);
    // The events of an e-mail address without an account are still found by that address.
    const audit = await runCli(after, ['audit', '--person', 'unknown@example.com', '--json']);
    expect(JSON.parse(audit.out)).toMatchObject({ action: 'login_failed' });
    expect((await runCli(after, ['audit', '--action', 'secret_rotated'])).out).toMatch(/^\S+ {2}secret_rotated/);

    for (const instance of serving) await instance.signal('SIGTERM');
    const { code, err } = await runCli(before, ['keys', 'list']);
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringMatching(/^error: GATEHOUSE_SECRET is not the secret/),
    });
    await database.drop();
  });

  test('the command says what it needs, and changes nothing', async () => {
    const database = await createTestDatabase();
    const env = { ...database.env, GATEHOUSE_SECRET: old };
    await runCli(env, ['migrate']);
    await runCli(env, ['keys', 'list']);
    expect(await runCli(env, ['secret', 'rotate', '--yes'])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^error: set GATEHOUSE_SECRET_PREVIOUS to the previous secret/),
    });
    const wrong = { ...env, GATEHOUSE_SECRET: next, GATEHOUSE_SECRET_PREVIOUS: randomBytes(32).toString('hex') };
    expect(await runCli(wrong, ['secret', 'rotate', '--yes'])).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^error: GATEHOUSE_SECRET is not the secret/),
    });
    expect(await runCli(env, ['keys', 'list'])).toMatchObject({ code: 0 });
    await database.drop();
  });
});

describe('the embedded database', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const secrets = () => readFileSync(path.join(folder, 'secret'), 'utf8').trim().split('\n');

  test('gets a new secret, and existing tokens stay valid', async () => {
    const env = { DATA_DIR: folder, PUBLIC_URL: 'https://id.example.com' };
    await writeDataDir(folder);
    const first = await spawnGatehouseWithKeptSecret(env);
    await first.ready();
    await restApi.register(first.url, account);
    const login = await restApi.login(first.url, credentials);
    const [kept = ''] = secrets();
    await first.signal('SIGTERM');
    // Makes the key of ID tokens.
    const uri = 'https://app.example.com/callback';
    await runCli(env, ['clients', 'create', '--name', 'Grafana', '--redirect-uri', uri]);

    expect(await runCli(env, ['secret', 'rotate'])).toMatchObject({ code: 2 });
    expect(secrets()).toEqual([kept]);
    expect(await runCli(env, ['secret', 'rotate', '--yes'])).toMatchObject({ code: 0, out: 're-encrypted 3 keys\n' });
    expect(secrets()).toHaveLength(1);
    expect(secrets()).not.toEqual([kept]);

    const second = await spawnGatehouseWithKeptSecret(env);
    await second.ready();
    expect(await restApi.me(second.url, login.jwt)).toMatchObject({ success: true });
    expect(await restApi.refresh(second.url, { refreshToken: login.refreshToken })).toMatchObject({ success: true });
    const { keys } = await (await fetch(`${second.url}/.well-known/jwks.json`)).json();
    expect(keys.map(({ alg }: { alg: string }) => alg)).toEqual(['ES256', 'RS256']);
    await second.signal('SIGTERM');
  });
});

function spawnGatehouseWithKeptSecret(env: Record<string, string>) {
  return spawnGatehouse({ ...env, GATEHOUSE_SECRET: '' });
}
