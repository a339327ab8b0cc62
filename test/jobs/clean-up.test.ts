import { sessionCleanUp } from '../../src/accounts/sessions/session-clean-up';
import { statements as sessionStatements } from '../../src/accounts/sessions/session-clean-up.store';
import { createCleanUp } from '../../src/compose/clean-up';
import { cleanUpSteps } from '../../src/compose/features';
import { auditCleanUp } from '../../src/platform/audit/audit-clean-up';
import type { Statement } from '../../src/platform/db/database';
import { CleanUp } from '../../src/platform/jobs/clean-up';
import { type BatchStep, removeInBatches } from '../../src/platform/jobs/clean-up-step';
import type { JobStore } from '../../src/platform/jobs/job.store';
import { Outbox } from '../../src/platform/messages/outbox';
import { createLog } from '../../src/platform/observability/log';
import { rateLimitCleanUp } from '../../src/platform/rate-limits/rate-limit-clean-up';
import { restApi } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { asId, inBatches, insertSessions } from '../support/rows';

let gatehouse: Gatehouse;
let jobs: JobStore;
let days: number;
let lines: string[];
beforeEach(async () => {
  // The clean-up of the server itself would remove rows that a test counts.
  gatehouse = await startGatehouse({}, (stores) => {
    jobs = stores.jobs;
    return { jobs: { claim: async () => false } };
  });
  days = 0;
  lines = [];
});
afterEach(() => gatehouse.stop());

const account = {
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: 'Lovelace',
  password: 'correct horse battery',
};
const day = 86_400_000;
const start = Date.now();
const log = createLog('warn', { write: (line: string) => lines.push(line) });
const jobOn = () =>
  createCleanUp(
    { auditRetentionDays: 90, sessionIdleTtlS: 604_800, apiKeys: true },
    { ...gatehouse.stores, jobs },
    { eraser: gatehouse.services.eraser, outbox: new Outbox(() => new Date(), null) },
    () => new Date(start + days * day),
    log,
  );

/** Every step by its name. Those of most features are in `cleanUpSteps`. */
const ofSettings = [
  'audit_events',
  'sessions',
  'idle_sessions',
  'account_revocations',
  'deleted_accounts',
  'api_key_notices',
];
const noneRemoved = Object.fromEntries(
  [...ofSettings, ...cleanUpSteps.map(({ name }) => name)].map((name) => [name, 0]),
);

test('removes expired rows and nothing else, on one of several instances', async () => {
  const { url } = gatehouse;
  await restApi.register(url, account);
  await restApi.login(url, account);
  const { jwt } = await restApi.login(url, account);
  await restApi.logout(url, {}, jwt);
  await gatehouse.sql(`INSERT INTO rate_limits VALUES ('over', 1, ${start - 1}), ('not yet', 1, ${start + 99 * day})`);
  await gatehouse.sql("INSERT INTO known_networks VALUES ('\\x00', now()), ('\\x01', now() + interval '50 days')");
  const count = async (table: string) => Number((await gatehouse.sql(`SELECT count(*) AS n FROM ${table}`))[0]?.n);

  days = 1;
  const once = await Promise.all(Array.from({ length: 5 }, () => jobOn().run()));
  expect(once.filter((removed) => removed !== null)).toEqual([{ ...noneRemoved, rate_limits: 1 }]);
  days = 32;
  // One session was revoked. The other session has expired, but not long enough ago.
  expect(await jobOn().run()).toMatchObject({ sessions: 1, audit_events: 0 });
  expect(await count('refresh_tokens')).toBe(1);
  days = 38;
  expect(await jobOn().run()).toMatchObject({ sessions: 0, idle_sessions: 1 });
  expect(await count('refresh_tokens')).toBe(0);
  days = 91;
  expect(await jobOn().run()).toMatchObject({ audit_events: 5, known_networks: 4 });
  expect([await count('users'), await count('audit_events'), await count('rate_limits')]).toEqual([1, 0, 1]);
  days = 364;
  expect(await jobOn().run()).toMatchObject({ known_devices: 0 });
  days = 366;
  expect(await jobOn().run()).toMatchObject({ known_devices: 1 });
});

test('continues until everything is removed', async () => {
  // More than a batch.
  days = 200;
  await inBatches(
    gatehouse.sql,
    1,
    5500,
    (series) => `INSERT INTO rate_limits SELECT 'k' || n, 1, ${start} FROM ${series}`,
  );
  expect(await jobOn().run()).toMatchObject({ rate_limits: 5500 });
});

