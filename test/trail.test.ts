import { createPasswordHasher, hashParameters } from '../src/auth/password';
import { Trail } from '../src/trail';
import { doors, restDoor } from './support/doors';
import { type Gatehouse, startGatehouse } from './support/gatehouse';
import { clientAt } from './support/limits';

const account = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace', password: 'correct horse battery' };

/** The steps that the log tells of each request, sorted, beside its operation. */
const loggedSteps = (gatehouse: Gatehouse): { operation: string; steps: string[] }[] =>
  gatehouse
    .logged()
    .split('\n')
    .filter((line) => line.includes('"msg":"request"'))
    .map((line) => JSON.parse(line))
    .map(({ operation, stepsMs = {} }) => ({ operation, steps: Object.keys(stepsMs).sort() }));

const verify = (gatehouse: Gatehouse, jwt: string | null) =>
  fetch(`${gatehouse.url}/auth/verify`, { headers: { Authorization: `Bearer ${jwt}` } });

test('steps are kept in the order they ended, also those that fail, and added up by name', async () => {
  const trail = new Trail();
  const clock = jest.spyOn(performance, 'now');
  let now = 0;
  clock.mockImplementation(() => now);
  const taking = (ms: number) => async () => {
    now += ms;
  };
  await trail.measure('database', taking(1.26));
  await expect(trail.measure('hash', () => taking(12)().then(() => Promise.reject(new Error('no'))))).rejects.toThrow(
    'no',
  );
  await trail.measure('database', taking(2));
  expect(() =>
    trail.measureSync('validation', () => {
      throw new Error('no');
    }),
  ).toThrow('no');
  clock.mockRestore();
  expect(trail.steps.map(({ name }) => name)).toEqual(['database', 'hash', 'database', 'validation']);
  expect(trail.totals()).toEqual({ database: 3.3, hash: 12, validation: 0 });
});

test('the log says what a login and a registration spent their time on, through both doors', async () => {
  const gatehouse = await startGatehouse({ RATE_LIMITS: 'on' });
  for (const [i, door] of doors.entries()) {
    await door.register(gatehouse.url, { ...account, email: `${i}@example.com` });
    await door.login(gatehouse.url, { email: `${i}@example.com`, password: account.password });
  }
  const logged = loggedSteps(gatehouse);
  await gatehouse.stop();
  expect(logged.map(({ steps }) => steps)).toEqual(Array(4).fill(['database', 'hash', 'limiter', 'validation']));
});

test('so it does for what a person who is signed in does, through both doors', async () => {
  const gatehouse = await startGatehouse();
  await restDoor.register(gatehouse.url, account);
  for (const door of doors) {
    const { jwt } = await restDoor.login(gatehouse.url, account);
    await door.me(gatehouse.url, jwt);
    await door.sessions(gatehouse.url, jwt);
    await door.revokeSession(gatehouse.url, crypto.randomUUID(), jwt);
    await door.logout(gatehouse.url, {}, jwt);
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

test('a verification has a step only where it asks the database: for the address, and while revocations may be missed', async () => {
  const stepsOf = async (
    env: Record<string, string> = {},
    changes: Parameters<typeof startGatehouse>[1] = () => ({}),
  ) => {
    const gatehouse = await startGatehouse(env, changes);
    await restDoor.register(gatehouse.url, account);
    const { jwt } = await restDoor.login(gatehouse.url, account);
    await verify(gatehouse, jwt);
    const logged = loggedSteps(gatehouse).filter(({ operation }) => operation === 'verify');
    await gatehouse.stop();
    return logged.flatMap(({ steps }) => steps);
  };
  expect(await stepsOf()).toEqual([]);
  expect(await stepsOf({ VERIFY_TELLS_EMAIL: 'on' })).toEqual(['database']);
  expect(await stepsOf({}, () => ({ listen: () => ({ close: async () => {} }) }))).toEqual(['database']);
});

test('a login that replaces an outdated hash has hashed twice and asked the database three times', async () => {
  const gatehouse = await startGatehouse();
  await restDoor.register(gatehouse.url, account);
  const weaker = await (await createPasswordHasher(2, { ...hashParameters, memoryCost: 8192 })).hash(account.password);
  await gatehouse.sql(`UPDATE users SET password_hash = '${weaker}'`);
  const client = clientAt('127.0.0.1');
  await gatehouse.services.auth.login({ email: account.email, password: account.password }, client);
  await gatehouse.stop();
  expect(client.trail.steps.map(({ name }) => name).filter((name) => name === 'hash' || name === 'database')).toEqual([
    'database',
    'hash',
    'hash',
    'database',
    'database',
  ]);
});
