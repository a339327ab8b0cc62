import { randomBytes } from 'node:crypto';
import { openClient } from '../../src/db/client';
import { applyMigrations } from '../../src/db/migrate';
import { DerivationKey } from '../../src/secrets/derivation-key';
import { SqlDerivationKeyStore } from '../../src/secrets/derivation-key.store';
import { createSeal, WrongSecretError } from '../../src/secrets/seal';
import { createTestDatabase, type TestDatabase } from '../support/database';

const clock = () => new Date();
const [current, next] = [randomBytes(32), randomBytes(32)];
const seal = createSeal({ current, previous: null }, 'test');

let database: TestDatabase;
let store: SqlDerivationKeyStore;
let close: () => Promise<void>;
beforeAll(async () => {
  database = await createTestDatabase();
  const client = await openClient(database.config);
  await applyMigrations(database.config, client);
  store = new SqlDerivationKeyStore(client.run);
  close = client.close;
});
afterAll(async () => {
  await close();
  await database.drop();
});

async function loaded(sealOfStore = seal): Promise<DerivationKey> {
  const key = new DerivationKey(store, sealOfStore, clock);
  await key.load();
  return key;
}

test('instances that start at the same moment derive alike, and for each purpose another', async () => {
  const keys = await Promise.all(Array.from({ length: 8 }, () => loaded()));
  expect(new Set(keys.map(({ derive }) => derive('a').toString('hex'))).size).toBe(1);
  expect(keys[0]?.derive('a')).not.toEqual(keys[0]?.derive('b'));
  expect(keys[0]?.derive('a')).toHaveLength(32);
});

test('what is derived outlives the secret it was sealed with', async () => {
  const { derive } = await loaded();
  const rotating = createSeal({ current: next, previous: current }, 'test');
  const sealed = await store.find();
  const opened = sealed && rotating.open(sealed, 'derivation key');
  if (!opened) throw new Error('it is there');
  expect(await store.reseal(sealed, rotating.close(opened, 'derivation key'))).toBe(true);
  expect(await store.reseal(sealed, sealed)).toBe(false);

  const after = await loaded(createSeal({ current: next, previous: null }, 'test'));
  expect(after.derive('a')).toEqual(derive('a'));
  await expect(loaded()).rejects.toThrow(WrongSecretError);
});

test('before it is loaded, what needs it is SERVICE_UNAVAILABLE', () => {
  const { derive } = new DerivationKey(store, seal, clock);
  expect(() => derive('a')).toThrow(expect.objectContaining({ code: 'SERVICE_UNAVAILABLE' }));
});
