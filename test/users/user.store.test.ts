import type { NewUser } from '../../src/accounts/users/user.store';
import { userActions } from '../../src/accounts/users/users.audit';
import { successEvent } from '../../src/platform/audit/audit-event';
import { uuidv7 } from '../../src/platform/runtime/uuid';
import { newUser } from '../support/new-user';
import { type World, worlds } from '../support/worlds';

const createdTs = new Date('2026-11-20T17:30:15.123Z');
let people = 0;
const nextUser = () => {
  people += 1;
  return newUser({ email: `Ada.${people}@Example.com`, createdTs });
};

const registered = (userId: string) => successEvent(userActions.registered, createdTs, null, { userId });

describe.each(worlds)('a user store %s', (_name, open) => {
  let world: World;
  beforeAll(async () => {
    world = await open();
  });
  afterAll(() => world.close());

  async function insert(differing: Partial<NewUser> = {}) {
    const given = { ...nextUser(), ...differing };
    const user = await world.users.insert(given, registered(given.id));
    if (!user) throw new Error('not inserted');
    return { given, user };
  }

  test('keeps a user as it was inserted, and its hash apart', async () => {
    const { given, user } = await insert();
    expect(await world.users.findById(user.id)).toEqual(user);
    expect(await world.users.findByIds([uuidv7(), user.id, user.id])).toContainEqual(user);
    expect(await world.users.findByIds([uuidv7()])).toEqual([]);
    expect(await world.users.findByEmail(given.emailCanonical)).toEqual(user);
    expect(await world.users.findByEmail('unknown@example.com')).toBeNull();
    expect(await world.users.findCredentials(given.emailCanonical)).toEqual({
      user,
      emailCanonical: given.emailCanonical,
      passwordHash: 'hash',
      emailProved: false,
      passwordResetTs: null,
      twoStep: false,
      revision: 0,
      factors: [],
    });
    expect(user).toMatchObject({ email: given.email, createdTs, disabled: false, updatedTs: null, lastLoginTs: null });
    expect(JSON.stringify(user)).not.toContain('hash');
    expect(await world.audited(user.id)).toEqual([{ action: 'registered', sessionId: null }]);
  });

  test('has at most one user for an address', async () => {
    const { given } = await insert();
    const other = { ...given, id: uuidv7() };
    expect(await world.users.insert(other, registered(other.id))).toBeNull();
    expect(await world.audited(other.id)).toEqual([]);
  });

  test('replaces a hash only if it is still the stored one, and only that of its user', async () => {
    const { given, user } = await insert();
    const other = await insert();
    const hashOf = async (canonical: string) => (await world.users.findCredentials(canonical))?.passwordHash;
    expect(await world.users.upgradePasswordHash(user.id, 'another', 'new')).toBe(false);
    expect(await hashOf(given.emailCanonical)).toBe('hash');
    expect(await world.users.upgradePasswordHash(user.id, 'hash', 'new')).toBe(true);
    expect(await hashOf(given.emailCanonical)).toBe('new');
    expect(await hashOf(other.given.emailCanonical)).toBe('hash');
  });

  test('is searched by a part of the name or the address, literally and case-insensitively', async () => {
    const all = { disabled: null, isSuperAdmin: null, limit: 10 };
    const later = new Date(createdTs.getTime() + 1000);
    const { user: grace } = await insert({ firstName: 'Grace', lastName: 'Hopper', isSuperAdmin: true });
    const { user: kay } = await insert({ firstName: 'Kay', lastName: '100%_Hopper', createdTs: later });
    const found = async (text: string | null, filter = {}) =>
      (await world.users.search({ ...all, text, ...filter })).map(({ id }) => id);

    expect(await found('hopper')).toEqual([kay.id, grace.id]);
    expect(await found('GRACE hop')).toEqual([grace.id]);
    expect(await found(kay.email.toUpperCase())).toEqual([kay.id]);
    expect(await found('%')).toEqual([kay.id]);
    expect(await found('_')).toEqual([kay.id]);
    expect(await found('unknown')).toEqual([]);
    expect([await found('ho'), await found('op'), await found('GR')]).toEqual([[grace.id], [], [grace.id]]);
    expect(await found('hopper', { limit: 1 })).toEqual([kay.id]);
    expect(await found(null, { isSuperAdmin: true })).toEqual([grace.id]);
    await world.disable(kay.id);
    expect(await found(null, { disabled: true })).toEqual([kay.id]);
    expect(await found('hopper', { disabled: false })).toEqual([grace.id]);
  });

  test('enables a disabled account once', async () => {
    const { user } = await insert();
    const at = new Date('2026-11-21T00:00:00.000Z');
    const enable = (id = user.id) => world.users.enable(id, at);
    expect(await enable()).toBe(false);
    await world.disable(user.id);
    expect(await Promise.all([enable(), enable()])).toEqual(expect.arrayContaining([true, false]));
    expect(await world.users.findById(user.id)).toEqual({ ...user, disabled: false, updatedTs: at });
    expect(await enable(uuidv7())).toBe(false);
  });
});
