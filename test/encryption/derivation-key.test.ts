import { randomBytes } from 'node:crypto';
import { DerivationKey } from '../../src/platform/encryption/derivation-key';
import { DerivationKeyStore } from '../../src/platform/encryption/derivation-key.store';
import { createEncryption, WrongSecretError } from '../../src/platform/encryption/encryption';
import { createMigratedDatabase, type TestDatabase } from '../support/database';

const clock = () => new Date();
const [current, next] = [randomBytes(32), randomBytes(32)];
const encryption = createEncryption({ current, previous: null }, 'test');

let database: TestDatabase;
let store: DerivationKeyStore;
let close: () => Promise<void>;
beforeEach(async () => {
  database = await createMigratedDatabase();
  const client = await database.open();
  store = new DerivationKeyStore(client);
  close = client.close;
});
afterEach(async () => {
  await close();
  await database.drop();
});

async function loaded(encryptionOfStore = encryption): Promise<DerivationKey> {
  const key = new DerivationKey(store, encryptionOfStore, clock);
  await key.load();
  return key;
}

test('instances that start at the same time derive the same keys, another one for each purpose', async () => {
  const keys = await Promise.all(Array.from({ length: 8 }, () => loaded()));
  expect(new Set(keys.map(({ derive }) => derive('a').toString('hex'))).size).toBe(1);
  expect(keys[0]?.derive('a')).not.toEqual(keys[0]?.derive('b'));
  expect(keys[0]?.derive('a')).toHaveLength(32);
});

test('derived keys outlive the secret that the derivation key was encrypted with', async () => {
  const { derive } = await loaded();
  const rotating = createEncryption({ current: next, previous: current }, 'test');
  const encrypted = await store.find();
  const decrypted = encrypted && rotating.decrypt(encrypted, 'derivation key');
  if (!decrypted) throw new Error('it is there');
  expect(await store.reencrypt(encrypted, rotating.encrypt(decrypted, 'derivation key'))).toBe(true);
  expect(await store.reencrypt(encrypted, encrypted)).toBe(false);

  const after = await loaded(createEncryption({ current: next, previous: null }, 'test'));
  expect(after.derive('a')).toEqual(derive('a'));
  await expect(loaded()).rejects.toThrow(WrongSecretError);
});

test('before it is loaded, what needs it is SERVICE_UNAVAILABLE', () => {
  const { derive } = new DerivationKey(store, encryption, clock);
  expect(() => derive('a')).toThrow(expect.objectContaining({ code: 'SERVICE_UNAVAILABLE' }));
});
