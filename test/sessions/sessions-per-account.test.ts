import { SessionStore } from '../../src/accounts/sessions/session.store';
import { sessionActions } from '../../src/accounts/sessions/sessions.audit';
import { byPassword } from '../../src/accounts/tokens/authentication';
import { successEvent } from '../../src/platform/audit/audit-event';
import type { Run } from '../../src/platform/db/database';
import { uuidv7 } from '../../src/platform/runtime/uuid';
import { type Answer, apis } from '../support/apis';
import { createMigratedDatabase } from '../support/database';
import { type Gatehouse, type Instance, startGatehouse } from '../support/gatehouse';
import { until } from '../support/until';

/** With SESSIONS_PER_ACCOUNT sessions, one more login ends the least recently used session. */
const perAccount = 3;
/**
 * The connections of an instance to PostgreSQL (src/platform/db/postgres-database.ts). This many logins can miss each other's
 * session.
 */
const poolSize = 10;
const mostEndedByLogin = 20;
const password = 'correct horse battery';

let gatehouse: Gatehouse;
let second: Instance;
beforeAll(async () => {
  gatehouse = await startGatehouse({ SESSIONS_PER_ACCOUNT: String(perAccount) });
  second = await gatehouse.another();
});
afterAll(() => gatehouse.stop());

type Api = (typeof apis)[number];

let people = 0;
async function register(api: Api) {
  people += 1;
  const credentials = { email: `ada.${people}@example.com`, password };
  const { user } = await api.register(gatehouse.url, { ...credentials, firstName: 'Ada', lastName: 'Lovelace' });
  return { id: user?.id ?? '', login: (url = gatehouse.url) => api.login(url, credentials) };
}

const sidOf = ({ jwt }: Pick<Answer, 'jwt'>): string =>
  JSON.parse(Buffer.from(jwt?.split('.')[1] ?? '', 'base64url').toString()).sid;

const statusAt = async ({ url }: { url: string }, { jwt }: Pick<Answer, 'jwt'>) =>
  (await fetch(`${url}/auth/verify`, { headers: { Authorization: `Bearer ${jwt}` } })).status;

const endedOf = (userId: string) =>
  gatehouse.sql(
    `SELECT session_id, details->>'reason' AS reason, outcome FROM audit_events
      WHERE user_id = '${userId}' AND action = 'session_ended' ORDER BY last_ts, id`,
  );

const countOf = async (userId: string) => {
  const where = `user_id = '${userId}' AND revoked_ts IS NULL AND expires_ts > now()`;
  return Number((await gatehouse.sql(`SELECT count(*) AS n FROM sessions WHERE ${where}`))[0]?.n);
};

describe.each(apis.map((api) => ({ name: api.name, api })))('through $name', ({ api }) => {
  test('one login too many ends the least recently used session, immediately and on every instance', async () => {
    const { id, login } = await register(api);
    const [first, unused, third] = [await login(), await login(), await login()];
    const refreshed = await api.refresh(gatehouse.url, { refreshToken: first.refreshToken });
    expect(await statusAt(second, unused)).toBe(200);
    const fourth = await login();

    expect(await api.me(gatehouse.url, unused.jwt)).toMatchObject({
      code: 'UNAUTHENTICATED',
      msg: 'The access token has been revoked.',
    });
    await until(async () => (await statusAt(second, unused)) !== 200);
    expect(await api.me(second.url, unused.jwt)).toMatchObject({ msg: 'The access token has been revoked.' });
    for (const { url } of [gatehouse, second]) {
      expect((await api.refresh(url, { refreshToken: unused.refreshToken })).code).toBe('UNAUTHENTICATED');
    }
    for (const instance of [gatehouse, second]) {
      const statuses = [first, refreshed, third, fourth].map((login) => statusAt(instance, login));
      expect(await Promise.all(statuses)).toEqual([200, 200, 200, 200]);
    }
    expect((await api.refresh(second.url, { refreshToken: refreshed.refreshToken })).success).toBe(true);
    expect(await endedOf(id)).toEqual([{ session_id: sidOf(unused), reason: 'too_many_sessions', outcome: 'success' }]);
  });

  test('20 logins at the same time leave a few sessions too many, which the next login ends', async () => {
    const { id, login } = await register(api);
    const logins = await Promise.all(Array.from({ length: 20 }, () => login()));
    expect(logins.map(({ code }) => code)).toEqual(Array(20).fill(null));
    expect(await countOf(id)).toBeLessThan(perAccount + poolSize);
    const { sessions } = await api.sessions(gatehouse.url, {}, (await login()).jwt);
    expect(sessions).toHaveLength(perAccount);
    expect(await endedOf(id)).toHaveLength(21 - perAccount);
  });

  test('each login reduces the sessions of an account that has far too many', async () => {
    const { id, login } = await register(api);
    await insertSessions(gatehouse.sql, id, 5000);
    for (const logins of [1, 2, 3]) {
      const { jwt } = await login();
      expect(await countOf(id)).toBe(5000 - logins * (mostEndedByLogin - 1));
      expect((await api.me(gatehouse.url, jwt)).success).toBe(true);
    }
    const ended = await endedOf(id);
    expect(ended).toHaveLength(3 * mostEndedByLogin);
    expect(new Set(ended.map(({ reason }) => reason))).toEqual(new Set(['too_many_sessions']));
  });
});

