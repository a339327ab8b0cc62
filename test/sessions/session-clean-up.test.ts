import { sessionCleanUp } from '../../src/accounts/sessions/session-clean-up';
import { restApi } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { asId, inBatches, insertSessions } from '../support/rows';

let gatehouse: Gatehouse;
beforeAll(async () => {
  gatehouse = await startGatehouse();
  const account = {
    email: 'ada@example.com',
    firstName: 'Ada',
    lastName: 'Lovelace',
    password: 'correct horse battery',
  };
  await restApi.register(gatehouse.url, account);
});
afterAll(() => gatehouse.stop());

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);

test('removes at most 5000 rows in one transaction, however many refresh tokens a session has', async () => {
  await insertSessions(gatehouse.sql, 1, 60, { lastUsed: 'now()', expires: 'now()' });
  await insertSessions(gatehouse.sql, 61, 120, { lastUsed: 'now()', expires: "now() + interval '99 years'" });
  await inBatches(
    gatehouse.sql,
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
  const removed: Record<string, number> = {};
  for (const { name, run } of sessionCleanUp(gatehouse.stores.sessionCleanUp, 604_800)) {
    removed[name] = await run(inDays(400), new AbortController().signal, gatehouse.stores.sql);
  }
  const [{ most, all } = {}] = await gatehouse.sql(
    'SELECT max(n)::int AS most, sum(n)::int AS all FROM (SELECT count(*) AS n FROM removals GROUP BY transaction) t',
  );
  expect(all).toBe(120 * 210);
  expect(most).toBeLessThanOrEqual(5000);
  expect(removed).toEqual({ sessions: 60, idle_sessions: 60, account_revocations: 0 });
});
