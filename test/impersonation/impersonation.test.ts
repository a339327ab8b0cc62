import { createDeletions } from '../../src/compose/account-deletion';
import { createAuditSearch } from '../../src/compose/admin-audit';
import { createAccessRightsService, createUserLifecycle } from '../../src/compose/admin-users';
import { createBase } from '../../src/compose/base';
import { impersonationMails } from '../../src/features/impersonation/impersonation.mails';
import { createLog } from '../../src/platform/observability/log';
import { apis, inTurn, type Token, testInTurn } from '../support/apis';
import { type Gatehouse, type Instance, startGatehouse } from '../support/gatehouse';
import { claimsOf, impersonate, personPassword, registerPerson, registerSuperAdmin } from '../support/impersonation';
import { basicOf, createClient, postForm } from '../support/oauth';
import { until } from '../support/until';

/** A super admin acts as a user. */
let gatehouse: Gatehouse;
/** An instance that gets no notifications, so it asks the database. */
let deaf: Instance;
/** Runs between the check of the account and the statement that opens the session. */
let meanwhile: (() => Promise<unknown>) | null = null;

beforeAll(async () => {
  gatehouse = await startGatehouse({ SESSIONS_PER_ACCOUNT: '2' }, (stores) => ({
    async transaction(account, work) {
      const first = meanwhile;
      meanwhile = null;
      await first?.();
      return stores.transaction(account, work);
    },
  }));
  deaf = await gatehouse.another({}, () => ({ listen: () => ({ close: async () => {} }) }));
});
afterAll(() => gatehouse.stop());

const verify = (token: Token, { url }: { url: string } = gatehouse) =>
  fetch(`${url}/auth/verify`, { headers: { Authorization: `Bearer ${token}` } });
const statuses = async (token: Token) =>
  Promise.all([gatehouse, deaf].map(async (instance) => (await verify(token, instance)).status));
const operator = () => createUserLifecycle(gatehouse.config, gatehouse.stores, async () => '', createLog('silent'));

const access = () => createAccessRightsService(gatehouse.config, gatehouse.stores, createLog('silent'));

/** Returns the events with an actor, oldest first. */
async function eventsOf(actorId: string) {
  await gatehouse.services.audit.close();
  await deaf.services.audit.close();
  return (await gatehouse.stores.audit.list({ actorId, limit: 100 })).reverse();
}

/** A super admin with a new session, and a user. */
async function people() {
  const [admin, person] = [await registerSuperAdmin(gatehouse), await registerPerson(gatehouse)];
  await gatehouse.sql(`UPDATE users SET email_verified = true WHERE id = '${person.id}'`);
  return { admin, person, start: () => impersonate(gatehouse, person.id, admin.jwt) };
}

const both = apis.map((admin, i) => ({ name: admin.name, admin, api: apis[i] ?? apis[0] }));

