import { typedCode } from '../../src/platform/request/typed-code';

test.each([
  ['123456', '123456'],
  ['１２３４５６', '123456'],
  ['٠١٢٣٤٥', '012345'],
  ['۴۵۶۷۸۹', '456789'],
  ['०९९०१२', '099012'],
  ['𝟗𝟎𝟏𝟐𝟑𝟒', '901234'],
  [' 123 456\n', '123456'],
  ['123\u00a0456', '123456'],
  ['\u200f123\u200b456\u2069', '123456'],
  ['123-456', '123456'],
  ['１２３－４５６', '123456'],
  ['ＡＢ１２', 'AB12'],
])('%s is %s', (text, code) => expect(typedCode(text)).toBe(code));

test.each(['12345⑥x', '一二三四五六', '12345½', 'Ⅵ'])('%s has no six digits', (text) => {
  expect(typedCode(text)).not.toMatch(/^\d{6}$/);
});

test('each digit of Unicode has its value', () => {
  const values = Array.from({ length: 0x11_0000 }, (_, point) => point)
    .filter((point) => point < 0xd800 || point > 0xdfff)
    .map((point) => String.fromCodePoint(point))
    .filter((char) => /\p{Nd}/u.test(char))
    .map(typedCode);
  expect(values.join('')).toBe('0123456789'.repeat(values.length / 10));
});
