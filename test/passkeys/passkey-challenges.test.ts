import { randomBytes } from 'node:crypto';
import { passkeyRejected } from '../../src/features/passkeys/authenticator-response';
import { type ChallengePurpose, PasskeyChallenges } from '../../src/features/passkeys/passkey-challenges';
import { passkeyReasons } from '../../src/features/passkeys/passkeys.reasons';
import { derivingFrom } from '../../src/platform/encryption/derivation-key';
import { AppError } from '../../src/platform/errors/app-error';

const key = randomBytes(32);
let now = new Date('2026-11-20T17:30:15.000Z');
const challenges = new PasskeyChallenges(derivingFrom(key), () => now);
const [ada, grace] = ['01a1fafd-5d47-7b3e-9a51-2f0c6f7d8e90', '01a1fafd-5d48-74fb-874f-7e0ccacee987'];
const purposes: readonly ChallengePurpose[] = [
  { for: 'login' },
  { for: 'adding', userId: ada, sessionId: grace },
  { for: 'adding', userId: grace, sessionId: ada },
  { for: 'upgrade', userId: ada, sessionId: grace },
  { for: 'second factor', userId: ada },
  { for: 'second factor', userId: grace },
];

function rejectionOf(challenge: string, purpose: ChallengePurpose = { for: 'login' }): unknown {
  try {
    challenges.check(challenge, purpose);
    return null;
  } catch (error) {
    return error instanceof AppError ? error.reason : error;
  }
}

beforeEach(() => {
  now = new Date('2026-11-20T17:30:15.000Z');
});

test('each challenge is random, and valid for its own purpose only', () => {
  const issued = purposes.map((purpose) => challenges.issue(purpose, 300));
  expect(new Set([...issued, ...purposes.map((purpose) => challenges.issue(purpose, 300))]).size).toBe(12);
  const accepted = issued.map((challenge) => purposes.map((purpose) => rejectionOf(challenge, purpose) === null));
  expect(accepted).toEqual(purposes.map((one) => purposes.map((other) => one === other)));
});

test('a challenge expires, and its end is that of its row', () => {
  const challenge = challenges.issue({ for: 'login' }, 600);
  now = new Date('2026-11-20T17:40:14.999Z');
  expect(challenges.check(challenge, { for: 'login' })).toEqual({
    purpose: { for: 'login' },
    hash: expect.any(Uint8Array),
    expiresTs: new Date('2026-11-20T17:40:15.000Z'),
  });
  now = new Date('2026-11-20T17:40:15.000Z');
  expect(rejectionOf(challenge)).toBe(passkeyReasons['expired challenge']);
});

test('every instance of an installation accepts a challenge, and no other installation does', () => {
  const challenge = challenges.issue({ for: 'login' }, 600);
  const check = (by: Buffer) => new PasskeyChallenges(derivingFrom(by), () => now).check(challenge, { for: 'login' });
  expect(check(key)).toEqual(challenges.check(challenge, { for: 'login' }));
  expect(() => check(randomBytes(32))).toThrow(passkeyRejected(passkeyReasons['unknown challenge']));
});

test('no changed byte is accepted, also not one of the expiry', () => {
  const bytes = Buffer.from(challenges.issue({ for: 'login' }, 600), 'base64url');
  for (let i = 0; i < bytes.length; i += 1) {
    const changed = Buffer.from(bytes);
    changed[i] = (changed[i] ?? 0) ^ 1;
    expect(rejectionOf(changed.toString('base64url'))).toBe(passkeyReasons['unknown challenge']);
  }
});

test.each(['', 'x', 'x'.repeat(71), 'x'.repeat(73), `${'x'.repeat(71)}=`, `${'x'.repeat(71)}+`, 'x'.repeat(72)])(
  '%j is no challenge',
  (text) => expect(rejectionOf(text)).toBe(passkeyReasons['unknown challenge']),
);

test('a challenge has one form, so that its hash is unique', () => {
  const challenge = challenges.issue({ for: 'login' }, 600);
  expect(Buffer.from(challenge, 'base64url').toString('base64url')).toBe(challenge);
  expect(challenge).toHaveLength(72);
});
