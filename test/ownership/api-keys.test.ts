import { createUserLifecycle } from '../../src/compose/admin-users';
import { openKeyRing } from '../../src/compose/tokens';
import { invalidateAllTokens } from '../../src/features/admin-installation/after-restore';
import { createLog } from '../../src/platform/observability/log';
import { type Api, apis, restApi, withHeaders } from '../support/apis';
import { type Gatehouse, type Instance, startGatehouse } from '../support/gatehouse';
import { createdOrganization, join, memberPassword, organizationsOf, signedInPerson } from '../support/organizations';
import { newestToken, ownerWithPasskey } from '../support/ownership';
import { logInWith } from '../support/passkeys';
import { loginSuperAdmin } from '../support/super-admin';
import { until } from '../support/until';
import { unproveAddress } from '../support/verified-address';

// When the keys of a user end, and when they stay, on the instance that does it and on another one, with the feed of revocations and
// without it: who controls the verified mailbox ends with the account.

let gatehouse: Gatehouse;
let others: Instance[];
beforeAll(async () => {
  const settings = { EMAIL_LOGIN: 'on', TRUST_PROXY: '1', WEBHOOK_NETWORKS: '127.0.0.0/8' };
  gatehouse = await startGatehouse({ API_KEYS: 'on', ORGANIZATIONS: 'users', ...settings });
  const deaf = () => ({ listen: () => ({ close: async () => {} }) });
  others = [await gatehouse.another(), await gatehouse.another({}, deaf)];
});
afterAll(() => gatehouse.stop());

const newPassword = 'a much longer horse';
const url = () => gatehouse.url;
const tokenTo = (address: string) => newestToken(gatehouse, address);

/** The owner of a key, who is a member of an organization of somebody else. */
async function owner(api: Api, { on = gatehouse, forOrganization = false } = {}) {
  const ada = await ownerWithPasskey(api, on, { days: 8 });
  const boss = await signedInPerson(on);
  const { id: organizationId } = await createdOrganization(on, restApi, boss.jwt);
  await join(on, organizationId, ada.id, 'member');
  const sent = { name: 'Backup', organizationId: forOrganization ? organizationId : null };
  const { result } = await api.createApiKey(on.url, sent, ada.jwt);
  if (!result) throw new Error('no key');
  const { result: token } = await api.exchangeApiKey(on.url, { key: result.key });
  const organization = { organizationId, bossJwt: boss.jwt };
  return { ...ada, ...organization, keyId: String(result.apiKey.id), key: result.key, token: String(token?.jwt) };
}
type Owner = Awaited<ReturnType<typeof owner>>;
type Change = (api: Api, ada: Owner) => Promise<unknown>;

/** What each instance answers to `me`. */
const answersTo = (sent: string) =>
  Promise.all([gatehouse, ...others].map(async (on) => (await restApi.me(on.url, sent)).code));
const everywhere = (code: string | null) => [code, code, code];

const lifecycle = () => createUserLifecycle(gatehouse.config, gatehouse.stores, async () => 'x', createLog('silent'));

const resetWith = async (api: Api, token: string) => api.resetPassword(url(), { token, password: newPassword });

const leave: Change = (api, { id: userId, organizationId, bossJwt }) =>
  api.setMember(url(), { organizationId, userId, roles: [] }, bossJwt);

interface Ending {
  /** In the audit, which has no line of a key that is removed with its account or its membership. */
  reason?: string | null;
  forOrganization?: boolean;
  deed: Change;
}

