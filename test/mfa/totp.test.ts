import { randomBytes } from 'node:crypto';
import { Secret, TOTP, URI } from 'otpauth';
import { codeOfStep, stepOfCode, toBase32, totp, totpUri } from '../../src/accounts/factors/totp';

/** RFC 6238, appendix B, for SHA-1. The RFC shows 8 digits. These are the last 6. */
test.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
])('the code at %i is that of the RFC', (seconds, code) => {
  expect(codeOfStep(Buffer.from('12345678901234567890'), Math.floor(seconds / totp.stepS))).toBe(code);
});

test('an independent implementation makes the same codes, at 1000 times', () => {
  for (let i = 0; i < 1000; i += 1) {
    const seed = randomBytes(totp.seedBytes);
    const timestamp = 1_700_000_000_000 + i * 86_413_777;
    const other = new TOTP({ secret: Secret.fromBase32(toBase32(seed)) });
    const code = other.generate({ timestamp });
    expect(codeOfStep(seed, Math.floor(timestamp / 30_000))).toBe(code);
    expect(stepOfCode(seed, code, new Date(timestamp))).toBe(Math.floor(timestamp / 30_000));
  }
});

test('the codes of the previous and of the next step are accepted, others are not', () => {
  const seed = randomBytes(totp.seedBytes);
  const step = 60_000_000;
  const now = new Date((step * 30 + 15) * 1000);
  const accepted = [-2, -1, 0, 1, 2].map((offset) => stepOfCode(seed, codeOfStep(seed, step + offset), now));
  expect(accepted).toEqual([null, step - 1, step, step + 1, null]);
});

test('a text of six characters that are not digits is a wrong code', () => {
  for (const code of ['é12345', '１２３４５６', 'abcdef', '12345\u0000']) {
    expect(stepOfCode(randomBytes(totp.seedBytes), code, new Date())).toBeNull();
  }
});

test('an application reads the URI', () => {
  const uri = totpUri(toBase32(Buffer.from('12345678901234567890')), 'Ada & Co', 'ada+x@example.com');
  const parsed = URI.parse(uri);
  expect(parsed).toMatchObject({ issuer: 'Ada & Co', label: 'ada+x@example.com', digits: 6, period: 30 });
  expect(parsed.generate({ timestamp: 59_000 } as never)).toBe('287082');
});
