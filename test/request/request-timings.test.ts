import { loadHashEngine } from '../../src/accounts/passwords/hash-engine';
import { hashParameters } from '../../src/accounts/passwords/hash-parameters';
import { RequestTimings } from '../../src/platform/request/request-timings';
import { apis, restApi } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { contextAt } from '../support/limits';

const account = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace', password: 'correct horse battery' };

/** Returns the operation of each request in the log, with its sorted steps. */
const loggedSteps = (gatehouse: Gatehouse): { operation: string; steps: string[] }[] =>
  gatehouse
    .logged()
    .split('\n')
    .filter((line) => line.includes('"msg":"request"'))
    .map((line) => JSON.parse(line))
    .map(({ operation, stepsMs = {} }) => ({ operation, steps: Object.keys(stepsMs).sort() }));

const verify = (gatehouse: Gatehouse, jwt: string | null) =>
  fetch(`${gatehouse.url}/auth/verify`, { headers: { Authorization: `Bearer ${jwt}` } });

test('steps are kept in the order in which they ended, including failed ones, and added up by name', async () => {
  const timings = new RequestTimings();
  const clock = jest.spyOn(performance, 'now');
  let now = 0;
  clock.mockImplementation(() => now);
  const taking = (ms: number) => async () => {
    now += ms;
  };
  await timings.measure('database', taking(1.26));
  await expect(timings.measure('hash', () => taking(12)().then(() => Promise.reject(new Error('no'))))).rejects.toThrow(
    'no',
  );
  await timings.measure('database', taking(2));
  expect(() =>
    timings.measureSync('validation', () => {
      throw new Error('no');
    }),
  ).toThrow('no');
  clock.mockRestore();
  expect(timings.steps.map(({ name }) => name)).toEqual(['database', 'hash', 'database', 'validation']);
  expect(timings.totals()).toEqual({ database: 3.3, hash: 12, validation: 0 });
});

test('the log has the times of the steps of a login and a registration, in both APIs', async () => {
  const gatehouse = await startGatehouse({ RATE_LIMITS: 'on' });
  for (const [i, api] of apis.entries()) {
    await api.register(gatehouse.url, { ...account, email: `${i}@example.com` });
    await api.login(gatehouse.url, { email: `${i}@example.com`, password: account.password });
  }
  const logged = loggedSteps(gatehouse);
  await gatehouse.stop();
  expect(logged.map(({ steps }) => steps)).toEqual(Array(4).fill(['database', 'hash', 'limiter', 'validation']));
});

test('the log has the times of the steps of operations of a signed-in user, in both APIs', async () => {
  const gatehouse = await startGatehouse();
  await restApi.register(gatehouse.url, account);
  for (const api of apis) {
    const { jwt } = await restApi.login(gatehouse.url, account);
    await api.me(gatehouse.url, jwt);
    await api.sessions(gatehouse.url, {}, jwt);
    await api.revokeSession(gatehouse.url, { id: crypto.randomUUID() }, jwt);
    await api.logout(gatehouse.url, {}, jwt);
  }
  const logged = loggedSteps(gatehouse).filter(({ operation }) => !['register', 'login'].includes(operation));
  await gatehouse.stop();
  const once = [
    { operation: 'me', steps: ['database'] },
    { operation: 'sessions', steps: ['database', 'validation'] },
    { operation: 'revokeSession', steps: ['database', 'validation'] },
    { operation: 'logout', steps: ['database', 'validation'] },
  ];
  expect(logged).toEqual([...once, ...once]);
});

test('a verification has a step only if it queries the database: for the address, or while revocations may be missed', async () => {
  const stepsOf = async (
    env: Record<string, string> = {},
    changes: Parameters<typeof startGatehouse>[1] = () => ({}),
  ) => {
    const gatehouse = await startGatehouse(env, changes);
    await restApi.register(gatehouse.url, account);
    const { jwt } = await restApi.login(gatehouse.url, account);
    await verify(gatehouse, jwt);
    const logged = loggedSteps(gatehouse).filter(({ operation }) => operation === 'verify');
    await gatehouse.stop();
    return logged.flatMap(({ steps }) => steps);
  };
  expect(await stepsOf()).toEqual([]);
  expect(await stepsOf({ VERIFY_TELLS_EMAIL: 'on' })).toEqual(['database']);
  expect(await stepsOf({}, () => ({ listen: () => ({ close: async () => {} }) }))).toEqual(['database']);
});

test('a login that replaces an outdated hash hashes twice and queries the database three times', async () => {
  const gatehouse = await startGatehouse();
  await restApi.register(gatehouse.url, account);
  const { engine } = await loadHashEngine('auto');
  const weaker = await engine.hash(account.password, { ...hashParameters, memoryCost: 8192 });
  await gatehouse.sql(`UPDATE users SET password_hash = '${weaker}'`);
  const context = contextAt('127.0.0.1');
  await gatehouse.services.auth.login({ email: account.email, password: account.password }, context);
  await gatehouse.stop();
  expect(
    context.timings.steps.map(({ name }) => name).filter((name) => name === 'hash' || name === 'database'),
  ).toEqual(['database', 'hash', 'hash', 'database', 'database']);
});
