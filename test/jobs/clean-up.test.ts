import { CleanUp } from '../../src/jobs/clean-up';
import { statements } from '../../src/jobs/clean-up.store';
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
const lines: string[] = [];
const jobOn = () =>
  new CleanUp(
    gatehouse.stores.cleanUp,
    { auditDays: 90, sessionIdleS: 604_800 },
    () => new Date(start + days * day),
    createLog('warn', { write: (line: string) => lines.push(line) }),
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
    { audit_events: 0, sessions: 0, idle_sessions: 0, account_revocations: 0, rate_limits: 1, known_networks: 0 },
  ]);
  days = 32;
  // Of the two sessions one was revoked; the other can be refreshed no more, but has not been over for long enough.
  expect(await jobOn().run()).toMatchObject({ sessions: 1, audit_events: 0 });
  expect(await count('refresh_tokens')).toBe(1);
  days = 38;
  expect(await jobOn().run()).toMatchObject({ sessions: 0, idle_sessions: 1 });
  expect(await count('refresh_tokens')).toBe(0);
  days = 91;
  expect(await jobOn().run()).toMatchObject({ audit_events: 5, known_networks: 1 });
  expect([await count('users'), await count('audit_events'), await count('rate_limits')]).toEqual([1, 0, 1]);
});

test('goes on until all of it is removed', async () => {
  days = 200;
  await inBatches(1, 12_000, (series) => `INSERT INTO rate_limits SELECT 'k' || n, 1, ${start} FROM ${series}`);
  expect(await jobOn().run()).toMatchObject({ rate_limits: 12_001 });
});

const asId = (n: string) => `('01000000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
/** Runs a statement for a few numbers `n` at a time: one may take two seconds, on a busy machine, too. */
async function inBatches(from: number, to: number, statement: (series: string) => string, size = 2000): Promise<void> {
  for (let first = from; first <= to; first += size) {
    await gatehouse.sql(statement(`generate_series(${first}, ${Math.min(to, first + size - 1)}) n`));
  }
}
const insertSessions = (from: number, to: number, lastUsed: string, expires: string, revoked = 'NULL') =>
  inBatches(
    from,
    to,
    (series) => `INSERT INTO sessions (id, user_id, created_ts, last_used_ts, expires_ts, revoked_ts)
      SELECT ${asId('n')}, (SELECT id FROM users LIMIT 1), now(), ${lastUsed}, ${expires}, ${revoked}::timestamptz FROM ${series}`,
  );

test('removes at most 5000 rows in one transaction, however many refresh tokens a session has', async () => {
  await insertSessions(1, 60, 'now()', 'now()');
  await insertSessions(61, 120, 'now()', "now() + interval '99 years'");
  await inBatches(
    1,
    120,
    (series) => `INSERT INTO refresh_tokens (hash, session_id, created_ts)
      SELECT sha256(convert_to(n || ' ' || i, 'UTF8')), ${asId('n')}, now() FROM ${series}, generate_series(1, 210) i`,
    10,
  );
  await gatehouse.sql('CREATE TABLE removals (transaction bigint)');
  await gatehouse.sql(`CREATE FUNCTION note_removal() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN INSERT INTO removals VALUES (txid_current()); RETURN NULL; END $$`);
  await gatehouse.sql(
    'CREATE TRIGGER noted AFTER DELETE ON refresh_tokens FOR EACH ROW EXECUTE FUNCTION note_removal()',
  );
  days = 400;
  const removed = await jobOn().run();
  const [{ most, all } = {}] = await gatehouse.sql(
    'SELECT max(n)::int AS most, sum(n)::int AS all FROM (SELECT count(*) AS n FROM removals GROUP BY transaction) t',
  );
  expect(all).toBe(120 * 210);
  expect(most).toBeLessThanOrEqual(5000);
  expect(removed).toMatchObject({ sessions: 60, idle_sessions: 60 });
});

test('a step that fails is named, and keeps no other from being run', async () => {
  await gatehouse.sql(`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$`);
  await gatehouse.sql('CREATE TRIGGER fail BEFORE DELETE ON rate_limits FOR EACH ROW EXECUTE FUNCTION fail()');
  await gatehouse.sql(`INSERT INTO rate_limits (key, points, expire) VALUES ('fails', 1, ${start})`);
  await gatehouse.sql("INSERT INTO known_networks (key, seen_ts) VALUES ('\\x02', now())");
  days = 600;
  const job = jobOn();
  const removed = await job.run();
  expect(removed).toMatchObject({ audit_events: 0, sessions: 0, idle_sessions: 0, known_networks: 1 });
  expect(removed).not.toHaveProperty('rate_limits');
  expect([...job.failures]).toEqual([['rate_limits', 1]]);
  expect(lines.join('')).toContain('"step":"rate_limits"');
  await gatehouse.sql('DROP TRIGGER fail ON rate_limits');
  days = 601;
  expect(await job.run()).toMatchObject({ rate_limits: 1 });
});

test('reads big tables by their indexes', async () => {
  const used = "now() - n * interval '1 minute'";
  const revoked = `CASE WHEN n % 16 = 7 THEN ${used} END`;
  await insertSessions(1000, 40_000, used, "now() + n * interval '1 minute'", revoked);
  await inBatches(
    1000,
    40_000,
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
  for (const insert of inserts) await inBatches(1, 40_000, (series) => `INSERT INTO ${insert} FROM ${series}`);
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
  const expected: Record<keyof typeof statements, { values: string[]; indexes: string[] }> = {
    removeAudit: { values: [week, '500'], indexes: ['audit_events_last_ts_idx'] },
    listEndedSessions: { values: [week, '500'], indexes: ['sessions_revoked_ts_idx', 'sessions_expires_ts_idx'] },
    listIdleSessions: { values: [week, `'${first}'`, `'${end}'`, '500'], indexes: ['sessions_pkey'] },
    removeRefreshTokens: { values: [ids, '500'], indexes: ['refresh_tokens_session_id_idx'] },
    removeSessions: { values: [ids], indexes: ['sessions_pkey'] },
    removeAccountRevocations: { values: [week, '500'], indexes: ['account_revocations_revoked_ts_idx'] },
    removeCounts: { values: ['9000', '500'], indexes: ['rate_limits_expire_idx'] },
    removeKnownNetworks: { values: [week, '500'], indexes: ['known_networks_seen_ts_idx'] },
  };
  for (const [name, { values, indexes }] of Object.entries(expected)) {
    const { text } = statements[name as keyof typeof statements];
    const sql = text.replaceAll(/\$(\d)/g, (_, n) => `(${values[Number(n) - 1]})`);
    const plan = JSON.stringify(await gatehouse.sql(`EXPLAIN (FORMAT JSON) ${sql}`));
    for (const index of indexes) expect(plan).toContain(index);
    expect(`${name} ${plan}`).not.toContain('Seq Scan');
  }
}, 120_000);