describe.each(both)('through $name', ({ admin: adminApi, api }) => {
  const rule = testInTurn(api);
  const url = () => gatehouse.url;
  const ask = (userId: unknown, reason: unknown, token: Token) =>
    adminApi.impersonate(url(), { userId, reason }, token);

  test('a super admin gets an access token of the user for 15 minutes, which names both', async () => {
    const { admin, person } = await people();
    const login = await person.login();
    const before = Date.now();
    const { success, msg, result } = await ask(person.id, 'Ticket 4711: invoices', admin.jwt);
    expect([success, msg]).toEqual([true, 'Session of the user opened.']);
    expect(Object.keys(result ?? {}).toSorted()).toEqual(['expiresIn', 'jwt', 'sessionExpiresTs', 'sessionId', 'user']);
    expect(result?.expiresIn).toBe(900);
    expect(result?.user).toMatchObject({ id: person.id, email: person.credentials.email });
    const expiresMs = new Date(result?.sessionExpiresTs ?? 0).getTime();
    expect(expiresMs).toBeGreaterThanOrEqual(before + 900_000);
    expect(expiresMs).toBeLessThanOrEqual(Date.now() + 900_000);

    const claims = claimsOf(result?.jwt ?? null);
    expect(claims).toMatchObject({
      sub: person.id,
      sid: result?.sessionId,
      act: { sub: admin.id },
      act_sid: claimsOf(admin.jwt).sid,
      auth_time: 0,
      acr: 'aal1',
      amr: [],
    });
    expect(claims.exp - claims.iat).toBe(900);
    const me = await api.me(url(), result?.jwt ?? null);
    // The login of the super admin is not a login of the user.
    expect(me.user).toEqual((await api.me(url(), login.jwt)).user);
    expect(me.user?.id).toBe(person.id);

    const { sessions } = await api.sessions(url(), {}, login.jwt);
    expect(sessions).toContainEqual(
      expect.objectContaining({ id: result?.sessionId, impersonated: true, ip: null, userAgent: null }),
    );
    expect(sessions).toContainEqual(expect.objectContaining({ current: true, impersonated: false }));
    expect((await eventsOf(admin.id)).at(-1)).toMatchObject({
      action: 'impersonation_started',
      userId: person.id,
      sessionId: result?.sessionId,
      details: { statedReason: 'Ticket 4711: invoices' },
    });
  });

  test.each([
    ['an unknown user', '01a1fafd-5d48-74fb-874f-7e0ccacee987', 'NOT_FOUND'],
    ['an id that is no UUID', 'ada', 'NOT_FOUND'],
  ])('%s is not found', async (_name, id, code) => {
    const admin = await registerSuperAdmin(gatehouse);
    expect(await ask(id, 'Ticket', admin.jwt)).toMatchObject({ code, msg: 'There is no such user.' });
  });

  rule('a super admin cannot act as a super admin, also not as themselves', async () => {
    const [admin, other] = [await registerSuperAdmin(gatehouse), await registerSuperAdmin(gatehouse)];
    for (const { id } of [admin, other]) {
      expect(await ask(id, 'Ticket', admin.jwt)).toMatchObject({
        code: 'FORBIDDEN',
        msg: 'A super admin can act only as users who are not super admins.',
      });
    }
    expect(await eventsOf(admin.id)).toContainEqual(
      expect.objectContaining({ action: 'admin_rejected', userId: other.id, outcome: 'FORBIDDEN' }),
    );
  });

  rule('a disabled account is a CONFLICT', async () => {
    const { admin, person } = await people();
    await operator().disable(person.id, null);
    expect(await ask(person.id, 'Ticket', admin.jwt)).toMatchObject({ code: 'CONFLICT' });
  });

  test.each(inTurn(api, [[''], ['   '], ['a\nb'], ['a\u0000b'], ['a'.repeat(501)]]))(
    'the reason %j is not valid',
    async (reason) => {
      const { admin, person } = await people();
      expect(await ask(person.id, reason, admin.jwt)).toMatchObject({
        code: 'VALIDATION_FAILED',
        fields: [{ field: 'reason' }],
      });
    },
  );

  test('a user is no super admin', async () => {
    const [person, other] = [await registerPerson(gatehouse), await registerPerson(gatehouse)];
    const { jwt } = await person.login();
    expect((await ask(other.id, 'Ticket', jwt)).code).toBe('FORBIDDEN');
    expect((await ask(other.id, 'Ticket', null)).code).toBe('UNAUTHENTICATED');
  });

  rule('the account is decided in the statement that opens the session', async () => {
    const cases: [string, string, (ids: { admin: string; sid: string; person: string }) => string][] = [
      ['a promotion', 'FORBIDDEN', ({ person }) => `UPDATE users SET is_super_admin = true WHERE id = '${person}'`],
      ['disabling', 'CONFLICT', ({ person }) => `UPDATE users SET disabled = true WHERE id = '${person}'`],
      ['erasing', 'NOT_FOUND', ({ person }) => `DELETE FROM users WHERE id = '${person}'`],
      ['a demotion', 'UNAUTHENTICATED', ({ admin }) => `UPDATE users SET is_super_admin = false WHERE id = '${admin}'`],
      ['a logout', 'UNAUTHENTICATED', ({ sid }) => `UPDATE sessions SET revoked_ts = now() WHERE id = '${sid}'`],
      [
        'a logout of all',
        'UNAUTHENTICATED',
        ({ admin }) => `UPDATE users SET revision = revision + 1 WHERE id = '${admin}'`,
      ],
    ];
    for (const [name, code, statement] of cases) {
      const { admin, person } = await people();
      meanwhile = () => gatehouse.sql(statement({ admin: admin.id, sid: claimsOf(admin.jwt).sid, person: person.id }));
      expect([name, (await ask(person.id, 'Ticket', admin.jwt)).code]).toEqual([name, code]);
      expect(await gatehouse.sql(`SELECT id FROM sessions WHERE actor_id = '${admin.id}'`)).toEqual([]);
    }
  });

  rule('what happens in the session names the super admin, what the user does never', async () => {
    const { admin, person, start } = await people();
    const login = await person.login();
    const { jwt, sessionId } = await start();
    const change = { currentPassword: personPassword, password: 'a longer horse' };
    await api.updateProfile(url(), { firstName: 'Augusta' }, jwt);
    await api.updateProfile(url(), { firstName: 'Ada' }, login.jwt);
    await api.changePassword(url(), change, jwt);
    await api.logout(url(), {}, jwt);
    // Both have the same user and the same reason, and are rows of their own.
    await api.logout(url(), {}, login.jwt);
    for (const token of [jwt, login.jwt, jwt]) await api.me(url(), token);

    const brief = (await eventsOf(admin.id)).map(({ action, count }) => `${action} × ${count}`);
    expect(brief.filter((text) => !text.startsWith('access')).toSorted()).toEqual([
      'impersonation_started × 1',
      'profile_changed × 1',
      'session_ended × 1',
    ]);
    expect(brief.filter((text) => text.startsWith('access')).toSorted()).toEqual([
      'access_refused × 1',
      'access_refused × 2',
    ]);
    const own = (await gatehouse.stores.audit.list({ userId: person.id, limit: 100 })).filter(
      (e) => e.actorId === null,
    );
    expect(own.map(({ action, count }) => `${action} × ${count}`).toSorted()).toEqual([
      'access_refused × 1',
      'logged_in × 1',
      'profile_changed × 1',
      'registered × 1',
      'session_ended × 1',
    ]);
    const lines = gatehouse
      .logged()
      .split('\n')
      .filter((line) => line.includes(`"actorId":"${admin.id}"`));
    // Also the line of the request that started it.
    expect(lines.map((line) => JSON.parse(line).operation)).toEqual([
      'impersonate',
      'updateProfile',
      'changePassword',
      'logout',
      'me',
      'me',
    ]);
    expect(sessionId).toBe(claimsOf(jwt).sid);
  });
});

