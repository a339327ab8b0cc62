import { type HashEngine, type HashEngineName, loadHashEngine } from '../../src/accounts/passwords/hash-engine';
import { PasswordCheck } from '../../src/accounts/passwords/password-check';
import { createPasswordHasher } from '../../src/accounts/passwords/password-hasher';
import { passwordReasons } from '../../src/accounts/passwords/passwords.reasons';
import { createLog } from '../../src/platform/observability/log';
import { apis } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { storedHashOf } from '../support/imported-passwords';
import { contextAt } from '../support/limits';
import { until } from '../support/until';

const context = contextAt('127.0.0.1');
const password = 'correct horse battery';
/** No account has a hash of another service. */
const noDecoys = { pick: () => null };
const noSignerKeys = { find: async () => null };
const account = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace', password };

test.each([
  ['another memory', (hash: string) => hash.replace('m=19456', 'm=19457'), true],
  ['more passes', (hash: string) => hash.replace('t=2', 't=3'), true],
  ['another parallelism', (hash: string) => hash.replace('p=1', 'p=2'), true],
  ['version 16', (hash: string) => hash.replace('v=19', 'v=16'), true],
  ['no version', (hash: string) => hash.replace('$v=19', ''), true],
  ['argon2i', (hash: string) => hash.replace('argon2id', 'argon2i'), true],
  ['argon2d', (hash: string) => hash.replace('argon2id', 'argon2d'), true],
  ['another order', (hash: string) => hash.replace('m=19456,t=2,p=1', 'p=1,t=2,m=19456'), false],
  ['nothing else', (hash: string) => hash, false],
])('a stored hash with %s is outdated or not', async (_, change, outdated) => {
  const hasher = await createPasswordHasher(await loadHashEngine('auto'), 1);
  expect(hasher.isOutdated(storedHashOf(change(await hasher.hash(password))))).toBe(outdated);
});

test('an error of the engine is no answer about the password, and gives its slot back', async () => {
  const { engine } = await loadHashEngine('auto');
  let isBroken = false;
  const broken: HashEngine = {
    ...engine,
    verify: (...input) => (isBroken ? Promise.reject(new Error('no memory')) : engine.verify(...input)),
  };
  const hasher = await createPasswordHasher({ engine: broken }, 1);
  const check = new PasswordCheck(hasher, null, noDecoys, noSignerKeys, createLog('silent'));
  const found = { user: { id: 'ada', email: account.email }, passwordHash: await hasher.hash(password) };
  isBroken = true;
  await expect(check.check(account.email, found, password, context)).rejects.toThrow('no memory');
  await expect(check.check(account.email, null, password, context)).rejects.toThrow('no memory');
  isBroken = false;
  expect(await check.check(account.email, found, password, context)).toEqual({ mismatch: null, isOutdated: false });
  expect(await check.check(account.email, found, `${password}.`, context)).toEqual({
    mismatch: passwordReasons['wrong password'],
  });
  expect(await check.check(account.email, null, password, context)).toEqual({
    mismatch: passwordReasons['unknown address'],
  });
  expect(check.unusableHashes).toBe(0);
});

describe.each<[HashEngineName, HashEngineName]>([
  ['argon2', 'node-rs'],
  ['node-rs', 'argon2'],
])('registered with %s', (name, other) => {
  let gatehouse: Gatehouse;
  beforeAll(async () => {
    gatehouse = await startGatehouse({ HASH_ENGINE: name });
  });
  afterAll(() => gatehouse.stop());

  test.each(apis.map((api) => [api.name, api] as const))(
    `a user signs in with ${other} after a restart, and the hash stays: %s`,
    async (_, api) => {
      const credentials = { email: `${api.name.toLowerCase()}@example.com`, password };
      expect(await api.register(gatehouse.url, { ...account, ...credentials })).toMatchObject({ success: true });
      const stored = () => gatehouse.sql(`SELECT password_hash FROM users WHERE email = '${credentials.email}'`);
      const before = await stored();
      const restarted = await gatehouse.another({ HASH_ENGINE: other });
      expect(await api.login(restarted.url, credentials)).toMatchObject({ success: true });
      expect(await api.login(restarted.url, { ...credentials, password: `${password}.` })).toMatchObject({
        code: 'INVALID_CREDENTIALS',
      });
      expect(before).toHaveLength(1);
      expect(await stored()).toEqual(before);
      expect(gatehouse.logged()).toContain(`"engine":"${name}"`);
      expect(gatehouse.logged()).toContain(`"engine":"${other}"`);
    },
  );

  test('clients that disconnect leave the queue, or give their slots back', async () => {
    const { hashQueue } = gatehouse.services;
    const { users } = gatehouse.stores;
    let goOn = () => {};
    const released = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const findCredentials = users.findCredentials.bind(users);
    const held = jest.spyOn(users, 'findCredentials').mockImplementation(async (email) => {
      await released;
      return findCredentials(email);
    });
    const leaving = new AbortController();
    const body = JSON.stringify({ email: account.email, password });
    const options = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body, signal: leaving.signal };
    const requests = Array.from({ length: 60 }, () => fetch(`${gatehouse.url}/auth/login`, options));
    // No login ends before all have arrived: the others wait, also if hashing is faster than the arrival of requests.
    await until(async () => hashQueue.working + hashQueue.queued === requests.length);
    const { working } = hashQueue;
    expect(hashQueue.queued).toBeGreaterThan(0);
    leaving.abort();
    await Promise.allSettled(requests);
    await until(async () => hashQueue.queued === 0);
    expect(hashQueue.working).toBe(working);
    goOn();
    await until(async () => hashQueue.working === 0);
    held.mockRestore();
    expect(await apis[0].login(gatehouse.url, { email: account.email, password })).toMatchObject({
      code: 'INVALID_CREDENTIALS',
    });
  });
});
