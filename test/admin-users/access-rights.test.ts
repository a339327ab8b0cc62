import type { NewSession } from '../../src/accounts/sessions/session.store';
import { sessionActions } from '../../src/accounts/sessions/sessions.audit';
import { claimsOf } from '../../src/accounts/tokens/access-token';
import { byPassword } from '../../src/accounts/tokens/authentication';
import { userReasons } from '../../src/accounts/users/users.reasons';
import { createAccessRightsService, createUserLifecycle } from '../../src/compose/admin-users';
import type { AccessRightsService } from '../../src/features/admin-users/access-rights.service';
import type { UserLifecycleService } from '../../src/features/admin-users/user-lifecycle.service';
import { successEvent } from '../../src/platform/audit/audit-event';
import { createLog } from '../../src/platform/observability/log';
import { uuidv7 } from '../../src/platform/runtime/uuid';
import { type Answer, apis, restApi, type Token } from '../support/apis';
import { type Gatehouse, type Instance, startGatehouse } from '../support/gatehouse';
import { describeWith } from '../support/needs';
import { until } from '../support/until';

/** A change of roles or of `isSuperAdmin` rejects the access tokens that exist. The sessions stay. */
const password = 'correct horse battery';
const log = createLog('silent');
const twenty = Array.from({ length: 20 }, (_, i) => `role-${'x'.repeat(55)}${String(i).padStart(3, '0')}`);

let gatehouse: Gatehouse;
/** An instance that learns of a change by a notification only. */
let other: Instance;
/** An instance whose connection for revocations is down, so it asks the database. */
let deaf: Instance;
let rights: AccessRightsService;
let operator: UserLifecycleService;
beforeAll(async () => {
  gatehouse = await startGatehouse();
  other = await gatehouse.another();
  deaf = await gatehouse.another({}, () => ({ listen: () => ({ close: async () => {} }) }));
  rights = createAccessRightsService(gatehouse.config, gatehouse.stores, log);
  operator = createUserLifecycle(gatehouse.config, gatehouse.stores, async () => 'no hash', log);
});
afterAll(() => gatehouse.stop());

type Api = (typeof apis)[number];

let people = 0;
async function register(api: Api = restApi) {
  people += 1;
  const credentials = { email: `ada.${people}@example.com`, password };
  const { user } = await api.register(gatehouse.url, { ...credentials, firstName: 'Ada', lastName: 'Lovelace' });
  const id = user?.id ?? '';
  const setRoles = (...roles: string[]) => rights.setRoles(id, roles, null);
  return { id, credentials, setRoles, login: () => api.login(gatehouse.url, credentials) };
}

const rolesOf = ({ jwt }: Answer): unknown => claimsOf(jwt ?? '').roles;
const instances = () => [gatehouse, other, deaf];
const accepted = (api: Api, token: Token) =>
  Promise.all(instances().map(async ({ url }) => (await api.me(url, token)).success));
const untilRejected = (api: Api, token: Token) => until(async () => !(await accepted(api, token)).includes(true));