/** Each deed of the contract after which only the owner of the mailbox, or the operator, may have the account, or somebody else the organization. */
const ending: Record<string, Ending> = {
  'a reset by mail': {
    reason: 'password_reset',
    async deed(api, { email }) {
      await api.requestPasswordReset(url(), { email });
      return resetWith(api, await tokenTo(email));
    },
  },
  // The newest mail is about the key.
  'undo_factor, of the mail about the key': {
    reason: 'password_reset',
    deed: async (api, { email }) => resetWith(api, await tokenTo(email)),
  },
  'undo_login, of the mail about a login from a new device': {
    reason: 'password_reset',
    async deed(api, { email, passkey }) {
      const elsewhere = { 'X-Forwarded-For': '203.0.113.7', 'User-Agent': 'curl/8' };
      await withHeaders(elsewhere, () => logInWith(api, url(), passkey));
      return resetWith(api, await tokenTo(email));
    },
  },
  undo_email_change: {
    reason: 'email_change_undone',
    async deed(api, { email, jwt, eve }) {
      await api.changeEmail(url(), { email: eve }, jwt);
      await api.confirmEmailChange(url(), { token: await tokenTo(eve) });
      return api.undoEmailChange(url(), { token: await tokenTo(email) });
    },
  },
  'the first proof of an address': {
    reason: 'email_verified',
    async deed(api, { email }) {
      await unproveAddress(gatehouse, email);
      await api.sendEmailVerification(url(), { email });
      return api.confirmEmail(url(), { token: await tokenTo(email) });
    },
  },
  'the first proof of an address with a login by mail': {
    reason: 'email_verified',
    async deed(api, { email }) {
      await unproveAddress(gatehouse, email);
      const { token } = await api.requestEmailLogin(url(), { email });
      const code = (await gatehouse.allMails()).filter(({ to, code }) => to === email && code).at(-1)?.code;
      // The passkey is asked for, too, but the address is proved.
      const { code: answer } = await api.completeEmailLogin(url(), { token, code });
      expect([null, 'MFA_REQUIRED']).toContain(answer);
    },
  },
  'the first proof of an address by a change to it': {
    reason: 'email_changed',
    async deed(api, { email, jwt, eve }) {
      await unproveAddress(gatehouse, email);
      await api.changeEmail(url(), { email: eve }, jwt);
      return api.confirmEmailChange(url(), { token: await tokenTo(eve) });
    },
  },
  'an operator who ends all sessions': {
    reason: 'ended_by_operator',
    deed: (_, { id }) => lifecycle().endSessions(id, null),
  },
  'a logout of all, with keys': {
    reason: 'logout',
    deed: (api, { jwt }) => api.logout(url(), { sessions: 'all', keys: true }, jwt),
  },
  'a logout of the others, with keys': {
    reason: 'revoked_by_user',
    deed: (api, { jwt }) => api.logout(url(), { sessions: 'others', keys: true }, jwt),
  },
  'a change of the password, with keys': {
    reason: 'password_changed',
    deed: (api, { jwt, password }) =>
      api.changePassword(url(), { currentPassword: password, password: newPassword, keys: true }, jwt),
  },
  'its deletion': { reason: null, deed: (api, { jwt, keyId }) => api.deleteApiKey(url(), { id: keyId }, jwt) },
  'the end of its membership': { forOrganization: true, deed: leave },
  'the end of its organization': {
    forOrganization: true,
    deed: (api, { organizationId: id, bossJwt }) =>
      api.deleteOrganization(url(), { id, currentPassword: memberPassword }, bossJwt),
  },
  erasure: {
    async deed(api, { id, jwt, email }) {
      await api.deleteAccount(url(), {}, jwt);
      await gatehouse.sql(`UPDATE users SET deletion_due_ts = now() WHERE id = '${id}'`);
      await gatehouse.services.eraser.erase(id);
      expect(await gatehouse.sql(`SELECT id FROM users WHERE email = '${email}'`)).toEqual([]);
    },
  },
};

/** Each deed after which it stays: a program must not stop because of it. */
const keeping: Record<string, Change> = {
  'a logout of all': (api, { jwt }) => api.logout(url(), { sessions: 'all' }, jwt),
  'a change of the password': (api, { jwt, password }) =>
    api.changePassword(url(), { currentPassword: password, password: newPassword }, jwt),
  'the end of a membership, if it is for no organization': leave,
  'the removal of a factor': (api, { jwt, passkeyId }) => api.removePasskey(url(), { id: passkeyId }, jwt),
};

/** What stops all keys of an account, and brings them back. */
const pausing: Record<string, Omit<Ending, 'reason' | 'deed'> & { end: Change; undo: Change }> = {
  'a disabled account': {
    end: (_, { id }) => lifecycle().disable(id, null),
    undo: (_, { id }) => lifecycle().enable(id, null),
  },
  'a deleted account': {
    end: (api, { jwt }) => api.deleteAccount(url(), {}, jwt),
    undo: async (api, { email }) => api.cancelDeletion(url(), { token: await tokenTo(email) }),
  },
  'a disabled organization': {
    forOrganization: true,
    end: (_, { organizationId }) => organizationsOf(gatehouse).disable(organizationId),
    undo: (_, { organizationId }) => organizationsOf(gatehouse).disable(organizationId, false),
  },
};

