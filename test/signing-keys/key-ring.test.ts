import { createHash, randomBytes } from 'node:crypto';
import { createLog } from '../../src/log';
import { KeyRing, WrongSecretError } from '../../src/signing-keys/key-ring';
import { createSeal } from '../../src/signing-keys/seal';
import { InMemorySigningKeyStore } from '../support/in-memory';

const clock = () => new Date();
const seal = createSeal(randomBytes(32), 'test');
const settings = { cacheLifetimeS: 300, accessTokenTtlS: 3600 };
const log = createLog('silent');

test('instances that start at the same moment on an empty store agree on one key', async () => {
  const store = new InMemorySigningKeyStore();
  const rings = Array.from({ length: 8 }, () => new KeyRing(store, seal, settings, clock, log));
  await Promise.all(rings.map((ring) => ring.load()));

  expect(new Set(rings.map((ring) => ring.signingKey().kid)).size).toBe(1);
  expect(store.keys).toHaveLength(1);
});

test('a key is published under its RFC 7638 thumbprint, without its private half', async () => {
  const ring = new KeyRing(new InMemorySigningKeyStore(), seal, settings, clock, log);
  await ring.load();
  const [jwk] = ring.publicKeySet().keys;

  expect(Object.keys(jwk ?? {}).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
  const members = `{"crv":"P-256","kty":"EC","x":"${jwk?.x}","y":"${jwk?.y}"}`;
  expect(jwk?.kid).toBe(createHash('sha256').update(members).digest('base64url'));
});

test('a key is stored sealed: another secret does not open it, and the start says so', async () => {
  const store = new InMemorySigningKeyStore();
  await new KeyRing(store, seal, settings, clock, log).load();

  expect(Buffer.from(store.keys[0]?.sealedPrivateKey ?? []).toString('latin1')).not.toContain(
    '\x06\x08*\x86H\xce=\x03\x01\x07',
  );
  await expect(new KeyRing(store, createSeal(randomBytes(32), 'test'), settings, clock, log).load()).rejects.toThrow(
    WrongSecretError,
  );
});

test('before the keys are loaded, what needs them is SERVICE_UNAVAILABLE', () => {
  const ring = new KeyRing(new InMemorySigningKeyStore(), seal, settings, clock, log);
  expect(() => ring.publicKeySet()).toThrow(expect.objectContaining({ code: 'SERVICE_UNAVAILABLE' }));
});

describe('a seal', () => {
  const sealed = seal.close(Buffer.from('secret'), 'kid-1');

  test('opens with its secret and context', () => expect(seal.open(sealed, 'kid-1')?.toString()).toBe('secret'));
  test('does not open in another context', () => expect(seal.open(sealed, 'kid-2')).toBeNull());
  test('does not open for another purpose', () => {
    const secret = randomBytes(32);
    expect(createSeal(secret, 'b').open(createSeal(secret, 'a').close(Buffer.from('x'), ''), '')).toBeNull();
  });
  test('does not open with any bit changed', () => {
    for (let i = 0; i < sealed.length; i++) {
      const changed = Uint8Array.from(sealed);
      changed[i] = (changed[i] ?? 0) ^ 1;
      expect(seal.open(changed, 'kid-1')).toBeNull();
    }
  });
  test('does not open when cut short', () => {
    for (let n = 0; n < sealed.length; n++) expect(seal.open(sealed.subarray(0, n), 'kid-1')).toBeNull();
  });
});
