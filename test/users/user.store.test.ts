import { v7 as uuidv7 } from 'uuid';
import { deed } from '../../src/audit/audit-event';
import { type World, worlds } from '../support/worlds';

const createdTs = new Date('2026-11-20T17:30:15.123Z');
let people = 0;
const newUser = () => {
  people += 1;
  const email = `Ada.${people}@Example.com`;
  return {
    id: uuidv7(),
    email,
    emailCanonical: email.toLowerCase(),
    passwordHash: 'hash',
    firstName: 'Ada',
    lastName: 'Lovelace',
    tel: null,
    createdTs,
  };
};

const registered = (userId: string) => deed('registered', createdTs, null, { userId });

describe.each(worlds)('a user store %s', (_name, open) => {
  let world: World;
  beforeAll(async () => {
    world = await open();
  });
  afterAll(() => world.close());

  async function insert() {
    const given = newUser();
    const user = await world.users.insert(given, registered(given.id));
    if (!user) throw new Error('not inserted');
    return { given, user };
  }

  test('keeps a user as it was inserted, and its hash apart', async () => {
    const { given, user } = await insert();
    expect(await world.users.findById(user.id)).toEqual(user);
    expect(await world.users.findCredentials(given.emailCanonical)).toEqual({ user, passwordHash: 'hash' });
    expect(user).toMatchObject({ email: given.email, createdTs, disabled: false, updatedTs: null, lastLoginTs: null });
    expect(JSON.stringify(user)).not.toContain('hash');
    expect(await world.audited(user.id)).toEqual([{ action: 'registered', sessionId: null }]);
  });

  test('has one user to an address', async () => {
    const { given } = await insert();
    const other = { ...given, id: uuidv7() };
    expect(await world.users.insert(other, registered(other.id))).toBeNull();
    expect(await world.audited(other.id)).toEqual([]);
  });

  test('replaces a hash only if it is still the stored one, and only that of its user', async () => {
    const { given, user } = await insert();
    const other = await insert();
    const hashOf = async (canonical: string) => (await world.users.findCredentials(canonical))?.passwordHash;
    await world.users.upgradePasswordHash(user.id, 'another', 'new');
    expect(await hashOf(given.emailCanonical)).toBe('hash');
    await world.users.upgradePasswordHash(user.id, 'hash', 'new');
    expect(await hashOf(given.emailCanonical)).toBe('new');
    expect(await hashOf(other.given.emailCanonical)).toBe('hash');
  });
});
