import { randomBytes } from 'node:crypto';
import type { Passkey } from '../../src/accounts/factors/passkey';
import type { BatchStep } from '../../src/platform/jobs/clean-up-step';
import { spentChallengeCleanUp } from '../../src/platform/one-time-tokens/spent-challenge-clean-up';
import { uuidv7 } from '../../src/platform/runtime/uuid';
import { restApi } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';

let gatehouse: Gatehouse;
let userId: string;
let otherId: string;
const now = new Date('2026-11-20T17:30:15.123Z');
const bytes = (length: number) => Uint8Array.from(randomBytes(length));

beforeAll(async () => {
  gatehouse = await startGatehouse();
  const register = async (email: string) => {
    const account = { email, firstName: 'Ada', lastName: 'Lovelace', password: 'correct horse battery' };
    return String((await restApi.register(gatehouse.url, account)).user?.id);
  };
  [userId, otherId] = [await register('ada@example.com'), await register('grace@example.com')];
});
afterAll(() => gatehouse.stop());
beforeEach(() => gatehouse.sql('DELETE FROM passkeys'));

const newPasskey = (changes: Partial<Passkey> = {}): Passkey => ({
  id: uuidv7(),
  credentialId: bytes(32),
  userId,
  publicKey: bytes(77),
  signCount: 4_294_967_295,
  transports: ['hybrid', 'internal'],
  aaguid: 'd548826e-79b4-db40-a3d8-11116f7e8349',
  deviceType: 'singleDevice',
  backedUp: false,
  automatic: false,
  name: 'Phone',
  createdTs: now,
  lastUsedTs: null,
  ...changes,
});

test('a passkey is found as it was inserted, by its credential id and by its user', async () => {
  const { passkeys } = gatehouse.stores;
  const [first, second] = [newPasskey(), newPasskey({ credentialId: bytes(1023), transports: [] })];
  expect([await passkeys.insert(first), await passkeys.insert(second)]).toEqual([true, true]);
  expect(await passkeys.findByCredentialId(first.credentialId)).toEqual(first);
  expect(await passkeys.findByCredentialId(bytes(32))).toBeNull();
  expect(await passkeys.list(userId)).toEqual([first, second]);
  expect(await passkeys.list(otherId)).toEqual([]);
  expect(await passkeys.count(userId)).toBe(2);
});

test('a credential id belongs to one account', async () => {
  const { passkeys } = gatehouse.stores;
  const passkey = newPasskey();
  expect(await passkeys.insert(passkey)).toBe(true);
  expect(await passkeys.insert(newPasskey({ credentialId: passkey.credentialId, userId: otherId }))).toBe(false);
  expect(await passkeys.findByCredentialId(passkey.credentialId)).toEqual(passkey);
});

test('each use increases the count, also of 20 uses with decreasing counts at the same time', async () => {
  const { passkeys } = gatehouse.stores;
  const passkey = newPasskey({ signCount: 10 });
  await passkeys.insert(passkey);
  const use = (signCount: number) => passkeys.use({ id: passkey.id, signCount, backedUp: true, at: now });
  expect(await use(9)).toBe(false);
  expect(await use(10)).toBe(false);
  const twice = await Promise.all([use(11), use(11)]);
  expect(twice.filter(Boolean)).toHaveLength(1);
  await Promise.all(Array.from({ length: 20 }, (_, i) => use(30 - i)));
  expect(await passkeys.findByCredentialId(passkey.credentialId)).toMatchObject({
    signCount: 30,
    backedUp: true,
    lastUsedTs: now,
  });
});

test('a passkey that does not count stays at 0', async () => {
  const { passkeys } = gatehouse.stores;
  const passkey = newPasskey({ signCount: 0 });
  await passkeys.insert(passkey);
  const use = () => passkeys.use({ id: passkey.id, signCount: 0, backedUp: true, at: now });
  expect([await use(), await use()]).toEqual([true, true]);
});

test('a passkey that can be synchronized may have any count', async () => {
  const { passkeys } = gatehouse.stores;
  const passkey = newPasskey({ deviceType: 'multiDevice', signCount: 10 });
  await passkeys.insert(passkey);
  expect(await passkeys.use({ id: passkey.id, signCount: 0, backedUp: true, at: now })).toBe(true);
  expect(await passkeys.findByCredentialId(passkey.credentialId)).toMatchObject({ signCount: 0 });
});

test('only its user renames and removes a passkey, and a removed one is not used', async () => {
  const { passkeys } = gatehouse.stores;
  const passkey = newPasskey();
  await passkeys.insert(passkey);
  expect(await passkeys.rename(otherId, passkey.id, 'Mine')).toBeNull();
  expect(await passkeys.rename(userId, passkey.id, 'Mine')).toEqual({ ...passkey, name: 'Mine' });
  expect([await passkeys.remove(otherId, passkey.id), await passkeys.remove(userId, passkey.id)]).toEqual([
    false,
    true,
  ]);
  expect(await passkeys.use({ id: passkey.id, signCount: 4_294_967_295, backedUp: true, at: now })).toBe(false);
});

test('a challenge is inserted once, also by transactions at the same time', async () => {
  const { spentChallenges, transaction } = gatehouse.stores;
  const [hash, expiresTs] = [bytes(32), now];
  const spent = await Promise.all(
    Array.from({ length: 20 }, () => transaction(null, (tx) => tx.spentChallenges.insert(hash, expiresTs))),
  );
  expect(spent.filter(Boolean)).toHaveLength(1);
  expect(await spentChallenges.insert(hash, expiresTs)).toBe(false);
});

test('a challenge of a transaction that fails can be used again', async () => {
  const { spentChallenges, transaction } = gatehouse.stores;
  const hash = bytes(32);
  const failing = transaction(null, async (tx) => {
    await tx.spentChallenges.insert(hash, now);
    throw new Error('the session cannot be opened');
  });
  await expect(failing).rejects.toThrow('the session cannot be opened');
  expect(await spentChallenges.insert(hash, now)).toBe(true);
});

test('the clean-up removes the challenges that expired first, and no others', async () => {
  const { spentChallenges, sql } = gatehouse.stores;
  const [removal] = spentChallengeCleanUp as [BatchStep];
  const remove = async (atMost: number) => (await sql(removal.statement, [before, atMost])).length;
  await gatehouse.sql('DELETE FROM spent_challenges');
  for (const minute of [3, 1, 2]) {
    await spentChallenges.insert(bytes(32), new Date(now.getTime() + minute * 60_000));
  }
  const before = new Date(now.getTime() + 3 * 60_000);
  expect(await remove(1)).toBe(1);
  expect(await remove(10)).toBe(1);
  expect(await remove(10)).toBe(0);
  expect(await gatehouse.sql('SELECT expires_ts FROM spent_challenges')).toHaveLength(1);
});
