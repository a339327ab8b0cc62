import { sessionEnds } from '../../src/accounts/sessions/sessions.reasons';
import { createBaseWithoutKeys } from '../../src/compose/base';
import { createLog } from '../../src/platform/observability/log';
import { type Api, apis } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';

/** Each test runs through each API, and each API sees the changes of the other API. */
let gatehouse: Gatehouse;

beforeAll(async () => {
  gatehouse = await startGatehouse();
});
afterAll(() => gatehouse.stop());

const password = 'correct horse battery';
const dayMs = 86_400_000;
let people = 0;

async function logIn(api: Api, url = gatehouse.url) {
  people += 1;
  const credentials = { email: `ada.${people}@example.com`, password };
  const account = { ...credentials, firstName: 'Ada', lastName: 'Lovelace' };
  await api.register(url, account);
  const { jwt, refreshToken, user } = await api.login(url, credentials);
  return { account, credentials, jwt, refreshToken, id: user?.id };
}

async function cancelToken(email: string) {
  const mail = (await gatehouse.allMails()).filter(({ to }) => to === email).at(-1);
  return String(mail?.links[0]).split('/').at(-1) ?? '';
}

describe.each(apis.map((api, i) => ({ name: api.name, api, other: apis[1 - i] ?? api })))(
  'through $name',
  ({ api, other }) => {
    test('ends the sessions, keeps the address, and can be cancelled with the link', async () => {
      const { account, credentials, jwt, refreshToken } = await logIn(api);
      const { url } = gatehouse;
      const before = Date.now();
      const deleted = await api.deleteAccount(url, { currentPassword: password }, jwt);
      expect(deleted).toMatchObject({ success: true, code: null });
      const days = (new Date(deleted.erasureTs ?? 0).getTime() - before) / dayMs;
      expect(Math.round(days)).toBe(14);
      expect((await other.me(url, jwt)).code).toBe('UNAUTHENTICATED');
      expect((await other.refresh(url, { refreshToken })).code).toBe('UNAUTHENTICATED');
      expect((await other.register(url, account)).code).toBe('EMAIL_TAKEN');

      const login = await other.login(url, credentials);
      expect(login).toMatchObject({ code: 'ACCOUNT_DISABLED' });
      expect(login.msg).toContain(String(deleted.erasureTs).slice(0, 10));
      expect((await other.login(url, { ...credentials, password: 'a wrong password' })).code).toBe(
        'INVALID_CREDENTIALS',
      );

      const token = await cancelToken(account.email);
      expect(await other.cancelDeletion(url, { token })).toMatchObject({ success: true, code: null });
      expect((await api.login(url, credentials)).code).toBeNull();
      expect((await api.cancelDeletion(url, { token })).code).toBe('INVALID_TOKEN');
    });

    test('after the grace period erases the person, and the address is free again', async () => {
      const { account, credentials, jwt, id } = await logIn(api);
      const { url, services, stores } = gatehouse;
      // A failure that the audit has by the HMAC of the address.
      await api.login(url, { ...credentials, password: 'a wrong password' });
      await api.requestPasswordReset(url, { email: account.email });
      await services.audit.close();
      await api.deleteAccount(url, { currentPassword: password }, jwt);
      const ofPerson = async () => ({
        users: await gatehouse.sql(`SELECT 1 FROM users WHERE id = '${id}'`),
        sessions: await gatehouse.sql(`SELECT 1 FROM sessions WHERE user_id = '${id}'`),
        tokens: await gatehouse.sql(`SELECT 1 FROM one_time_tokens WHERE user_id = '${id}'`),
        messages: await gatehouse.sql(`SELECT 1 FROM messages WHERE user_id = '${id}'`),
        audit: await gatehouse.sql(`SELECT 1 FROM audit_events WHERE user_id = '${id}'`),
      });
      const before = await ofPerson();
      expect(Object.values(before).every((rows) => rows.length > 0)).toBe(true);
      const [{ events = 0 } = {}] = await gatehouse.sql('SELECT count(*)::int AS events FROM audit_events');

      // Not yet.
      const { signal } = new AbortController();
      await services.eraser.eraseDue(new Date(Date.now() + 13 * dayMs), signal);
      expect((await ofPerson()).users).toHaveLength(1);

      await gatehouse.sql(`UPDATE users SET deletion_due_ts = now() - interval '1 second' WHERE id = '${id}'`);
      expect(await services.eraser.eraseDue(new Date(), signal)).toBe(1);
      const after = await ofPerson();
      expect(Object.values(after).map((rows) => rows.length)).toEqual([0, 0, 0, 0, 0]);
      const keys = await gatehouse.sql(
        "SELECT 1 FROM audit_events WHERE action IN ('login_failed', 'logged_in') AND (ip IS NOT NULL AND user_id IS NULL AND account_key IS NULL)",
      );
      expect(keys).toEqual([]);
      // The events themselves stay.
      const [{ events: later = 0 } = {}] = await gatehouse.sql('SELECT count(*)::int AS events FROM audit_events');
      expect(later).toBeGreaterThanOrEqual(Number(events));
      expect((await other.me(url, jwt)).code).toBe('UNAUTHENTICATED');
      expect(await stores.sessions.listAccountRevocationsSince(new Date(0))).toContainEqual(
        expect.objectContaining({ userId: id }),
      );
      expect((await other.register(url, account)).code).toBeNull();
    });

    test('that a command of an earlier version has enabled again erases nothing', async () => {
      const { credentials, jwt, id } = await logIn(api);
      const { url, services } = gatehouse;
      await api.deleteAccount(url, { currentPassword: password }, jwt);
      await gatehouse.sql(
        `UPDATE users SET disabled = false, deletion_due_ts = now() - interval '1 second' WHERE id = '${id}'`,
      );
      expect(await services.eraser.eraseDue(new Date(), new AbortController().signal)).toBe(0);
      expect((await api.login(url, credentials)).code).toBeNull();
    });

    test('of an instance that was restarted, a token is not accepted', async () => {
      const { jwt, id } = await logIn(api);
      await api.deleteAccount(gatehouse.url, { currentPassword: password }, jwt);
      await gatehouse.sql(`UPDATE users SET deletion_due_ts = now() - interval '1 second' WHERE id = '${id}'`);
      await gatehouse.services.eraser.eraseDue(new Date(), new AbortController().signal);
      const restarted = await gatehouse.another();
      expect((await api.me(restarted.url, jwt)).code).toBe('UNAUTHENTICATED');
      expect(
        (await fetch(`${restarted.url}/auth/verify`, { headers: { Authorization: `Bearer ${jwt}` } })).status,
      ).toBe(401);
    });

    test('with a wrong password or without a token changes nothing', async () => {
      const { credentials, jwt } = await logIn(api);
      const { url } = gatehouse;
      expect((await api.deleteAccount(url, { currentPassword: 'wrong' }, jwt)).code).toBe('INVALID_CREDENTIALS');
      expect((await api.deleteAccount(url, { currentPassword: password }, null)).code).toBe('UNAUTHENTICATED');
      expect(await api.deleteAccount(url, {}, jwt)).toMatchObject({
        code: 'VALIDATION_FAILED',
        fields: [{ field: 'currentPassword' }],
      });
      expect((await api.login(url, credentials)).code).toBeNull();
    });

    test('an account that an operator disables in the grace period stays disabled', async () => {
      const { account, credentials, jwt, id } = await logIn(api);
      await api.deleteAccount(gatehouse.url, { currentPassword: password }, jwt);
      const token = await cancelToken(account.email);
      const { liveSessions } = createBaseWithoutKeys(gatehouse.config, gatehouse.stores, createLog('silent'));
      await liveSessions.endAll({ userId: String(id), disable: true }, sessionEnds.user_disabled, null);
      expect((await api.cancelDeletion(gatehouse.url, { token })).code).toBe('ACCOUNT_DISABLED');
      expect((await api.login(gatehouse.url, credentials)).code).toBe('ACCOUNT_DISABLED');
    });
  },
);

