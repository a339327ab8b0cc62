import { createHash, randomBytes } from 'node:crypto';
import { KeyRing } from '../../src/features/tokens/key-ring';
import { createEncryption, WrongSecretError } from '../../src/platform/encryption/encryption';
import { createLog } from '../../src/platform/observability/log';
import { InMemorySigningKeyStore } from '../support/in-memory';

const clock = () => new Date();
const encryption = createEncryption({ current: randomBytes(32), previous: null }, 'test');
const settings = { cacheLifetimeS: 300 };
const log = createLog('silent');

test('instances that start at the same moment on an empty store agree on one key', async () => {
  const store = new InMemorySigningKeyStore();
  const rings = Array.from({ length: 8 }, () => new KeyRing(store, encryption, settings, clock, log));
  await Promise.all(rings.map((ring) => ring.load()));

  expect(new Set(rings.map((ring) => ring.signingKey().kid)).size).toBe(1);
  expect(store.keys).toHaveLength(1);
});

test('a key is published under its RFC 7638 thumbprint, without its private half', async () => {
  const ring = new KeyRing(new InMemorySigningKeyStore(), encryption, settings, clock, log);
  await ring.load();
  const [jwk] = ring.publicKeySet().keys;

  expect(Object.keys(jwk ?? {}).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
  const members = `{"crv":"P-256","kty":"EC","x":"${jwk?.x}","y":"${jwk?.y}"}`;
  expect(jwk?.kid).toBe(createHash('sha256').update(members).digest('base64url'));
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
