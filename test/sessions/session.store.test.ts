import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { deed } from '../../src/audit/audit-event';
import type { User } from '../../src/users/user';
import { type World, worlds } from '../support/worlds';

const second = (s: number) => new Date(Date.parse('2026-11-20T12:00:00.001Z') + s * 1000);
const always = second(-1_000_000);
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
    const email = `ada.${people}@example.com`;
    const names = { firstName: 'Ada', lastName: 'Lovelace', tel: null, isSuperAdmin: false };
    const id = uuidv7();
    const user = await world.users.insert(
      { ...names, id, email, emailCanonical: email, passwordHash: 'x', createdTs: second(0) },
      deed('registered', second(0), null, {}),
    );
    if (!user) throw new Error('not inserted');
    person = user;
  });

  async function insert(at = 0, refreshTokenHash: Uint8Array<ArrayBuffer> | null = hash()) {
    const id = uuidv7();
    const given = {
      id,
      userId: person.id,
      createdTs: second(at),
      expiresTs: second(100),
      userAgent: 'agent',
      ip: '::1',
    };
    return {
      session: await world.sessions.insert(
        { ...given, refreshTokenHash },
        deed('logged_in', second(at), null, { userId: person.id, sessionId: id }),
      ),
      given,
      hash: refreshTokenHash ?? hash(),
    };
  }
  const rotate = (from: Uint8Array<ArrayBuffer>, to: Uint8Array<ArrayBuffer>, at: number, idleSince = always) =>
    world.sessions.rotate({ hash: from, successorHash: to, at: second(at), idleSince });

  const ended = () => deed('session_ended', second(10), null, { userId: person.id });

  test('opens a session and records the login, which is no change of the user', async () => {
    const { session, given } = await insert(1);
    expect(session).toEqual({ ...given, lastUsedTs: second(1) });
    expect(await world.sessions.listLive(person.id, second(2), always)).toEqual([session]);
    expect(await world.users.findById(person.id)).toEqual({ ...person, lastLoginTs: second(1) });
  });

  test('opens none and records nothing for a user who is disabled or gone', async () => {
    await world.disable(person.id);
    expect((await insert(1)).session).toBeNull();
    expect((await world.users.findById(person.id))?.lastLoginTs).toBeNull();
    expect(await world.audited(person.id)).toEqual([]);
    person = { ...person, id: uuidv7() };
    expect((await insert(1)).session).toBeNull();
  });

  test('exchanges a token once, and keeps what became of it', async () => {
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

  test('exchanges no token of a session that is revoked, over or idle, or whose user is disabled', async () => {
    const { hash: over } = await insert(0);
    expect(await rotate(over, hash(), 100)).toBeNull();
    expect(await rotate(over, hash(), 50, second(0))).toBeNull();
    const { hash: revoked, given } = await insert(0);
    await world.sessions.revoke({ userId: person.id, only: given.id }, 'logout', second(1), ended());
    expect(await rotate(revoked, hash(), 2)).toBeNull();
    expect(await world.sessions.findRefreshToken(revoked, second(2), always)).toMatchObject({ live: false });
    await world.disable(person.id);
    expect(await rotate(over, hash(), 2)).toBeNull();
    expect(await world.sessions.findRefreshToken(over, second(2), always)).toMatchObject({ live: false, usedTs: null });
  });

  test('revokes one, all but one, or all, of this user and once', async () => {
    const [a, b, c] = [await insert(0), await insert(1), await insert(2)].map(({ given }) => given.id);
    const userId = person.id;
    const revoke = async (which: object) =>
      (await world.sessions.revoke({ userId, ...which } as never, 'logout', second(10), ended())).sort();
    expect(await revoke({ only: uuidv7() })).toEqual([]);
    expect(await revoke({ only: a })).toEqual([a]);
    expect(await revoke({ only: a })).toEqual([]);
    expect(await revoke({ except: b })).toEqual([c]);
    expect(await revoke({ all: true })).toEqual([b]);
    expect(await world.sessions.isRevoked(a ?? '')).toBe(true);
    expect(await world.sessions.isRevoked(uuidv7())).toBe(true);
    expect((await world.sessions.listRevokedSince(second(10))).sort()).toEqual(
      expect.arrayContaining([a, b, c].sort()),
    );
    expect(await world.sessions.listRevokedSince(second(11))).toEqual([]);
    const events = (await world.audited(userId)).filter(({ action }) => action === 'session_ended');
    expect(events.map(({ sessionId }) => sessionId).sort()).toEqual([a, b, c].sort());
  });

  test('lists the live ones, the last used first', async () => {
    const first = await insert(0);
    const other = await insert(1);
    await rotate(first.hash, hash(), 5);
    const ids = async (at: number, idleSince = always) =>
      (await world.sessions.listLive(person.id, second(at), idleSince)).map(({ id }) => id);
    expect(await ids(6)).toEqual([first.given.id, other.given.id]);
    expect(await ids(6, second(1))).toEqual([first.given.id]);
    expect(await ids(100)).toEqual([]);
  });
});
