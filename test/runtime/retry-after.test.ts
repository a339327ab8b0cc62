import { retryAfterOf } from '../../src/platform/runtime/retry-after';

const date = 'Sat, 28 Nov 2026 10:00:00 GMT';
const of = (headers: Record<string, string>) => retryAfterOf({ headers: new Headers(headers) });

test.each([
  ['0', 1],
  ['7', 7],
  ['99999999999', 60],
  ['Sat, 28 Nov 2026 10:00:20 GMT', 20],
  ['Sat, 28 Nov 2026 11:00:00 GMT', 60],
  ['Sat, 28 Nov 2026 09:00:00 GMT', 1],
])('%s asks for %p s', (retryAfter, seconds) => {
  expect(of({ 'Retry-After': retryAfter, Date: date })).toBe(seconds);
});

test.each(['', 'soon', '1e3 s', 'NaN', 'Infinity', '-5', '1.5', '2026-11-28'])(
  '"%s" asks for nothing',
  (retryAfter) => {
    expect(of({ 'Retry-After': retryAfter, Date: date })).toBeNull();
  },
);

test('a date asks for nothing without the time of the answer, because the clocks can differ', () => {
  expect(of({ 'Retry-After': date })).toBeNull();
});