describe.each(apis.map((api) => ({ name: api.name, api })))('through $name', ({ api }) => {
  test.each(Object.entries(ending))(
    '%s ends a key and its tokens',
    async (_name, { reason, forOrganization, deed }) => {
      const ada = await owner(api, { forOrganization });
      expect(await answersTo(ada.key)).toEqual(everywhere(null));
      expect(await answersTo(ada.token)).toEqual(everywhere(null));
      const done = await deed(api, ada);
      if (done && typeof done === 'object' && 'code' in done) expect(done).toMatchObject({ code: null });
      // The instance that did it knows it at once, and each other one with the notification.
      for (const sent of [ada.key, ada.token]) expect((await restApi.me(url(), sent)).code).toBe('UNAUTHENTICATED');
      await until(async () => !(await answersTo(ada.key)).includes(null));
      for (const sent of [ada.key, ada.token]) expect(await answersTo(sent)).toEqual(everywhere('UNAUTHENTICATED'));
      expect((await restApi.exchangeApiKey(url(), { key: ada.key })).code).toBe('UNAUTHENTICATED');
      const deleted = await gatehouse.sql(
        `SELECT details->>'reason' AS reason FROM audit_events WHERE action = 'api_key_deleted' AND user_id = '${ada.id}'`,
      );
      expect(deleted).toEqual(reason === undefined ? [] : [{ reason }]);
    },
  );

  test.each(Object.keys(keeping))('%s ends no key', async (name) => {
    const ada = await owner(api);
    const done = await keeping[name]?.(api, ada);
    expect(done).toMatchObject({ code: null });
    expect(await answersTo(ada.key)).toEqual(everywhere(null));
  });

  test.each(Object.entries(pausing))(
    '%s has no key, until it is back',
    async (_name, { forOrganization, end, undo }) => {
      const ada = await owner(api, { forOrganization });
      expect(await answersTo(ada.key)).toEqual(everywhere(null));
      await end(api, ada);
      await until(async () => !(await answersTo(ada.key)).includes(null));
      expect(await answersTo(ada.key)).toEqual(everywhere('UNAUTHENTICATED'));
      await undo(api, ada);
      expect(await answersTo(ada.key)).toEqual(everywhere(null));
    },
  );

  test('keys and the current session alone do not end together', async () => {
    const ada = await owner(api);
    const sent = { sessions: 'current', keys: true };
    expect(await api.logout(url(), sent, ada.jwt)).toMatchObject({
      code: 'VALIDATION_FAILED',
      fields: [{ field: 'keys' }],
    });
    expect(await answersTo(ada.key)).toEqual(everywhere(null));
  });
});

test('services that verify tokens themselves learn of the key', async () => {
  const ada = await owner(restApi);
  await restApi.deleteApiKey(url(), { id: ada.keyId }, ada.jwt);
  const entries = await gatehouse.stores.revocationFeed.list(
    { revokedTs: new Date(0), id: '00000000-0000-0000-0000-000000000000' },
    1000,
  );
  expect(entries).toContainEqual({ revokedTs: expect.any(Date), id: ada.keyId, account: null, organization: null });
  expect(await gatehouse.stores.sessions.listRevokedSince(new Date(Date.now() - 60_000))).toContain(ada.keyId);
});

test.each(apis)('a webhook names the key that was deleted, or says that all were: $name', async (api) => {
  const admin = await loginSuperAdmin(gatehouse, `root.${api.name.toLowerCase()}@example.com`);
  const endpoint = { url: 'http://127.0.0.1:9/', types: ['api_key.deleted'] };
  expect((await api.createWebhookEndpoint(url(), endpoint, admin.jwt)).code).toBeNull();
  await until(() => gatehouse.stores.events.isOn);
  const eventsOf = async (userId: string) => {
    const rows = await gatehouse.sql(
      `SELECT DISTINCT data->>'key_id' AS key FROM webhook_deliveries WHERE data->>'user_id' = '${userId}'`,
    );
    return rows.map(({ key }) => key);
  };
  const one = await owner(api);
  await api.deleteApiKey(url(), { id: one.keyId }, one.jwt);
  expect(await eventsOf(one.id)).toEqual([one.keyId]);
  const all = await owner(api);
  expect(await eventsOf(all.id)).toEqual([]);
  await api.logout(url(), { sessions: 'all', keys: true }, all.jwt);
  expect(await eventsOf(all.id)).toEqual([null]);
});

test('after a restore, every key ends', async () => {
  // Of an installation of its own: the signing key is another one then, of which the instance without the feed does not learn.
  const damaged = await startGatehouse({ API_KEYS: 'on', ORGANIZATIONS: 'users' });
  const ada = await owner(restApi, { on: damaged });
  const ring = await openKeyRing(damaged.config, damaged.stores, createLog('silent'));
  const done = await invalidateAllTokens(ring, damaged.stores.transaction, () => new Date());
  expect(done.apiKeysEnded).toBeGreaterThan(0);
  // A command runs while no server does: a new one has nothing in memory.
  const restarted = await damaged.another();
  expect((await restApi.me(restarted.url, ada.key)).code).toBe('UNAUTHENTICATED');
  await damaged.stop();
});