test('/auth/verify names the super admin, and a proof of the user is never there', async () => {
  const { admin, person, start } = await people();
  const { jwt } = await start();
  const headers = { 'X-Auth-Actor-Id': 'forged' };
  const impersonated = await fetch(`${gatehouse.url}/auth/verify`, {
    headers: { ...headers, Authorization: `Bearer ${jwt}` },
  });
  const names = ['x-auth-user-id', 'x-auth-actor-id', 'x-auth-acr', 'x-auth-time'];
  expect(names.map((name) => impersonated.headers.get(name))).toEqual([person.id, admin.id, 'aal1', '0']);
  const own = (await person.login()).jwt;
  const alone = await fetch(`${gatehouse.url}/auth/verify`, {
    headers: { ...headers, Authorization: `Bearer ${own}` },
  });
  expect([alone.status, alone.headers.get('x-auth-actor-id')]).toEqual([200, '']);
  for (const requirement of ['aal2', 'max-age=300', 'max-age=999999999']) {
    const response = await fetch(`${gatehouse.url}/auth/verify`, {
      headers: { Authorization: `Bearer ${jwt}`, 'X-Gatehouse-Require': requirement },
    });
    expect([requirement, response.status]).toEqual([requirement, 401]);
  }
});

test('introspection returns the super admin, and the event of the client has no actor', async () => {
  const { admin, person, start } = await people();
  const { jwt } = await start();
  const client = await createClient(gatehouse);
  const answer = async (token: string) =>
    (await postForm(`${gatehouse.url}/oauth/introspect`, { token }, basicOf(client))).body;
  expect(await answer(jwt)).toMatchObject({ active: true, sub: person.id, act: { sub: admin.id }, auth_time: 0 });
  expect(await answer((await person.login()).jwt ?? '')).not.toHaveProperty('act');
});

