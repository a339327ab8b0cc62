import '../../src/compose/features';
import { randomBytes } from 'node:crypto';
import { authEnds } from '../../src/accounts/auth/auth.reasons';
import type { Session, SessionOfUser } from '../../src/accounts/sessions/session';
import type { AccountRevocationRequest, SessionGuard } from '../../src/accounts/sessions/session.store';
import { sessionActions } from '../../src/accounts/sessions/sessions.audit';
import { sessionEnds } from '../../src/accounts/sessions/sessions.reasons';
import { byPassword } from '../../src/accounts/tokens/authentication';
import type { User } from '../../src/accounts/users/user';
import { userActions } from '../../src/accounts/users/users.audit';
import { successEvent } from '../../src/platform/audit/audit-event';
import { uuidv7 } from '../../src/platform/runtime/uuid';
import { newUser } from '../support/new-user';
import { type World, worlds } from '../support/worlds';

const second = (s: number) => new Date(Date.parse('2026-11-20T12:00:00.001Z') + s * 1000);
const always = second(-1_000_000);
const whole = { first: 100, after: null };
const hash = () => Uint8Array.from(randomBytes(32));

describe.each(worlds)('a session store %s', (_name, open) => {
  let world: World;
  let person: User;
  let people = 0;
  beforeAll(async () => {
    world = await open();
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    people += 1;
    const user = await world.users.insert(
      newUser({ email: `ada.${people}@example.com`, passwordHash: 'x', createdTs: second(0) }),
      successEvent(userActions.registered, second(0), null, {}),
    );
    if (!user) throw new Error('not inserted');
    person = user;
  });

  /** The session without the roles of its user. */
  const alone = (session: SessionOfUser | null) => session && { ...session, roles: undefined };
  const isRevoked = async (id: string) => (await world.sessions.revocationOf(id)).isRevoked;

  const anyAccount: SessionGuard = { passwordHash: null, factors: null, twoStep: null };

  async function insert(at = 0, { refreshTokenHash = hash(), atMost = 100, guard = anyAccount } = {}) {
    const id = uuidv7();
    const given = {
      id,
      userId: person.id,
      createdTs: second(at),
      expiresTs: second(100),
      userAgent: 'agent',
      ip: '::1',
      authentication: byPassword,
    };
    const loggedIn = successEvent(sessionActions.logged_in, second(at), null, { userId: person.id, sessionId: id });
    const opened = await world.sessions.insert({ ...given, refreshTokenHash, guard }, loggedIn, {
      atMost,
      audit: ended(),
    });
    return {
      session: opened?.session ?? null,
      ended: opened?.ended ?? [],
      given,
      hash: refreshTokenHash,
    };
  }
  const rotate = (from: Uint8Array<ArrayBuffer>, to: Uint8Array<ArrayBuffer>, at: number, idleSince = always) =>
    world.sessions.rotate({ hash: from, successorHash: to, at: second(at), idleSince, client: null });

  const ended = () => successEvent(sessionActions.session_ended, second(10), null, { userId: person.id });

  test('opens a session and records the login, which is no change of the user', async () => {
    const { session, given } = await insert(1);
    const { authentication, ...others } = given;
    const times = { authTs: second(1), lastUsedTs: second(1) };
    const ofLogin = { actor: null, client: null, originSessionId: null };
    expect(session).toEqual({ ...others, ...authentication, ...times, revision: 0, ...ofLogin, roles: [] });
    expect(await world.sessions.listLive(person.id, second(2), always, whole)).toEqual([alone(session)]);
    expect(await world.users.findById(person.id)).toEqual({ ...person, lastLoginTs: second(1) });
  });

  test('opens none and records nothing for a disabled or deleted user', async () => {
    await world.disable(person.id);
    expect((await insert(1)).session).toBeNull();
    expect((await world.users.findById(person.id))?.lastLoginTs).toBeNull();
    expect(await world.audited(person.id)).toEqual([]);
    person = { ...person, id: uuidv7() };
    expect((await insert(1)).session).toBeNull();
  });

  test('exchanges a token once, and remembers its use', async () => {
    const { session, hash: first } = await insert(0);
    const next = hash();
    expect(await rotate(first, next, 5)).toEqual({ ...session, lastUsedTs: second(5) });
    expect(await rotate(first, hash(), 6)).toBeNull();
    expect(await world.sessions.findRefreshToken(first, second(6), always)).toMatchObject({
      usedTs: second(5),
      live: true,
    });
    expect(await world.sessions.findRefreshToken(next, second(6), always)).toMatchObject({ usedTs: null, live: true });
    expect(await world.sessions.findRefreshToken(hash(), second(6), always)).toBeNull();
  });

  test('steps a live session up, and no other', async () => {
    const { session, hash: first } = await insert(0);
    const { session: other } = await insert(0);
    const id = session?.id ?? '';
    const stronger = { acr: 'aal2', amr: ['pwd', 'otp', 'mfa'] } as const;
    const stepUp = (userId: string, at: number, idleSince = always) =>
      world.sessions.stepUp(
        { userId, id },
        { authentication: stronger, authTs: second(at), at: second(at), idleSince },
      );
    expect(await stepUp(uuidv7(), 5)).toBeNull();
    expect(await stepUp(person.id, 100)).toBeNull();
    expect(await stepUp(person.id, 50, second(0))).toBeNull();
    expect(await world.sessions.findById(id)).toEqual(alone(session));
    const raised = { ...session, ...stronger, authTs: second(5) };
    expect(await stepUp(person.id, 5)).toEqual(raised);
    expect(await world.sessions.findById(id)).toEqual({ ...raised, roles: undefined });
    expect(await world.sessions.findById(other?.id ?? '')).toEqual(alone(other));
    expect(await rotate(first, hash(), 7)).toEqual({ ...raised, lastUsedTs: second(7) });
    await world.sessions.revoke({ userId: person.id, id }, authEnds.logout, second(8), ended());
    expect(await stepUp(person.id, 9)).toBeNull();
  });

  test('steps up no session of a disabled user, or of sessions that ended together', async () => {
    const { session } = await insert(0);
    const which = { userId: person.id, id: session?.id ?? '' };
    const again = { authentication: byPassword, authTs: second(5), at: second(5), idleSince: always };
    await revokeAll();
    expect(await world.sessions.stepUp(which, again)).toBeNull();
    const { session: next } = await insert(0);
    await world.disable(person.id);
    expect(await world.sessions.stepUp({ ...which, id: next?.id ?? '' }, again)).toBeNull();
  });

  test('opens a session only while the account has what the login has verified', async () => {
    expect((await insert(1, { guard: { passwordHash: 'another', factors: null, twoStep: null } })).session).toBeNull();
    expect((await insert(1, { guard: { passwordHash: 'x', factors: ['totp'], twoStep: null } })).session).toBeNull();
    expect((await insert(1, { guard: { passwordHash: 'x', factors: [], twoStep: true } })).session).toBeNull();
    expect((await insert(1, { guard: { passwordHash: 'x', factors: [], twoStep: false } })).session).not.toBeNull();
  });

  test('exchanges no token of a session that is revoked, over or idle, or whose user is disabled', async () => {
    const { hash: over } = await insert(0);
    expect(await rotate(over, hash(), 100)).toBeNull();
    expect(await rotate(over, hash(), 50, second(0))).toBeNull();
    const { hash: revoked, given } = await insert(0);
    await world.sessions.revoke({ userId: person.id, id: given.id }, authEnds.logout, second(1), ended());
    expect(await rotate(revoked, hash(), 2)).toBeNull();
    expect(await world.sessions.findRefreshToken(revoked, second(2), always)).toMatchObject({ live: false });
    await world.disable(person.id);
    expect(await rotate(over, hash(), 2)).toBeNull();
    expect(await world.sessions.findRefreshToken(over, second(2), always)).toMatchObject({ live: false, usedTs: null });
  });

  const revokeAll = (changes: Partial<AccountRevocationRequest> = {}) =>
    world.sessions.revokeAll({
      userId: person.id,
      endsKeys: false,
      keysAudit: ended(),
      exceptSessionId: null,
      disable: false,
      reason: authEnds.logout,
      at: second(10),
      audit: ended(),
      disabledAudit: successEvent(userActions.user_disabled, second(10), null, { userId: person.id }),
      ...changes,
    });
  const ids = async () => (await world.sessions.listLive(person.id, second(10), always, whole)).map(({ id }) => id);

  test('revokes one session of its user, once', async () => {
    const [a, b] = [await insert(0), await insert(1)].map(({ given }) => given.id);
    const revoke = (id = '', userId = person.id) =>
      world.sessions.revoke({ userId, id }, authEnds.logout, second(10), ended());
    expect(await revoke(uuidv7())).toBe(false);
    expect(await revoke(a, uuidv7())).toBe(false);
    expect(await revoke(a)).toBe(true);
    expect(await revoke(a)).toBe(false);
    expect(await ids()).toEqual([b]);
    expect(await isRevoked(a ?? '')).toBe(true);
    expect(await isRevoked(b ?? '')).toBe(false);
    expect(await isRevoked(uuidv7())).toBe(true);
    expect(await world.sessions.listRevokedSince(second(10))).toContain(a);
    const revokedLater = await world.sessions.listRevokedSince(second(11));
    expect(revokedLater.filter((id) => id === a || id === b)).toEqual([]);
    expect((await world.audited(person.id)).at(-1)).toEqual({ action: 'session_ended', sessionId: a });
  });

  test('revokes all sessions of an account, or all but one, with their refresh tokens', async () => {
    const [a, b, c] = [await insert(0), await insert(1), await insert(2)];
    expect(await revokeAll({ userId: uuidv7() })).toBeNull();
    expect(await revokeAll({ exceptSessionId: uuidv7() })).toBeNull();
    const { userId, id: exceptSessionId } = { userId: person.id, id: b.given.id };
    expect(await revokeAll({ exceptSessionId })).toEqual({
      ...{ userId, exceptSessionId, revision: 1, tokensRevision: 0 },
      ...{ ended: 2, disabled: false, keysEnded: 0 },
    });
    expect(await ids()).toEqual([b.given.id]);
    expect(await world.sessions.countLive(person.id, second(10), always)).toBe(1);
    expect(await Promise.all([a, b, c].map(({ given }) => isRevoked(given.id)))).toEqual([...[true, false, true]]);
    // An ended session cannot be kept.
    expect(await revokeAll({ exceptSessionId: a.given.id })).toBeNull();
    expect(await rotate(a.hash, hash(), 11)).toBeNull();
    expect(await world.sessions.findRefreshToken(a.hash, second(11), always)).toMatchObject({ live: false });
    expect(await rotate(b.hash, hash(), 11)).toMatchObject({ id: b.given.id, revision: 1 });

    const { session: later } = await insert(12);
    expect(later).toMatchObject({ revision: 1 });
    expect(await revokeAll({ at: second(20) })).toMatchObject({ revision: 2, ended: 2, exceptSessionId: null });
    expect(await revokeAll({ at: second(30) })).toMatchObject({ revision: 3, ended: 0 });
    expect(await ids()).toEqual([]);
    const since = await world.sessions.listAccountRevocationsSince(second(30));
    expect(since).toContainEqual({ userId, revision: 3, exceptSessionId: null, tokensRevision: 0 });
    expect(await world.sessions.listAccountRevocationsSince(second(31))).toEqual([]);
    const events = (await world.audited(userId)).filter(({ action }) => action === 'session_ended');
    expect(events).toEqual(Array(2).fill({ action: 'session_ended', sessionId: null }));
  });

  test('disables an account with its sessions, and an enabled one opens others', async () => {
    const { given } = await insert(0);
    const request = { disable: true, reason: sessionEnds.user_disabled };
    expect(await revokeAll(request)).toMatchObject({ ended: 1, disabled: true });
    expect((await insert(11)).session).toBeNull();
    expect(await revokeAll(request)).toMatchObject({ ended: 0, disabled: false });
    expect(await world.users.enable(person.id, second(12))).toBe(true);
    expect(await isRevoked(given.id)).toBe(true);
    expect((await insert(13)).session).toMatchObject({ revision: 2 });
    const actions = (await world.audited(person.id)).map(({ action }) => action);
    expect(actions.filter((action) => action === 'user_disabled')).toHaveLength(1);
  });

  test('one session too many ends the least recently used; far too many end a few at a time', async () => {
    const [a, b, c] = [await insert(0), await insert(1), await insert(2)];
    await rotate(a.hash, hash(), 5);
    const { ended: dropped, given: d } = await insert(6, { atMost: 3 });
    expect(dropped).toEqual([b.given.id]);
    expect(await ids()).toEqual([d.id, a.given.id, c.given.id]);
    expect(await isRevoked(b.given.id)).toBe(true);
    expect((await world.audited(person.id)).filter(({ action }) => action === 'session_ended')).toEqual([
      { action: 'session_ended', sessionId: b.given.id },
    ]);
    expect((await insert(7, { atMost: 1 })).ended.sort()).toEqual([a.given.id, c.given.id, d.id].sort());
    expect(await ids()).toHaveLength(1);
  });

  test('lists the live ones, the last used first', async () => {
    const first = await insert(0);
    const other = await insert(1);
    await rotate(first.hash, hash(), 5);
    const ids = async (at: number, idleSince = always) =>
      (await world.sessions.listLive(person.id, second(at), idleSince, whole)).map(({ id }) => id);
    expect(await ids(6)).toEqual([first.given.id, other.given.id]);
    expect(await ids(6, second(1))).toEqual([first.given.id]);
    expect(await ids(100)).toEqual([]);
  });

  test('lists them page by page, each once, also those of one moment', async () => {
    const opened = [];
    for (const at of [0, 1, 1, 1, 2, 3]) opened.push((await insert(at)).given.id);
    const all = await world.sessions.listLive(person.id, second(4), always, whole);
    expect(all.map(({ id }) => id).sort()).toEqual(opened.sort());
    const listed: Session[] = [];
    for (let after: Session | null = null; ; after = listed.at(-1) ?? null) {
      const page = await world.sessions.listLive(person.id, second(4), always, { first: 2, after });
      listed.push(...page.slice(0, 2));
      // The store returns one more session than requested if there is a next page.
      if (page.length <= 2) break;
    }
    expect(listed).toEqual(all);
    const [last] = listed.slice(-1);
    expect(await world.sessions.listLive(person.id, second(4), always, { first: 2, after: last ?? null })).toEqual([]);
  });

  test('finds one by its id, live or not', async () => {
    const { session, given } = await insert(0);
    expect(await world.sessions.findById(given.id)).toEqual(alone(session));
    await world.sessions.revoke({ userId: person.id, id: given.id }, authEnds.logout, second(1), ended());
    expect((await world.sessions.findById(given.id))?.id).toBe(given.id);
    expect(await world.sessions.findById(uuidv7())).toBeNull();
  });
});
