import { isUuid, uuidv5, uuidv7 } from '../../src/platform/runtime/uuid';

test('a UUIDv7 begins with its time, as in the test vector of RFC 9562', () => {
  // Appendix A.6: Tuesday, February 22, 2022 2:22:22.00 PM GMT-05:00.
  const id = uuidv7(new Date('2022-02-22T14:22:22-05:00'));
  expect(id).toMatch(/^017f22e2-79b0-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(isUuid(id)).toBe(true);
  expect(uuidv7(new Date(1))).toMatch(/^00000000-0001-7/);
});

test('without a time, a UUIDv7 has the current one', () => {
  const before = Date.now();
  const ms = Number.parseInt(uuidv7().replaceAll('-', '').slice(0, 12), 16);
  expect(ms).toBeGreaterThanOrEqual(before);
  expect(ms).toBeLessThanOrEqual(Date.now());
});

test('UUIDs of one millisecond are different and in the order in which they were made', () => {
  for (let round = 0; round < 20; round++) {
    const at = new Date(Date.UTC(2026, 0, 1) + round);
    const ids = Array.from({ length: 10_000 }, () => uuidv7(at));
    expect(ids.toSorted()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
  }
});

test('each millisecond begins at another random number, so two processes do not make the same UUIDs', () => {
  const randomOf = (id: string) => [id.slice(15, 23), id.slice(24)];
  const ids = Array.from({ length: 50 }, (_, i) => uuidv7(new Date(i)));
  for (const part of [0, 1]) expect(new Set(ids.map((id) => randomOf(id)[part])).size).toBeGreaterThan(45);
});

test('a UUIDv5 is that of the test vector of RFC 9562', () => {
  // Appendix A.4, in the namespace of DNS names.
  expect(uuidv5('www.example.com', '6ba7b810-9dad-11d1-80b4-00c04fd430c8')).toBe(
    '2ed6657d-e927-568b-95e1-2665a8aea6a2',
  );
});