describe('the session ends', () => {
  // The last super admin can be neither demoted nor disabled.
  beforeAll(() => registerSuperAdmin(gatehouse));

  /** Every instance rejects the token, and the list of the user no longer has the session. */
  async function expectEnded(jwt: string, person: Awaited<ReturnType<typeof registerPerson>>) {
    await until(async () => (await verify(jwt)).status === 401);
    expect(await statuses(jwt)).toEqual([401, 401]);
    const { jwt: own } = await person.login();
    const { sessions } = await apis[0].sessions(gatehouse.url, {}, own);
    expect(sessions?.filter(({ impersonated }) => impersonated)).toEqual([]);
    expect((await operator().get(person.id)).liveSessions).toBe(sessions?.length);
  }

  test('with the session of the super admin', async () => {
    const { admin, person, start } = await people();
    const { jwt } = await start();
    expect(await statuses(jwt)).toEqual([200, 200]);
    await apis[0].logout(gatehouse.url, {}, admin.jwt);
    await expectEnded(jwt, person);
    const [event] = (await eventsOf(admin.id)).filter(({ action }) => action === 'access_refused');
    expect(event).toMatchObject({ userId: person.id, details: { reason: 'ended session of the actor' } });
  });

  test('with all sessions of the super admin, and not with the others', async () => {
    const { admin, person, start } = await people();
    const { jwt } = await start();
    await apis[0].logout(gatehouse.url, { sessions: 'others' }, admin.jwt);
    expect(await statuses(jwt)).toEqual([200, 200]);
    await apis[0].logout(gatehouse.url, { sessions: 'all' }, admin.jwt);
    await expectEnded(jwt, person);
  });

  test('when the super admin is demoted, while the session of the super admin stays', async () => {
    const { admin, person, start } = await people();
    const { jwt } = await start();
    await access().setSuperAdmin(admin.id, false, null);
    await expectEnded(jwt, person);
    expect((await apis[0].refresh(gatehouse.url, { refreshToken: admin.refreshToken })).success).toBe(true);
  });

  test('when the user is promoted, and when the roles of the user change', async () => {
    const { person, start } = await people();
    const roles = await start();
    await access().setRoles(person.id, ['editor'], null);
    await expectEnded(roles.jwt, person);
    const again = await start();
    expect(claimsOf(again.jwt).roles).toEqual(['editor']);
    await access().setSuperAdmin(person.id, true, null);
    await expectEnded(again.jwt, person);
  });

  test('when the super admin is disabled', async () => {
    const { admin, person, start } = await people();
    const { jwt } = await start();
    await operator().disable(admin.id, null);
    await expectEnded(jwt, person);
  });

  test('when the user is disabled, and with all sessions of the user', async () => {
    const { person, start } = await people();
    const { jwt } = await start();
    await apis[0].logout(gatehouse.url, { sessions: 'all' }, (await person.login()).jwt);
    await expectEnded(jwt, person);
    const again = await start();
    await operator().disable(person.id, null);
    await until(async () => (await verify(again.jwt)).status === 401);
    expect(await statuses(again.jwt)).toEqual([401, 401]);
  });

  test('when the user ends it in the list of sessions', async () => {
    const { person, start } = await people();
    const { jwt, sessionId } = await start();
    await apis[0].revokeSession(gatehouse.url, { id: sessionId }, (await person.login()).jwt);
    await expectEnded(jwt, person);
  });

  test('not later than the session of the super admin', async () => {
    const { admin, start } = await people();
    const sid = claimsOf(admin.jwt).sid;
    const [row] = await gatehouse.sql(
      `UPDATE sessions SET expires_ts = date_trunc('second', now()) + interval '100 s' WHERE id = '${sid}' RETURNING expires_ts`,
    );
    const first = await start();
    expect(new Date(first.sessionExpiresTs)).toEqual(row?.expires_ts);
    expect(claimsOf(first.jwt).exp).toBe(new Date(first.sessionExpiresTs).getTime() / 1000);
    // A session that is not refreshed ends when it was idle for too long.
    const idleS = gatehouse.config.sessionIdleTtlS;
    const [idle] = await gatehouse.sql(`UPDATE sessions SET expires_ts = now() + interval '900 d',
      last_used_ts = now() - interval '${idleS - 50} s' WHERE id = '${sid}' RETURNING last_used_ts`);
    const second = await start();
    expect(new Date(second.sessionExpiresTs).getTime()).toBe(Number(idle?.last_used_ts) + idleS * 1000);
  });
});

