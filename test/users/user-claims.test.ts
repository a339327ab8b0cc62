import { problemOfClaims } from '../../src/accounts/users/user-claims';
import { parseUserClaims } from '../../src/accounts/users/user-claims.inputs';

const levels = (depth: number): object => (depth === 1 ? { a: 1 } : { a: levels(depth - 1) });
const text = (bytes: number) => ({ a: 'x'.repeat(bytes - '{"a":""}'.length) });

test.each<[string, unknown]>([
  ['nothing', {}],
  ['each type', { a: 'x', b: 1.5, c: true, d: null, e: [1, [2]], f: { g: 'h' } }],
  ['a name that is a URL', { 'https://example.com/org': 'ä 🎉' }],
  ['1 kB', text(1024)],
  ['four levels', levels(4)],
])('claims can be %s', (_name, claims) => {
  expect(parseUserClaims(claims)).toEqual(claims);
});

const names = 'must have names that are not blank and have no control characters';
test.each<[string, unknown, string]>([
  ['a text', 'a', 'must be a JSON object'],
  ['a list', [1], 'must be a JSON object'],
  ['null', null, 'must be a JSON object'],
  ['more than 1 kB', text(1025), 'must be at most 1 kB as JSON'],
  ['more than 1 kB in UTF-8', { a: 'ä'.repeat(600) }, 'must be at most 1 kB as JSON'],
  ['five levels', levels(5), 'must not be nested deeper than 4 levels'],
  ['five levels of lists', { a: [[[[1]]]] }, 'must not be nested deeper than 4 levels'],
  [
    'thousands of levels',
    { a: JSON.parse('['.repeat(9000) + ']'.repeat(9000)) },
    'must not be nested deeper than 4 levels',
  ],
  ['a blank name', { a: { ' ': 1 } }, names],
  ['an empty name', { '': 1 }, names],
  ['a control character in a name', { 'a\n': 1 }, names],
  ['a nested prototype', JSON.parse('{"a": {"__proto__": {"b": 1}}}'), names],
  ['a NUL, which the database cannot store', { a: ['\0'] }, 'must have no control characters'],
  ['a lone surrogate', { a: '\ud800' }, 'must have no control characters'],
  ['a number beyond JSON', { a: JSON.parse('1e999') }, 'must have no number beyond the range of JSON'],
])('claims cannot be %s', (_name, claims, msg) => {
  expect(() => parseUserClaims(claims)).toThrow(
    expect.objectContaining({ code: 'VALIDATION_FAILED', fields: [{ field: 'claims', msg }] }),
  );
});

test('a prototype at the top is no claim', () => {
  const sent = JSON.parse('{"__proto__": {"a": 1}, "b": 2}');
  expect(problemOfClaims(sent)).toBe(names);
  expect(Object.keys(parseUserClaims(sent))).toEqual(['b']);
});
