import { openKeyRing } from '../../src/compose/tokens';
import { invalidateAllTokens } from '../../src/features/admin-installation/after-restore';
import { createLog } from '../../src/platform/observability/log';
import { systemClock } from '../../src/platform/runtime/clock';
import { uuidv7 } from '../../src/platform/runtime/uuid';
import { restApi } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { until } from '../support/until';

const credentials = { email: 'ada@example.com', password: 'correct horse battery' };
let gatehouse: Gatehouse;
beforeAll(async () => {
  gatehouse = await startGatehouse();
  await restApi.register(gatehouse.url, { ...credentials, firstName: 'Ada', lastName: 'Lovelace' });
});
afterAll(() => gatehouse.stop());

test('all sessions end, however many, each with its event, and other keys sign', async () => {
  const { jwt, refreshToken } = await restApi.login(gatehouse.url, credentials);
  const many = Array.from({ length: 1200 }, () => `('${uuidv7()}')`).join(',');
  await gatehouse.sql(`INSERT INTO sessions (id, user_id, created_ts, last_used_ts, expires_ts)
    SELECT given.id::uuid, users.id, now(), now(), now() + interval '1 day' FROM users, (VALUES ${many}) AS given(id)`);
  const keys = await openKeyRing(gatehouse.config, gatehouse.stores, createLog('silent'));
  await keys.ensureSigningKey('RS256');
  const invalidate = () => invalidateAllTokens(keys, gatehouse.stores.transaction, systemClock);

  // A user may have withdrawn a consent after the backup.
  await gatehouse.sql(`WITH clients AS (
      INSERT INTO oauth_clients (id, name, secret_hash, secret_ts, created_ts)
      SELECT gen_random_uuid(), 'Grafana', '', now(), now() FROM generate_series(1, 501) RETURNING id)
    INSERT INTO oauth_consents (user_id, client_id, scopes, granted_ts)
    SELECT users.id, clients.id, '{openid}', now() FROM users, clients`);
  // The mail of the registration is sent.
  await gatehouse.mails();
  expect(await invalidate()).toEqual({
    keysRetired: 2,
    sessionsEnded: 1201,
    linksVoided: 1,
    mailsEnded: 0,
    consentsRemoved: 501,
    apiKeysEnded: 0,
  });
  const [row] = await gatehouse.sql(`SELECT count(DISTINCT session_id)::int AS sessions, count(*)::int AS events
    FROM audit_events WHERE action = 'session_ended' AND details->>'reason' = 'restored'`);
  expect(row).toEqual({ sessions: 1201, events: 1201 });
  expect(await gatehouse.sql('SELECT 1 FROM sessions WHERE revoked_ts IS NULL')).toEqual([]);
  expect((await restApi.refresh(gatehouse.url, { refreshToken })).code).toBe('UNAUTHENTICATED');
  // The instance learns of the revocation by a notification of the database.
  await until(async () => !(await restApi.me(gatehouse.url, jwt)).success);
  expect((await restApi.me(gatehouse.url, jwt)).code).toBe('UNAUTHENTICATED');

  expect(await invalidate()).toEqual({
    keysRetired: 2,
    sessionsEnded: 0,
    linksVoided: 0,
    mailsEnded: 0,
    consentsRemoved: 0,
    apiKeysEnded: 0,
  });
});
