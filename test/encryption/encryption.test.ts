import { randomBytes } from 'node:crypto';
import { createEncryption } from '../../src/platform/encryption/encryption';

const [old, current, other] = [randomBytes(32), randomBytes(32), randomBytes(32)];
const encryption = createEncryption({ current, previous: null }, 'test');
const encrypted = encryption.encrypt(Buffer.from('secret'), 'kid-1');

test('decrypts with its secret and context', () =>
  expect(encryption.decrypt(encrypted, 'kid-1')?.toString()).toBe('secret'));
test('does not decrypt in another context', () => expect(encryption.decrypt(encrypted, 'kid-2')).toBeNull());
test('does not decrypt with another secret', () => {
  expect(createEncryption({ current: other, previous: old }, 'test').decrypt(encrypted, 'kid-1')).toBeNull();
});
test('does not decrypt for another purpose', () => {
  expect(createEncryption({ current, previous: null }, 'b').decrypt(encrypted, 'kid-1')).toBeNull();
});
test('does not decrypt with any bit changed', () => {
  for (let i = 0; i < encrypted.length; i++) {
    const changed = Uint8Array.from(encrypted);
    changed[i] = (changed[i] ?? 0) ^ 1;
    expect(encryption.decrypt(changed, 'kid-1')).toBeNull();
  }
});
test('does not decrypt truncated data', () => {
  for (let n = 0; n < encrypted.length; n++) expect(encryption.decrypt(encrypted.subarray(0, n), 'kid-1')).toBeNull();
});

test('decrypts with the previous secret, and encrypts with the current one', () => {
  const before = createEncryption({ current: old, previous: null }, 'test');
  const rotating = createEncryption({ current, previous: old }, 'test');
  const closedBefore = before.encrypt(Buffer.from('secret'), 'kid-1');
  expect(rotating.decrypt(closedBefore, 'kid-1')?.toString()).toBe('secret');
  expect(rotating.isCurrent(closedBefore, 'kid-1')).toBe(false);

  const closedSince = rotating.encrypt(Buffer.from('secret'), 'kid-1');
  expect(rotating.isCurrent(closedSince, 'kid-1')).toBe(true);
  expect(encryption.decrypt(closedSince, 'kid-1')?.toString()).toBe('secret');
  expect(before.decrypt(closedSince, 'kid-1')).toBeNull();
});
