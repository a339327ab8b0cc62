import { SeenValues } from '../../src/features/imports/seen-values';

test('every value is found with its line, in tables that grow', () => {
  const seen = new SeenValues();
  for (let i = 1; i <= 20_000; i += 1) seen.add(`value ${i}`, i);
  const lines = Array.from({ length: 20_000 }, (_, i) => seen.find(`value ${i + 1}`));
  expect(lines).toEqual(Array.from({ length: 20_000 }, (_, i) => i + 1));
  expect(seen.find('another value')).toBeNull();
});

test('the newest values are remembered, and old ones are forgotten', () => {
  const seen = new SeenValues(10);
  for (let i = 1; i <= 25; i += 1) seen.add(`value ${i}`, i);
  const known = Array.from({ length: 25 }, (_, i) => i + 1).filter((i) => seen.find(`value ${i}`) === i);
  expect(known).toEqual([11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25]);
});
