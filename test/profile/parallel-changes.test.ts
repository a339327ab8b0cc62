import { Client } from 'pg';
import { type Answer, type Api, apis, restApi } from '../support/apis';
import { withTotp } from '../support/authenticator';
import { createMigratedDatabase, type TestDatabase } from '../support/database';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { stopClock } from '../support/limits';
import { describeWith } from '../support/needs';
import { until } from '../support/until';

/** Many changes of one account at the same time must not take the connections of other accounts. */
let database: TestDatabase;
let gatehouse: Gatehouse;
afterEach(async () => {
  jest.useRealTimers();
  await gatehouse.stop();
});

async function start(env: Record<string, string> = {}): Promise<void> {
  database = await createMigratedDatabase();
  gatehouse = await startGatehouse(env, undefined, undefined, database);
}

const password = 'correct horse battery';
const grace = { email: 'grace@example.com', password };

async function logInAda(): Promise<Answer> {
  const ada = { email: 'ada@example.com', password };
  for (const one of [ada, grace]) await restApi.register(gatehouse.url, { ...one, firstName: 'A', lastName: 'B' });
  return restApi.login(gatehouse.url, ada);
}

async function expectOthersToSucceed(): Promise<void> {
  for (const api of [...apis, ...apis, ...apis]) {
    const login = await api.login(gatehouse.url, grace);
    expect(login).toMatchObject({ success: true });
    expect(await api.me(gatehouse.url, login.jwt)).toMatchObject({ success: true });
    expect(await api.refresh(gatehouse.url, { refreshToken: login.refreshToken })).toMatchObject({ success: true });
  }
}

type Change = (api: Api, jwt: Answer['jwt'], i: number) => Promise<Answer>;
const changeProfile: Change = (api, jwt, i) => api.updateProfile(gatehouse.url, { firstName: `Ada ${i}` }, jwt);

/** Sends 100 changes of one account, alternating between the APIs. */
function sendChanges(jwt: Answer['jwt'], change: Change) {
  const answers: Answer[] = [];
  const all = Promise.all(
    Array.from({ length: 100 }, async (_, i) => {
      answers.push(await change(apis[i % 2] ?? restApi, jwt, i));
    }),
  );
  return { answers, all };
}

const codesOf = (answers: readonly Answer[]) => {
  const counts: Record<string, number> = {};
  for (const { code, limit } of answers) {
    const what = limit ?? code ?? 'success';
    counts[what] = (counts[what] ?? 0) + 1;
  }
  return counts;
};

test('during 100 changes of one account, every login, read and refresh of another account succeeds', async () => {
  await start();
  const { jwt } = await logInAda();
  const { answers, all } = sendChanges(jwt, changeProfile);
  await expectOthersToSucceed();
  await all;
  for (const { code, msg, retryAfter } of answers) {
    if (code !== null) {
      expect({ code, msg, retryAfter }).toEqual({
        code: 'SERVICE_UNAVAILABLE',
        msg: 'Too many changes of this account are waiting. Try again later.',
        retryAfter: 1,
      });
    }
  }
  expect(codesOf(answers).success).toBeGreaterThan(0);
  expect(await restApi.updateProfile(gatehouse.url, { firstName: 'Augusta' }, jwt)).toMatchObject({ success: true });
});

test('with rate limits, the limit of the account passes as many of 100 concurrent changes as of others', async () => {
  await start({ RATE_LIMITS: 'on' });
  const { jwt } = await logInAda();
  const { answers, all } = sendChanges(jwt, changeProfile);
  await expectOthersToSucceed();
  await all;
  expect(codesOf(answers)).toEqual({ success: 30, CHANGE_ACCOUNT: 70 });
});

describeWith('PostgreSQL')('while another process has locked the row of an account', () => {
  test.each<[string, Change]>([
    ['changes of the profile', changeProfile],
    ['logouts of other sessions', (api, jwt) => api.logout(gatehouse.url, { sessions: 'others' }, jwt)],
    ['new recovery codes', (api, jwt) => api.regenerateRecoveryCodes(gatehouse.url, jwt)],
  ])('%s hold one connection, and other accounts notice nothing', async (_what, change) => {
    await start();
    await logInAda();
    stopClock();
    const ada = await withTotp(restApi, gatehouse);
    const code = ada.authenticator.next();
    const { jwt } = await restApi.login(gatehouse.url, { email: ada.email, password, code });
    const holder = new Client({ connectionString: database.directUrl });
    await holder.connect();
    await holder.query(`BEGIN; SELECT 1 FROM users WHERE email = '${ada.email}' FOR UPDATE`);
    const { answers, all } = sendChanges(jwt, change);
    // One change waits for the row, 30 wait for their turn, and 69 are rejected.
    await until(() => answers.length === 69);
    await expectOthersToSucceed();
    const { rows } = await holder.query(
      "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    expect(rows).toHaveLength(1);
    expect(codesOf(answers)).toEqual({ SERVICE_UNAVAILABLE: 69 });
    await holder.query('COMMIT');
    await holder.end();
    await all;
    expect(codesOf(answers)).toEqual({ SERVICE_UNAVAILABLE: 69, success: 31 });
  });
});
