import { randomBytes } from 'node:crypto';
import { createSeal } from '../../src/secrets/seal';

const [old, current, other] = [randomBytes(32), randomBytes(32), randomBytes(32)];
const seal = createSeal({ current, previous: null }, 'test');
const sealed = seal.close(Buffer.from('secret'), 'kid-1');

test('opens with its secret and context', () => expect(seal.open(sealed, 'kid-1')?.toString()).toBe('secret'));
test('does not open in another context', () => expect(seal.open(sealed, 'kid-2')).toBeNull());
test('does not open with another secret', () => {
  expect(createSeal({ current: other, previous: old }, 'test').open(sealed, 'kid-1')).toBeNull();
});
test('does not open for another purpose', () => {
  expect(createSeal({ current, previous: null }, 'b').open(sealed, 'kid-1')).toBeNull();
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

test('opens with the previous secret what that has closed, and closes with the current one', () => {
  const before = createSeal({ current: old, previous: null }, 'test');
  const rotating = createSeal({ current, previous: old }, 'test');
  const closedBefore = before.close(Buffer.from('secret'), 'kid-1');
  expect(rotating.open(closedBefore, 'kid-1')?.toString()).toBe('secret');
  expect(rotating.isCurrent(closedBefore, 'kid-1')).toBe(false);

  const closedSince = rotating.close(Buffer.from('secret'), 'kid-1');
  expect(rotating.isCurrent(closedSince, 'kid-1')).toBe(true);
  expect(seal.open(closedSince, 'kid-1')?.toString()).toBe('secret');
  expect(before.open(closedSince, 'kid-1')).toBeNull();
});
