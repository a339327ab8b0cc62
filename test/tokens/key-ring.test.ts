import { createHash, randomBytes } from 'node:crypto';
import { KeyRing } from '../../src/accounts/tokens/key-ring';
import { createEncryption, WrongSecretError } from '../../src/platform/encryption/encryption';
import { createLog } from '../../src/platform/observability/log';
import { InMemorySigningKeyStore } from '../support/in-memory';

const clock = () => new Date();
const encryption = createEncryption({ current: randomBytes(32), previous: null }, 'test');
const settings = { cacheLifetimeS: 300 };
const log = createLog('silent');
const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url');

test('instances that start at the same moment on an empty store agree on one key', async () => {
  const store = new InMemorySigningKeyStore();
  const rings = Array.from({ length: 8 }, () => new KeyRing(store, encryption, settings, clock, log));
  await Promise.all(rings.map((ring) => ring.load()));

  expect(new Set(rings.map((ring) => ring.signingKey().kid)).size).toBe(1);
  expect(store.keys).toHaveLength(1);
});

test('an RS256 key is made when one is needed, and not by a start', async () => {
  const store = new InMemorySigningKeyStore();
  const rings = Array.from({ length: 4 }, () => new KeyRing(store, encryption, settings, clock, log));
  await Promise.all(rings.map((ring) => ring.load()));
  expect(store.keys.map((key) => key.publicJwk.alg)).toEqual(['ES256']);
  expect(() => rings[0]?.signingKey('RS256')).toThrow(expect.objectContaining({ code: 'SERVICE_UNAVAILABLE' }));

  const used = await Promise.all(rings.map((ring) => ring.ensureSigningKey('RS256')));
  expect(new Set(used.map(({ kid }) => kid)).size).toBe(1);
  expect(rings.map((ring) => ring.signingKey('RS256').kid)).toEqual(used.map(({ kid }) => kid));
  expect(store.keys.map((key) => [key.publicJwk.alg, key.generation])).toEqual([
    ['ES256', 1],
    ['RS256', -1],
  ]);
});

test('the first key of an algorithm signs although the clock of the instance that made it was ahead', async () => {
  const store = new InMemorySigningKeyStore();
  const ahead = new KeyRing(store, encryption, settings, () => new Date(Date.now() + 600_000), log);
  await ahead.load();
  const made = await ahead.ensureSigningKey('RS256');
  const other = new KeyRing(store, encryption, settings, clock, log);
  await other.load();
  expect(other.signingKey().kid).toBe(ahead.signingKey().kid);
  expect((await other.ensureSigningKey('RS256')).kid).toBe(made.kid);
  // A further one waits until every verifier can have fetched it.
  const next = await other.rotate({ alg: 'RS256', atOnce: false });
  expect([next?.state, other.signingKey('RS256').kid]).toEqual(['pending', made.kid]);
});

test('a key is published under its RFC 7638 thumbprint, without its private half', async () => {
  const ring = new KeyRing(new InMemorySigningKeyStore(), encryption, settings, clock, log);
  await ring.load();
  await ring.ensureSigningKey('RS256');
  const [ec, rsa] = ring.publicKeySet().keys;

  if (ec?.kty !== 'EC' || rsa?.kty !== 'RSA') throw new Error('one key of each algorithm');
  expect(Object.keys(ec).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
  expect(ec.kid).toBe(sha256(`{"crv":"P-256","kty":"EC","x":"${ec.x}","y":"${ec.y}"}`));
  expect(Object.keys(rsa).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);
  expect(rsa.kid).toBe(sha256(`{"e":"${rsa.e}","kty":"RSA","n":"${rsa.n}"}`));
  expect(Buffer.from(rsa.n, 'base64url')).toHaveLength(256);
});

test('no kid starts with a hyphen, which a command would read as an option', async () => {
  const kids = new Set<string>();
  // One in 64 thumbprints would start with `-`.
  for (let i = 0; i < 600; i++) {
    const ring = new KeyRing(new InMemorySigningKeyStore(), encryption, settings, clock, log);
    await ring.load();
    kids.add(ring.signingKey().kid);
  }
  expect(kids.size).toBe(600);
  expect([...kids].filter((kid) => kid.startsWith('-'))).toEqual([]);
});

test('a key is stored encrypted: another secret does not decrypt it, and the start says so', async () => {
  const store = new InMemorySigningKeyStore();
  await new KeyRing(store, encryption, settings, clock, log).load();

  expect(Buffer.from(store.keys[0]?.sealedPrivateKey ?? []).toString('latin1')).not.toContain(
    '\x06\x08*\x86H\xce=\x03\x01\x07',
  );
  await expect(
    new KeyRing(
      store,
      createEncryption({ current: randomBytes(32), previous: null }, 'test'),
      settings,
      clock,
      log,
    ).load(),
  ).rejects.toThrow(WrongSecretError);
});

test('before the keys are loaded, what needs them is SERVICE_UNAVAILABLE', () => {
  const ring = new KeyRing(new InMemorySigningKeyStore(), encryption, settings, clock, log);
  expect(() => ring.publicKeySet()).toThrow(expect.objectContaining({ code: 'SERVICE_UNAVAILABLE' }));
});
