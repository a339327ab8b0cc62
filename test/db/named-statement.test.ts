import { valuesOf, withNames } from '../../src/platform/db/named-statement';

interface Parameters {
  id: string;
  now: Date;
}
const text = 'UPDATE t SET ts = :now::timestamptz WHERE id = :id::uuid AND ts < :now';

test('each name has one number, and a cast is none', () => {
  const statement = withNames<Parameters>({ name: 'example', text });
  expect(statement.text).toBe('UPDATE t SET ts = $1::timestamptz WHERE id = $2::uuid AND ts < $1');
  const now = new Date();
  expect(valuesOf(statement, { id: 'a', now })).toEqual([now, 'a']);
});

test('a name without a value is no null', () => {
  const statement = withNames<Parameters>({ name: 'example', text });
  expect(() => valuesOf(statement, { id: 'a' } as Parameters)).toThrow('example needs now');
});
