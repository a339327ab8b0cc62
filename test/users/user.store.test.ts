import { openClient } from '../../src/db/client';
import { applyMigrations } from '../../src/db/migrate';
import { PrismaUserStore, type UserStore } from '../../src/users/user.store';
import { createTestDatabase } from '../support/database';
import { InMemoryUserStore } from '../support/in-memory';

/** The contract of a user store, for the one in memory as well, because rules are tested on it. */
const createdTs = new Date('2026-11-20T17:30:15.123Z');
let people = 0;
const newUser = () => {
  people += 1;
  const email = `Ada.${people}@Example.com`;
  return {
    email,
    emailCanonical: email.toLowerCase(),
    passwordHash: 'hash',
    firstName: 'Ada',
    lastName: 'Lovelace',
    tel: null,
    createdTs,
  };
};

const stores: [
  string,
  () => Promise<{ store: UserStore; disable(id: string): Promise<void>; close(): Promise<void> }>,
][] = [
  [
    'in memory',
    async () => {
      const store = new InMemoryUserStore();
      const disable = async (id: string) => {
        for (const row of store.rows.values()) if (row.user.id === id) row.user.disabled = true;
      };
      return { store, disable, close: async () => {} };
    },
  ],
  [
    'in the database',
    async () => {
      const database = await createTestDatabase();
      const client = await openClient(database.config);
      await applyMigrations(database.config, client);
      return {
        store: new PrismaUserStore(client.prisma, client.run),
        disable: async (id) => void (await client.query(`UPDATE users SET disabled = true WHERE id = '${id}'`)),
        close: async () => {
          await client.close();
          await database.drop();
        },
      };
    },
  ],
];

describe.each(stores)('a user store %s', (_name, open) => {
  let world: Awaited<ReturnType<typeof open>>;
  beforeAll(async () => {
    world = await open();
  });
  afterAll(() => world.close());

  async function insert() {
    const given = newUser();
    const user = await world.store.insert(given);
    if (!user) throw new Error('not inserted');
    return { given, user };
  }

  test('keeps a user as it was inserted, and its hash apart', async () => {
    const { given, user } = await insert();
    expect(await world.store.findById(user.id)).toEqual(user);
    expect(await world.store.findCredentials(given.emailCanonical)).toEqual({ user, passwordHash: 'hash' });
    expect(user).toMatchObject({ email: given.email, createdTs, disabled: false, updatedTs: null, lastLoginTs: null });
    expect(JSON.stringify(user)).not.toContain('hash');
  });

  test('has one user to an address', async () => {
    const { given } = await insert();
    expect(await world.store.insert(given)).toBeNull();
  });

  test('replaces a hash only if it is still the stored one, and only that of its user', async () => {
    const { given, user } = await insert();
    const other = await insert();
    const hashOf = async (canonical: string) => (await world.store.findCredentials(canonical))?.passwordHash;
    await world.store.upgradePasswordHash(user.id, 'another', 'new');
    expect(await hashOf(given.emailCanonical)).toBe('hash');
    await world.store.upgradePasswordHash(user.id, 'hash', 'new');
    expect(await hashOf(given.emailCanonical)).toBe('new');
    expect(await hashOf(other.given.emailCanonical)).toBe('hash');
  });
});