test('a login reads a bounded number of the sessions of an account that has 5000', async () => {
  const database = await createMigratedDatabase();
  const client = await database.open();
  const plans: Plan[] = [];
  const explaining: Run = async ({ name, text }, values) => {
    const explain = { name: `explain_${name}`, text: `EXPLAIN (ANALYZE, FORMAT JSON) ${text}` };
    const [row] = await client.run<{ 'QUERY PLAN': [{ Plan: Plan }] }>(explain, values);
    if (row) plans.push(row['QUERY PLAN'][0].Plan);
    return [];
  };
  const userId = uuidv7();
  await client.query(`INSERT INTO users (id, email, email_canonical, password_hash, first_name, last_name, created_ts)
    VALUES ('${userId}', 'ada@example.com', 'ada@example.com', 'x', 'Ada', 'Lovelace', now())`);
  await insertSessions(client.query, userId, 5000);
  const createdTs = new Date();
  for (const analyzed of [false, true]) {
    if (analyzed) await client.query('ANALYZE sessions');
    const id = uuidv7();
    await new SessionStore({ ...client, run: explaining }).insert(
      {
        id,
        userId,
        createdTs,
        expiresTs: createdTs,
        userAgent: null,
        ip: null,
        refreshTokenHash: null,
        authentication: byPassword,
        guard: { passwordHash: null, factors: null, twoStep: null },
      },
      successEvent(sessionActions.logged_in, createdTs, null, { userId, sessionId: id }),
      { atMost: perAccount, audit: successEvent(sessionActions.session_ended, createdTs, null, { userId }) },
    );
  }
  // The statement reads the sessions that it chooses from and the sessions that it ends, some of them twice or more.
  const most = 10 * mostEndedByLogin;
  expect(plans.map((plan) => sessionsRead(plan) <= most || `read ${sessionsRead(plan)}`)).toEqual([true, true]);
  await client.close();
  await database.drop();
});

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

function sessionsRead(plan: Plan): number {
  const { 'Actual Rows': rows, 'Actual Loops': loops, 'Rows Removed by Filter': removed = 0, Plans = [] } = plan;
  const reads = plan['Relation Name'] === 'sessions' && plan['Node Type'].endsWith('Scan');
  return Plans.reduce((sum, part) => sum + sessionsRead(part), reads ? (rows + removed) * loops : 0);
}

/** Inserts a thousand sessions at a time, because a statement may only take two seconds, also on a busy machine. */
async function insertSessions(sql: Gatehouse['sql'], userId: string, count: number): Promise<void> {
  for (let from = 1; from <= count; from += 1000) {
    await sql(`INSERT INTO sessions (id, user_id, created_ts, last_used_ts, expires_ts)
      SELECT gen_random_uuid(), '${userId}', now(), now() - n * interval '1 s', now() + interval '20 d' - n * interval '1 s'
      FROM generate_series(${from}, ${Math.min(count, from + 999)}) n`);
  }
}
