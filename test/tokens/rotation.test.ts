import { randomBytes } from 'node:crypto';
import { KeyRing } from '../../src/accounts/tokens/key-ring';
import { createEncryption } from '../../src/platform/encryption/encryption';
import { createLog } from '../../src/platform/observability/log';
import { InMemorySigningKeyStore } from '../support/in-memory';

async function setUp() {
  const time = { now: Date.parse('2026-11-20T12:00:00Z') };
  const store = new InMemorySigningKeyStore();
  const encryption = createEncryption({ current: randomBytes(32), previous: null }, 'test');
  const settings = { cacheLifetimeS: 300 };
  const clock = () => new Date(time.now);
  const open = async () => {
    const ring = new KeyRing(store, encryption, settings, clock, createLog('silent'));
    await ring.load();
    return ring;
  };
  const wait = (s: number) => {
    time.now += s * 1000;
  };
  return { ring: await open(), open, wait };
}

const published = (ring: KeyRing) => ring.publicKeySet().keys.map((key) => key.kid);
const states = (ring: KeyRing) => ring.list().map((key) => key.state);

test('a new key is published immediately and signs after more than a cache lifetime', async () => {
  const { ring, wait } = await setUp();
  const first = ring.signingKey().kid;
  const second = (await ring.rotate({ atOnce: false }))?.kid ?? '';

  expect(published(ring)).toEqual([second, first]);
  wait(300);
  expect(ring.signingKey().kid).toBe(first);
  wait(10);
  expect(ring.signingKey().kid).toBe(second);
  expect(states(ring)).toEqual(['signing', 'verifying']);
});

test('the old key stays until the last token that it can have signed has expired, regardless of JWT_TTL at that time', async () => {
  const { ring, wait } = await setUp();
  const first = ring.signingKey().kid;
  await ring.rotate({ atOnce: false });
  wait(310 + 86_399);
  expect(published(ring)).toContain(first);
  expect(ring.publicKey(first)).not.toBeNull();
  wait(1);
  expect(published(ring)).not.toContain(first);
  expect(ring.publicKey(first)).toBeNull();
  expect(states(ring)).toEqual(['signing', 'expired']);
});

test('a key that is no longer trusted is replaced and revoked immediately', async () => {
  const { ring } = await setUp();
  const first = ring.signingKey().kid;
  expect(await ring.revoke(first)).toBe('signing');
  const second = await ring.rotate({ atOnce: true });
  expect(ring.signingKey().kid).toBe(second?.kid);
  expect(await ring.revoke(first)).toBe('revoked');
  expect(ring.publicKey(first)).toBeNull();
  expect(await ring.revoke(first)).toBe('unknown');
  expect(await ring.revoke('nonsense')).toBe('unknown');
});

test('of two concurrent rotations one succeeds', async () => {
  const { ring, open } = await setUp();
  const other = await open();
  const added = await Promise.all([ring.rotate({ atOnce: false }), other.rotate({ atOnce: false })]);
  expect(added.filter((key) => key !== null)).toHaveLength(1);
  await ring.load();
  await other.load();
  expect(published(ring)).toEqual(published(other));
});

test('a pending key can be revoked before it signs', async () => {
  const { ring, wait } = await setUp();
  const first = ring.signingKey().kid;
  const second = (await ring.rotate({ atOnce: false }))?.kid ?? '';
  expect(await ring.revoke(second)).toBe('revoked');
  wait(1000);
  expect(ring.signingKey().kid).toBe(first);
});

test('each algorithm rotates by itself', async () => {
  const { ring, wait, open } = await setUp();
  const ec = ring.signingKey().kid;
  const first = (await ring.ensureSigningKey('RS256')).kid;
  const second = (await ring.rotate({ alg: 'RS256', atOnce: false }))?.kid ?? '';
  const listed = () => ring.list().map(({ kid, state }) => [kid, state]);
  expect(listed()).toEqual([
    [ec, 'signing'],
    [second, 'pending'],
    [first, 'signing'],
  ]);
  wait(310);
  expect([ring.signingKey().kid, ring.signingKey('RS256').kid]).toEqual([ec, second]);
  expect([ring.publicKey(ec), ring.publicKey(first, 'RS256')]).not.toContain(null);
  expect([ring.publicKey(ec, 'RS256'), ring.publicKey(first)]).toEqual([null, null]);
  wait(86_400);
  await ring.rotate({ atOnce: true });
  expect(ring.list().map(({ alg, state }) => [alg, state])).toEqual([
    ['ES256', 'signing'],
    ['ES256', 'verifying'],
    ['RS256', 'signing'],
    ['RS256', 'expired'],
  ]);
  expect((await open()).list()).toEqual(ring.list());
});

test('the first key of an algorithm signs at once', async () => {
  const { ring } = await setUp();
  expect(await ring.rotate({ alg: 'RS256', atOnce: false })).toMatchObject({ alg: 'RS256', state: 'signing' });
});
