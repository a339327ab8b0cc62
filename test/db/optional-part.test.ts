import { withNames } from '../../src/platform/db/named-statement';
import { optional, withOptionalParts } from '../../src/platform/db/optional-part';

const [on, off] = [{ isOn: true }, { isOn: false }];
const text = `SELECT 1${optional('a', ', $1::int')}${optional('b', ', 2')}${optional('a', ', 3')} WHERE $1 = 1`;
const statement = withOptionalParts({ name: 'example', text });

test.each([
  [{ a: off, b: off }, 'example', 'SELECT 1 WHERE $1 = 1'],
  [{ a: on, b: off }, 'example_with_a', 'SELECT 1, $1::int, 3 WHERE $1 = 1'],
  [{ b: on }, 'example_with_b', 'SELECT 1, 2 WHERE $1 = 1'],
  [{ a: on, b: on, c: on }, 'example_with_a_with_b', 'SELECT 1, $1::int, 2, 3 WHERE $1 = 1'],
])('with %j, it is %s', (switches, name, expected) => {
  const variant = statement.variantFor(switches);
  expect([variant.name, variant.text.replaceAll(/\/\*.*?\*\//g, '')]).toEqual([name, expected]);
});

test('without switches, it is the one without the parts', () => {
  expect([statement.name, statement.text]).toEqual(['example', 'SELECT 1 WHERE $1 = 1']);
});

test('the parameters have the same numbers with and without the parts', () => {
  const named = withOptionalParts(withNames({ name: 'x', text: `SELECT :a${optional('p', ', :b')}, :b, :c` }));
  expect(named.text).toBe('SELECT $1, $2, $3');
  expect(named.variantFor({ p: on }).text).toMatch(/^SELECT \$1.*, \$2.*, \$2, \$3$/);
  expect(named).toMatchObject({ parameters: ['a', 'b', 'c'] });
});

test('a parameter that only an optional part has is a mistake', () => {
  const wrong = { name: 'x', text: `SELECT $12${optional('p', ', $1')}` };
  expect(() => withOptionalParts(wrong)).toThrow('x has $1 only in an optional part');
});
