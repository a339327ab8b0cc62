import { nextAttempt } from '../../src/platform/messages/retry-delay';

const start = new Date('2026-11-22T10:00:00.000Z');
const after = (seconds: number) => new Date(start.getTime() + seconds * 1000);

/** Returns the seconds of all attempts of a mail that always fails. */
function attemptsUntil(endS: number, random: () => number): number[] {
  const seconds = [0];
  let now = start;
  for (let attempt = 1; ; attempt += 1) {
    const next = nextAttempt(attempt, now, after(endS), random());
    if (!next) return seconds;
    expect(next.getTime()).toBeGreaterThan(now.getTime());
    now = next;
    seconds.push(Math.round((now.getTime() - start.getTime()) / 1000));
  }
}

test('the pauses grow, and a mail without an early end is tried for days', () => {
  expect(attemptsUntil(86_400, () => 0.5).slice(0, 6)).toEqual([0, 10, 70, 370, 2170, 9370]);
  expect(attemptsUntil(3 * 86_400, () => 0.5).at(-1)).toBeGreaterThan(2.9 * 86_400);
});

test('a mail with a link is tried until shortly before the end of the link, and never after it', () => {
  for (const random of [() => 0, () => 0.5, () => 1, Math.random]) {
    const seconds = attemptsUntil(1800, random);
    expect(seconds.length).toBeGreaterThan(6);
    expect(seconds.length).toBeLessThan(20);
    expect(seconds.at(-1)).toBeGreaterThan(1800 - 90);
    expect(seconds.at(-1)).toBeLessThanOrEqual(1800);
  }
});

test('mails that failed together are not tried together', () => {
  const next = new Set(Array.from({ length: 100 }, () => nextAttempt(2, start, after(86_400))?.getTime()));
  expect(next.size).toBeGreaterThan(90);
  for (const time of next) expect(Math.abs((time ?? 0) - after(60).getTime())).toBeLessThanOrEqual(12_000);
});

test('after the end of the link there is no attempt', () => {
  expect(nextAttempt(1, start, start)).toBeNull();
  expect(nextAttempt(1, start, after(5), 0.5)).toBeNull();
});