test('it ends no session of the user, and does not count as one', async () => {
  const { person, start } = await people();
  const own = [await person.login(), await person.login()];
  const impersonations = [await start(), await start(), await start()];
  // The third login ends the least recently used session of the user, and no other.
  const third = await person.login();
  const tokens = [...own, ...impersonations, third].map(({ jwt }) => jwt);
  const found = await Promise.all(tokens.map(async (token) => (await verify(token)).status));
  expect(found).toEqual([401, 200, 200, 200, 200, 200]);
});

test.each(Object.entries(impersonationMails.impersonated.words).map(([locale, { title }]) => [locale, title] as const))(
  'the user gets an e-mail in %s without the name of the super admin',
  async (locale, subject) => {
    const { admin, person, start } = await people();
    await apis[0].updateProfile(gatehouse.url, { locale }, (await person.login()).jwt);
    await start();
    const mails = (await gatehouse.allMails()).filter(({ to }) => to === person.credentials.email);
    const mail = mails.find((one) => one.subject === `${subject} – Gatehouse`);
    // The other one is that of the registration.
    expect(mails).toHaveLength(2);
    expect(mail?.text).toContain('15');
    expect(`${mail?.text} ${mail?.html}`).not.toMatch(new RegExp(`Root|${admin.email}|Ticket`));
  },
);

test('with IMPERSONATION_NOTICE=false there is no e-mail', async () => {
  const quiet = await gatehouse.another({ IMPERSONATION_NOTICE: 'false' });
  const { admin, person } = await people();
  const count = async () => Number((await gatehouse.sql('SELECT count(*) AS n FROM messages'))[0]?.n);
  const before = await count();
  await impersonate(quiet, person.id, admin.jwt);
  expect(await count()).toBe(before);
});

test('a search of the audit finds what a super admin did', async () => {
  const { admin, person, start } = await people();
  await start();
  await gatehouse.services.audit.close();
  const audit = await createAuditSearch(gatehouse.config, gatehouse.stores, createLog('silent'));
  const actions = async (by: string | null, on: string | null = null) =>
    (await audit.list({ limit: 100 }, on, by)).map(({ action }) => action);
  expect(await actions(admin.email)).toEqual(['impersonation_started']);
  expect(await actions(admin.id, person.credentials.email)).toEqual(['impersonation_started']);
  expect(await actions(admin.id, admin.id)).toEqual([]);
  expect(await actions('unknown@example.com')).toEqual([]);
});

describe('an erasure', () => {
  const eraser = () => {
    const core = createBase(gatehouse.config, gatehouse.stores, createLog('silent'));
    return core.derivationKey.load().then(() => createDeletions(core).eraser);
  };
  const started = (eventId = '') =>
    gatehouse.sql(`SELECT user_id, actor_id, session_id, ip, network, user_agent, details FROM audit_events
      WHERE id = '${eventId}'`);

  test('of the super admin leaves what happened on the account of the user', async () => {
    const { admin, person, start } = await people();
    const { sessionId } = await start();
    const [event] = await gatehouse.stores.audit.list({ actorId: admin.id, limit: 1 });
    await (await eraser()).erase(admin.id);
    expect(await started(event?.id)).toEqual([
      {
        user_id: person.id,
        actor_id: null,
        session_id: sessionId,
        ip: null,
        network: null,
        user_agent: null,
        details: { statedReason: 'Ticket 4711', actorErased: true },
      },
    ]);
  });

  test('of the user leaves what the super admin did, without the words about the user', async () => {
    const { admin, person, start } = await people();
    await start();
    const [event] = await gatehouse.stores.audit.list({ actorId: admin.id, limit: 1 });
    await (await eraser()).erase(person.id);
    expect(await started(event?.id)).toEqual([
      expect.objectContaining({ user_id: null, actor_id: admin.id, session_id: null, details: {} }),
    ]);
  });
});