describe.each(apis.map((api) => ({ name: api.name, api })))('through $name', ({ api }) => {
  test('a token has the roles of its user, and none if there are none', async () => {
    const { setRoles, login } = await register(api);
    expect(rolesOf(await login())).toBeUndefined();
    await setRoles('viewer', 'editor:articles');
    expect(rolesOf(await login())).toEqual(['editor:articles', 'viewer']);
    await setRoles();
    expect(rolesOf(await login())).toBeUndefined();
  });

  test('with twenty roles of the greatest length, a token has less than 4 kB and is accepted', async () => {
    const { setRoles, login } = await register(api);
    await setRoles(...twenty);
    const { jwt } = await login();
    expect(jwt?.length).toBeLessThan(4096);
    expect(await accepted(api, jwt)).toEqual([true, true, true]);
    expect(claimsOf(jwt ?? '').roles).toEqual(twenty);
  });

  test('a change rejects older tokens on every instance, and a refresh brings the new roles', async () => {
    const { setRoles, login } = await register(api);
    const sessions = [await login(), await login()];
    await setRoles('editor');
    for (const { jwt } of sessions) await untilRejected(api, jwt);
    const rejected = await Promise.all(instances().map(({ url }) => api.me(url, sessions[0]?.jwt ?? '')));
    expect(rejected.map(({ code, msg }) => [code, msg])).toEqual(
      Array(3).fill([
        'UNAUTHENTICATED',
        'The access rights of the user have changed since the access token was issued.',
      ]),
    );
    for (const { refreshToken } of sessions) {
      const renewed = await api.refresh(gatehouse.url, { refreshToken });
      expect(rolesOf(renewed)).toEqual(['editor']);
      expect(await accepted(api, renewed.jwt)).toEqual([true, true, true]);
    }
  });

  test('the roles of a step-up are those of this moment', async () => {
    const { setRoles, login, credentials } = await register(api);
    const { refreshToken } = await login();
    await setRoles('editor');
    const { jwt } = await api.refresh(gatehouse.url, { refreshToken });
    const proven = await api.stepUp(gatehouse.url, { password: credentials.password }, jwt);
    expect(rolesOf(proven)).toEqual(['editor']);
    expect(await accepted(api, proven.jwt)).toEqual([true, true, true]);
  });

  test('a token from before a change stays rejected when its session is kept and the others end', async () => {
    const { setRoles, login } = await register(api);
    const [kept, ended] = [await login(), await login()];
    await setRoles('editor');
    const renewed = await api.refresh(gatehouse.url, { refreshToken: kept.refreshToken });
    await untilRejected(api, kept.jwt);
    expect((await api.logout(gatehouse.url, { sessions: 'others' }, renewed.jwt)).ended).toBe(1);
    // The other instance has applied the end of the sessions when it rejects this token.
    await untilRejected(api, ended.jwt);
    const after = await api.refresh(gatehouse.url, { refreshToken: renewed.refreshToken });
    await until(async () => (await accepted(api, after.jwt)).every(Boolean));
    expect(await accepted(api, renewed.jwt)).toEqual([true, true, true]);
    expect(await accepted(api, kept.jwt)).toEqual([false, false, false]);
    expect((await api.refresh(gatehouse.url, { refreshToken: ended.refreshToken })).code).toBe('UNAUTHENTICATED');
  });

  test('a token from before a change stays rejected after a restart', async () => {
    const { setRoles, login } = await register(api);
    const before = await login();
    await setRoles('editor');
    const after = await api.refresh(gatehouse.url, { refreshToken: before.refreshToken });
    const ended = await login();
    await api.logout(gatehouse.url, { sessions: 'others' }, after.jwt);
    const restarted = await gatehouse.another();
    const codes = [before.jwt, after.jwt, ended.jwt].map(async (jwt) => (await api.me(restarted.url, jwt)).msg);
    expect(await Promise.all(codes)).toEqual([
      'The access rights of the user have changed since the access token was issued.',
      expect.not.stringContaining('access'),
      'The access token has been revoked.',
    ]);
    await restarted.stop();
  });

  test('a promotion and a demotion reject older tokens, too, and are not a claim', async () => {
    const [ada, grace] = [await register(api), await register(api)];
    await rights.setSuperAdmin(grace.id, true, null);
    const user = await ada.login();
    expect(await rights.setSuperAdmin(ada.id, true, null)).toMatchObject({
      changed: true,
      user: { isSuperAdmin: true },
    });
    await untilRejected(api, user.jwt);
    const admin = await api.refresh(gatehouse.url, { refreshToken: user.refreshToken });
    expect((await api.me(gatehouse.url, admin.jwt)).user?.isSuperAdmin).toBe(true);
    expect(Object.keys(claimsOf(admin.jwt ?? ''))).not.toContain('roles');
    await rights.setSuperAdmin(ada.id, false, null);
    await untilRejected(api, admin.jwt);
    await rights.setSuperAdmin(grace.id, false, null).catch(() => {});
  });
});