test('a step that fails is named, and the other steps still run', async () => {
  // A server records that it has created its first signing key.
  await gatehouse.sql('DELETE FROM audit_events');
  await gatehouse.sql(`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$`);
  await gatehouse.sql('CREATE TRIGGER fail BEFORE DELETE ON rate_limits FOR EACH ROW EXECUTE FUNCTION fail()');
  await gatehouse.sql(`INSERT INTO rate_limits (key, points, expire) VALUES ('fails', 1, ${start})`);
  await gatehouse.sql("INSERT INTO known_networks (key, seen_ts) VALUES ('\\x02', now())");
  days = 600;
  const job = jobOn();
  const removed = await job.run();
  expect(removed).toMatchObject({ audit_events: 0, sessions: 0, idle_sessions: 0, known_networks: 1 });
  expect(removed).not.toHaveProperty('rate_limits');
  expect(Object.fromEntries(job.failures)).toEqual({ claim: 0, ...noneRemoved, rate_limits: 1 });
  expect(lines.join('')).toContain('"step":"rate_limits"');
  await gatehouse.sql('DROP TRIGGER fail ON rate_limits');
  days = 601;
  expect(await job.run()).toMatchObject({ rate_limits: 1 });
});

test('a stop waits for the running statement, and no other starts', async () => {
  let batches = 0;
  const step = {
    name: 'endless',
    run: (_now: Date, signal: AbortSignal) =>
      removeInBatches(async (atMost) => {
        batches += 1;
        if (batches > 3) throw new Error('was not stopped');
        if (batches === 3) void job.close();
        return atMost;
      }, signal),
  };
  const job = new CleanUp({ claim: async () => true }, gatehouse.stores.sql, [step], () => new Date(), log);
  expect(await job.run()).toEqual({ endless: 15_000 });
});

test('reads big tables by their indexes', async () => {
  await restApi.register(gatehouse.url, account);
  const used = "now() - n * interval '1 minute'";
  const revoked = `CASE WHEN n % 16 = 7 THEN ${used} END`;
  await insertSessions(gatehouse.sql, 1000, 5999, {
    lastUsed: used,
    expires: "now() + n * interval '1 minute'",
    revoked,
  });
  await inBatches(
    gatehouse.sql,
    1000,
    5999,
    (series) => `INSERT INTO refresh_tokens (hash, session_id, created_ts)
      SELECT sha256(convert_to('t' || n, 'UTF8')), ${asId('n')}, now() FROM ${series}`,
  );
  const inserts = [
    "rate_limits (key, points, expire) SELECT 'k' || n, 1, n",
    `known_networks (key, seen_ts) SELECT sha256(convert_to('k' || n, 'UTF8')), ${used}`,
    `audit_events (id, action, outcome, details, first_ts, last_ts)
      SELECT gen_random_uuid(), 'logged_in', 'success', '{}', now(), ${used}`,
    `account_revocations (user_id, revision, revoked_ts) SELECT gen_random_uuid(), 1, ${used}`,
  ];
  for (const insert of inserts)
    await inBatches(gatehouse.sql, 1, 5000, (series) => `INSERT INTO ${insert} FROM ${series}`);
  for (const table of [
    'sessions',
    'account_revocations',
    'refresh_tokens',
    'rate_limits',
    'known_networks',
    'audit_events',
  ]) {
    await gatehouse.sql(`ANALYZE ${table}`);
  }
  const week = "now() - interval '7 days'";
  const ids = `'["01000000-0000-7000-8000-000000001000"]'`;
  const [first, end] = ['00000000-0000-0000-0000-000000000000', '02000000-0000-7000-8000-000000000000'];
  interface Expected {
    values: string[];
    indexes: string[];
  }
  const sessions: Record<keyof typeof sessionStatements, Expected> = {
    listEnded: { values: [week, '500'], indexes: ['sessions_revoked_ts_idx', 'sessions_expires_ts_idx'] },
    listIdle: { values: [week, `'${first}'`, `'${end}'`, '500'], indexes: ['sessions_pkey'] },
    removeRefreshTokens: { values: [ids, '500'], indexes: ['refresh_tokens_session_id_idx'] },
    removeSessions: { values: [ids], indexes: ['sessions_pkey'] },
  };
  const batches: Record<string, Expected> = {
    audit_events: { values: [week, '500'], indexes: ['audit_events_last_ts_idx'] },
    account_revocations: { values: [week, '500'], indexes: ['account_revocations_revoked_ts_idx'] },
    rate_limits: { values: ['2000', '500'], indexes: ['rate_limits_expire_idx'] },
    known_networks: { values: [week, '500'], indexes: ['known_networks_seen_ts_idx'] },
  };
  const steps = [...auditCleanUp(1), ...sessionCleanUp(gatehouse.stores.sessionCleanUp, 1), ...rateLimitCleanUp];
  const statements: Record<string, Statement> = { ...sessionStatements };
  for (const step of steps) if ('statement' in step) statements[step.name] = (step as BatchStep).statement;
  expect(Object.keys(statements).sort()).toEqual(Object.keys({ ...sessions, ...batches }).sort());
  for (const [name, { values, indexes }] of Object.entries({ ...sessions, ...batches })) {
    const sql = String(statements[name]?.text).replaceAll(/\$(\d)/g, (_, n) => `(${values[Number(n) - 1]})`);
    const plan = JSON.stringify(await gatehouse.sql(`EXPLAIN (FORMAT JSON) ${sql}`));
    for (const index of indexes) expect(plan).toContain(index);
    expect(`${name} ${plan}`).not.toContain('Seq Scan');
  }
});
