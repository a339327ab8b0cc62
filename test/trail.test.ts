import { Trail } from '../src/trail';
import { doors } from './support/doors';
import { startGatehouse } from './support/gatehouse';

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
  const account = {
    email: 'ada@example.com',
    firstName: 'Ada',
    lastName: 'Lovelace',
    password: 'correct horse battery',
  };
  for (const [i, door] of doors.entries()) {
    await door.register(gatehouse.url, { ...account, email: `${i}@example.com` });
    await door.login(gatehouse.url, { email: `${i}@example.com`, password: account.password });
  }
  const lines = gatehouse
    .logged()
    .split('\n')
    .filter((line) => line.includes('"msg":"request"'));
  await gatehouse.stop();
  expect(lines.map((line) => Object.keys(JSON.parse(line).stepsMs).sort())).toEqual(
    Array(4).fill(['database', 'hash', 'limiter', 'validation']),
  );
});