test('the same roles in another order change nothing', async () => {
  const { id, setRoles, login } = await register();
  expect(await setRoles('b', 'a')).toMatchObject({ changed: true, user: { id, roles: ['a', 'b'] } });
  const { jwt } = await login();
  expect(await setRoles('a', 'b')).toMatchObject({ changed: false, user: { id, roles: ['a', 'b'] } });
  expect(await accepted(restApi, jwt)).toEqual([true, true, true]);
  const events = await gatehouse.sql(
    `SELECT outcome, details FROM audit_events WHERE action = 'roles_changed' AND user_id = '${id}'`,
  );
  expect(events).toEqual([{ outcome: 'success', details: { roles: ['a', 'b'] } }]);
});

test.each([
  [['Editor']],
  [['1st']],
  [['']],
  [['a,b']],
  [['a b']],
  [['é']],
  [['a'.repeat(64)]],
  [['editor\n']],
  [['editor', 'editor']],
  [[...twenty, 'one-more']],
  [[7]],
  ['editor'],
  [null],
  [undefined],
])('%j is rejected', async (roles) => {
  const { id } = await register();
  await expect(rights.setRoles(id, roles, null)).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
    fields: [{ field: 'roles' }],
  });
});

test('an unknown user is NOT_FOUND', async () => {
  const id = '01a1fafd-5d47-7b3e-9a51-2f0c6f7d8e90';
  await expect(rights.setRoles(id, ['editor'], null)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(rights.setSuperAdmin(id, true, null)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('of a login and a refresh at the same moment as a change, each token has the new roles or is rejected', async () => {
  const { setRoles, login } = await register();
  let { refreshToken } = await login();
  for (let round = 0; round < 20; round += 1) {
    const roles = [`round-${round}`];
    const issue = () => [restApi.refresh(deaf.url, { refreshToken }), login()];
    // Each operation is first in half of the rounds.
    const issuedBefore = round % 2 ? issue() : [];
    const change = setRoles(...roles);
    const answers = await Promise.all(round % 2 ? issuedBefore : issue());
    await change;
    for (const answer of answers) {
      expect(answer.success).toBe(true);
      if (String(rolesOf(answer)) !== String(roles)) await untilRejected(restApi, answer.jwt);
      // The sessions stay, also those that were opened during the change.
      const next = await restApi.refresh(gatehouse.url, { refreshToken: answer.refreshToken });
      expect(rolesOf(next)).toEqual(roles);
      expect(await accepted(restApi, next.jwt)).toEqual([true, true, true]);
      refreshToken = next.refreshToken;
    }
  }
});

describe('the last super admin', () => {
  beforeEach(() => gatehouse.sql('UPDATE users SET is_super_admin = false'));
  const promoted = async () => {
    const person = await register();
    await rights.setSuperAdmin(person.id, true, null);
    return person;
  };
  const last = { code: 'CONFLICT', reason: userReasons['last super admin'] };

  test('cannot be demoted or disabled; a disabled super admin does not count', async () => {
    const [ada, grace] = [await promoted(), await promoted()];
    await operator.disable(grace.id, null);
    await expect(rights.setSuperAdmin(ada.id, false, null)).rejects.toMatchObject(last);
    await expect(operator.disable(ada.id, null)).rejects.toMatchObject(last);
    expect(await restApi.login(gatehouse.url, ada.credentials)).toMatchObject({ success: true });
    // A disabled super admin has no rights that could be the last ones.
    expect(await rights.setSuperAdmin(grace.id, false, null)).toMatchObject({ changed: true });
    await operator.enable(grace.id, null);
    await rights.setSuperAdmin(grace.id, true, null);
    expect(await operator.disable(ada.id, null)).toMatchObject({ changed: true });
  });

  test('of two that are removed at the same time, one stays', async () => {
    const removals = {
      demote: (id: string) => rights.setSuperAdmin(id, false, null),
      disable: (id: string) => operator.disable(id, null),
    };
    for (let round = 0; round < 10; round += 1) {
      await gatehouse.sql('UPDATE users SET is_super_admin = false');
      const [ada, grace] = [await promoted(), await promoted()];
      const other = round % 2 ? removals.demote : removals.disable;
      const results = await Promise.allSettled([removals.demote(ada.id), other(grace.id)]);
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: last });
      expect(await gatehouse.sql('SELECT 1 FROM users WHERE is_super_admin AND NOT disabled')).toHaveLength(1);
    }
  });
});

describeWith('PostgreSQL')('with a statement that waits for a change', () => {
  type Change = Parameters<Gatehouse['stores']['transaction']>[1];

  const isWaiting = async () =>
    (
      await gatehouse.sql(
        "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      )
    ).length > 0;

  /** Starts `work` while the transaction of `change` is open, and commits when `work` waits for it. */
  async function during<Result>(change: Change, work: () => Promise<Result>): Promise<Result> {
    let commit = () => {};
    const committing = new Promise<void>((resolve) => {
      commit = resolve;
    });
    let transaction: Promise<void> = Promise.resolve();
    await new Promise<void>((changed) => {
      transaction = gatehouse.stores.transaction(null, async (tx) => {
        await change(tx);
        changed();
        await committing;
      });
    });
    let isSettled = false;
    const result = work().finally(() => {
      isSettled = true;
    });
    // The caller handles it, after the commit.
    result.catch(() => {});
    await until(async () => isSettled || (await isWaiting()));
    const hasWaited = !isSettled;
    commit();
    await transaction;
    expect(hasWaited).toBe(true);
    return result;
  }

  const newSessionOf = (userId: string): NewSession => ({
    id: uuidv7(),
    userId,
    createdTs: new Date(),
    expiresTs: new Date(Date.now() + 86_400_000),
    userAgent: null,
    ip: null,
    refreshTokenHash: null,
    authentication: byPassword,
    guard: { passwordHash: null, factors: null, twoStep: null },
  });
  const bound = { atMost: 100, audit: successEvent(sessionActions.session_ended, new Date(), null, {}) };

  const changingRoles =
    (id: string, ...roles: string[]): Change =>
    async (tx) => {
      await tx.userChanges.lock(id);
      await tx.userChanges.setRoles(id, roles, new Date());
      await tx.sessions.outdateTokens(id, new Date());
    };

  test('a refresh gives no token with the old roles and the new revision', async () => {
    const { id, setRoles, login } = await register();
    await setRoles('old');
    const { refreshToken } = await login();
    const renewed = await during(changingRoles(id, 'new'), () => restApi.refresh(gatehouse.url, { refreshToken }));
    expect(rolesOf(renewed)).toEqual(['old']);
    await untilRejected(restApi, renewed.jwt);
    const next = await restApi.refresh(gatehouse.url, { refreshToken: renewed.refreshToken });
    expect(rolesOf(next)).toEqual(['new']);
    expect(await accepted(restApi, next.jwt)).toEqual([true, true, true]);
  });

  test('a login gives a token with the new roles', async () => {
    const { id, setRoles, login } = await register();
    await setRoles('old');
    const opened = await during(changingRoles(id, 'new'), login);
    expect(rolesOf(opened)).toEqual(['new']);
    expect(await accepted(restApi, opened.jwt)).toEqual([true, true, true]);
  });

  test('a change of roles waits for a login, whose session stays', async () => {
    const { id, setRoles } = await register();
    const session = newSessionOf(id);
    const login: Change = async (tx) => {
      await tx.sessions.insert(
        session,
        successEvent(sessionActions.logged_in, new Date(), null, { userId: id }),
        bound,
      );
    };
    await during(login, () => setRoles('new'));
    expect(await gatehouse.stores.sessions.revocationOf(session.id)).toEqual({ isRevoked: false, tokensRevision: 1 });
  });

  test('a demotion waits for another one, and finds that it is the last', async () => {
    await gatehouse.sql('UPDATE users SET is_super_admin = false');
    const [ada, grace] = [await register(), await register()];
    for (const { id } of [ada, grace]) await rights.setSuperAdmin(id, true, null);
    const demotion: Change = async (tx) => {
      await tx.userChanges.lock(ada.id);
      expect(await tx.userChanges.hasOtherSuperAdmin(ada.id)).toBe(true);
      await tx.userChanges.setSuperAdmin(ada.id, false, new Date());
    };
    const demoted = during(demotion, () => rights.setSuperAdmin(grace.id, false, null));
    await expect(demoted).rejects.toMatchObject({ code: 'CONFLICT', reason: userReasons['last super admin'] });
  });
});
