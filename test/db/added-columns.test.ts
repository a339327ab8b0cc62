import { createAuditSearch } from '../../src/compose/admin-audit';
import { createSecretRotation } from '../../src/compose/admin-installation';
import { createAccessRightsService, createUserLifecycle } from '../../src/compose/admin-users';
import { createCleanUp } from '../../src/compose/clean-up';
import { secretsOf } from '../../src/compose/stores';
import { openKeyRing } from '../../src/compose/tokens';
import { Outbox } from '../../src/platform/messages/outbox';
import { createLog } from '../../src/platform/observability/log';
import { apis } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';

/** docs/operate/upgrade.md promises: this version continues to serve after a newer version has migrated the database. */
const password = 'correct horse battery';
const log = createLog('silent');
let gatehouse: Gatehouse;
beforeAll(async () => {
  gatehouse = await startGatehouse({ RATE_LIMITS: 'on', VERIFY_TELLS_EMAIL: 'true' });
  // The statements are prepared and the connections are open before the columns are added.
  await throughApis('before');
  await throughCommands('before');
  const tables = await gatehouse.sql(
    "SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = current_schema() AND tablename <> '_prisma_migrations'",
  );
  expect(tables.length).toBeGreaterThan(8);
  for (const { name } of tables) {
    await gatehouse.sql(`ALTER TABLE ${name} ADD COLUMN added_later TEXT NOT NULL DEFAULT 'x'`);
  }
});
afterAll(() => gatehouse.stop());

/** Calls every operation of both APIs, and gets its errors. */
async function throughApis(when: string): Promise<void> {
  const { url } = gatehouse;
  for (const api of apis) {
    const email = `${api.name}-${when}@example.com`;
    const account = { email, firstName: 'Ada', lastName: 'Lovelace', password };
    expect(await api.register(url, account)).toMatchObject({ success: true });
    expect(await api.register(url, account)).toMatchObject({ code: 'EMAIL_TAKEN' });
    expect(await api.login(url, { email, password: 'wrong horse battery' })).toMatchObject({
      code: 'INVALID_CREDENTIALS',
    });
    const first = await api.login(url, { email, password });
    expect(first).toMatchObject({ success: true, user: { email } });
    const second = await api.login(url, { email, password });
    const renewed = await api.refresh(url, { refreshToken: first.refreshToken });
    expect(renewed).toMatchObject({ success: true });
    expect(await api.me(url, renewed.jwt)).toMatchObject({ success: true, user: { email } });
    const { sessions } = await api.sessions(url, {}, renewed.jwt);
    expect(sessions).toHaveLength(2);
    const other = sessions?.find(({ current }) => !current);
    expect(await api.revokeSession(url, { id: other?.id }, renewed.jwt)).toMatchObject({ success: true });
    expect(await api.me(url, second.jwt)).toMatchObject({ code: 'UNAUTHENTICATED' });
    const headers = { Authorization: `Bearer ${renewed.jwt}` };
    expect((await fetch(`${url}/auth/verify`, { headers })).status).toBe(200);
    expect(await api.logout(url, {}, renewed.jwt)).toMatchObject({ success: true, ended: 1 });
  }
  for (const path of ['/readyz', '/healthz', '/.well-known/jwks.json']) {
    expect((await fetch(url + path)).status).toBe(200);
  }
}

/** Calls the operations of commands and jobs. */
async function throughCommands(when: string): Promise<void> {
  const { config, stores, services } = gatehouse;
  const users = createUserLifecycle(config, stores, async () => '$argon2id$', log);
  const email = `command-${when}@example.com`;
  const { id } = await users.create({ email, firstName: 'Eve', lastName: 'E', password }, { isSuperAdmin: true });
  expect(await users.get(email)).toMatchObject({ user: { id } });
  expect(await users.find({ text: 'command', disabled: null, isSuperAdmin: true, limit: 9 })).toContainEqual(
    expect.objectContaining({ id }),
  );
  const other = { email: `other-${when}@example.com`, firstName: 'Ada', lastName: 'L', password };
  await users.create(other, { isSuperAdmin: true, roles: ['editor'] });
  expect(await createAccessRightsService(config, stores, log).setRoles(id, ['editor'], null)).toMatchObject({
    changed: true,
  });
  expect(await users.disable(id, null)).toMatchObject({ changed: true });
  expect(await users.enable(id, null)).toMatchObject({ changed: true });
  expect(await users.endSessions(id, null)).toMatchObject({ sessionsEnded: 0 });

  await services.audit.close();
  const audit = await createAuditSearch(config, stores, log);
  const [newest] = await audit.list({ limit: 1 }, id);
  expect(newest).toMatchObject({ action: 'user_enabled' });
  const [rejected] = await audit.list({ action: 'login_failed', limit: 1 }, null);
  expect((await audit.ofRequest(rejected?.requestIds[0] ?? '')).explained).toHaveLength(1);

  const ring = await openKeyRing(config, stores, log);
  const { kid } = (await ring.rotate({ atOnce: false })) ?? { kid: '' };
  expect(await ring.revoke(kid)).toBe('revoked');

  const previous = secretsOf(config);
  if (!previous) throw new Error('there is always a secret');
  const next = Buffer.alloc(32, when);
  const there = createSecretRotation(stores, { current: next, previous: previous.current });
  expect(await there.reencrypt()).toBeGreaterThan(1);
  await createSecretRotation(stores, { current: previous.current, previous: next }).reencrypt();

  const later = new Date(Date.now() + (when === 'before' ? 1 : 2) * 3_600_000);
  const cleanUp = createCleanUp(
    config,
    stores,
    { eraser: services.eraser, outbox: new Outbox(() => later, null) },
    () => later,
    log,
  );
  expect(await cleanUp.run()).toMatchObject({ sessions: 0 });
}

test('a column that is added to every table breaks no operation of either API', async () => {
  await throughApis('after');
});

test('nor one of the commands and jobs', async () => {
  await throughCommands('after');
});
