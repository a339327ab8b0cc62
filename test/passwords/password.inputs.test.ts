import { loginInputOf } from '../../src/accounts/auth/auth.inputs';
import { AppError } from '../../src/platform/errors/app-error';
import { parseInput } from '../../src/platform/request/input-parser';

function problemsOf(password: string): unknown {
  try {
    parseInput(loginInputOf('specification'), { email: 'ada@example.com', password });
    return [];
  } catch (error) {
    return error instanceof AppError ? error.fields : error;
  }
}
const tooLong = [{ field: 'password', msg: 'must have at most 256 characters', rule: 'too_long' }];

/** One code point in NFC, and four in NFD: α with three marks. */
const longest = '\u1f82';

test.each([
  ['composed', longest],
  ['decomposed', longest.normalize('NFD')],
  ['of supplementary characters', '\u{1f511}'],
])('a password has at most 256 characters in NFC (%s)', (_form, character) => {
  expect(problemsOf(character.repeat(256))).toEqual([]);
  expect(problemsOf(character.repeat(257))).toEqual(tooLong);
});

test('no more than four code points become one in NFC, in all of Unicode', () => {
  const lengths = Array.from(
    { length: 0x110000 },
    (_, code) => [...String.fromCodePoint(code).normalize('NFD')].length,
  );
  expect(lengths.reduce((a, b) => Math.max(a, b))).toBe(4);
});
