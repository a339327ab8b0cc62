import { CleanUp } from '../../src/jobs/clean-up';
import { createLog } from '../../src/log';
import { restDoor } from '../support/doors';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';

let gatehouse: Gatehouse;
beforeAll(async () => {
  gatehouse = await startGatehouse();
});
afterAll(() => gatehouse.stop());

const password = 'correct horse battery';
const day = 86_400_000;
const start = Date.now();
let days = 0;
const jobOn = () =>
  new CleanUp(
    gatehouse.stores.cleanUp,
    { auditDays: 90, sessionIdleS: 604_800 },
    () => new Date(start + days * day),
    createLog('silent'),
  );

test('removes what is over and nothing else, and of several instances one does it', async () => {
  const { url } = gatehouse;
  const account = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace', password };
  await restDoor.register(url, account);
  await restDoor.login(url, account);
  const { jwt } = await restDoor.login(url, account);
  await restDoor.logout(url, {}, jwt);
  await gatehouse.sql(`INSERT INTO rate_limits VALUES ('over', 1, ${start - 1}), ('not yet', 1, ${start + 99 * day})`);
  await gatehouse.sql("INSERT INTO known_networks VALUES ('\\x00', now()), ('\\x01', now() + interval '50 days')");
  const count = async (table: string) => Number((await gatehouse.sql(`SELECT count(*) AS n FROM ${table}`))[0]?.n);

  days = 1;
  const once = await Promise.all(Array.from({ length: 5 }, () => jobOn().run()));
  expect(once.filter((removed) => removed !== null)).toEqual([
    { audit_events: 0, sessions: 0, rate_limits: 1, known_networks: 0 },
  ]);
  days = 32;
  // Of the two sessions one was revoked; the other can be refreshed no more, but has not been over for long enough.
  expect(await jobOn().run()).toMatchObject({ sessions: 1, audit_events: 0 });
  expect(await count('refresh_tokens')).toBe(1);
  days = 38;
  expect(await jobOn().run()).toMatchObject({ sessions: 1 });
  expect(await count('refresh_tokens')).toBe(0);
  days = 91;
  expect(await jobOn().run()).toMatchObject({ audit_events: 5, known_networks: 1 });
  expect([await count('users'), await count('audit_events'), await count('rate_limits')]).toEqual([1, 0, 1]);
});

test('goes on until all of it is removed', async () => {
  days = 200;
  await gatehouse.sql(`INSERT INTO rate_limits SELECT 'k' || n, 1, ${start} FROM generate_series(1, 12000) n`);
  expect(await jobOn().run()).toMatchObject({ rate_limits: 12_001 });
});
