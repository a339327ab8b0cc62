import { parseEmailAddress } from '../../src/platform/request/email-address';

test.each([
  ['ada@example.com', 'ada@example.com'],
  ['ADA@EXAMPLE.COM', 'ada@example.com'],
  ['\t ada@example.com\r\n', 'ada@example.com'],
  ["o'neil+tag=1@mail.example.com", "o'neil+tag=1@mail.example.com"],
  [`${' \t'.repeat(8000)}ada@example.com${'\r\n'.repeat(8000)}`, 'ada@example.com'],
  ['ada?=x=@example.com', 'ada?=x=@example.com'],
  ['..@example.com', '..@example.com'],
  ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
  ['ada@BÜCHER.example', 'ada@xn--bcher-kva.example'],
  ['ada@FA\u1e9e.example', 'ada@xn--fa-hia.example'],
  ['ada@fa\u00df.example', 'ada@xn--fa-hia.example'],
  ['ada@bu\u0308cher.example', 'ada@xn--bcher-kva.example'],
  ['ada@XN--BCHER-KVA.example', 'ada@xn--bcher-kva.example'],
  ['ada@例え。テスト', 'ada@xn--r8jz45g.xn--zckzah'],
  [`${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`],
])('%j has the canonical form %s', (text, canonical) => {
  expect(parseEmailAddress(text)?.canonical).toBe(canonical);
});

test('the address is kept as given but for the white space around it', () => {
  expect(parseEmailAddress('  Ada@Bücher.Example ')?.given).toBe('Ada@Bücher.Example');
});

test.each([
  '\u00a0ada@example.com',
  'ada@example.com\u2003',
  'a\u0430da@example.com',
  'ada@exam_ple.com',
  'ada@example.c0m.123',
  'ada @example.com',
  '=?utf-8?q?eve=40evil.example=3e?=@example.com',
  'ada=?x?=@example.com',
  ' \t ',
])('%j is rejected', (text) => expect(parseEmailAddress(text)).toBeNull());

test('an address has at most 254 characters', () => {
  const ofLength = (n: number) =>
    `ada@${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(n - 187 - 4)}.com`;
  expect(ofLength(254)).toHaveLength(254);
  expect(parseEmailAddress(ofLength(254))).not.toBeNull();
  expect(parseEmailAddress(ofLength(255))).toBeNull();
});

test('an address that is too long only in its canonical form is rejected', () => {
  expect(parseEmailAddress(`ada@${'ü.'.repeat(60)}example.com`)).toBeNull();
});