describe('the last super admin', () => {
  test('cannot be deleted, also if two are deleted at the same time', async () => {
    const [rest, graphql] = apis;
    const admins = [await logIn(rest), await logIn(graphql)];
    await gatehouse.sql(
      `UPDATE users SET is_super_admin = true WHERE id IN ('${admins.map(({ id }) => id).join("','")}')`,
    );
    const answers = await Promise.all(
      admins.map(({ jwt }, i) => (i ? graphql : rest).deleteAccount(gatehouse.url, { currentPassword: password }, jwt)),
    );
    expect(answers.map(({ code }) => code).sort()).toEqual(['CONFLICT', null].sort());
  });
});

test('without a grace period the account is erased immediately', async () => {
  const immediate = await startGatehouse({ DELETION_GRACE_DAYS: '0' });
  try {
    for (const api of apis) {
      const { account, credentials, jwt, id } = await logIn(api, immediate.url);
      expect((await api.deleteAccount(immediate.url, { currentPassword: password }, jwt)).code).toBeNull();
      expect(await immediate.sql(`SELECT 1 FROM users WHERE id = '${id}'`)).toEqual([]);
      expect((await api.me(immediate.url, jwt)).code).toBe('UNAUTHENTICATED');
      expect((await api.login(immediate.url, credentials)).code).toBe('INVALID_CREDENTIALS');
      expect((await api.register(immediate.url, account)).code).toBeNull();
    }
  } finally {
    await immediate.stop();
  }
});
