import { Activity } from '../../src/features/admin-installation/activity';
import { AppError } from '../../src/platform/errors/app-error';

const hourMs = 3_600_000;
const startMs = Date.parse('2026-11-20T17:00:00.000Z');
const none = { registrations: 0, logins: 0, failedLogins: 0, limited: 0, hasMore: false };
const times = { waitMs: hourMs, keptMs: 0, settledAfterMs: 600_000 };

/** A store that returns the number of its statements as the number of logins, and a clock that tests move. */
function world(beforeCount: (since: Date) => Promise<void> = async () => {}) {
  const clock = { nowMs: startMs };
  const asked: string[] = [];
  const store = {
    async count(since: Date, before: Date) {
      expect(before.getTime() - since.getTime()).toBe(hourMs);
      asked.push(since.toISOString().slice(11, 16));
      await beforeCount(since);
      return { ...none, logins: asked.length };
    },
  };
  const activity = (changes: Partial<typeof times> = {}) =>
    new Activity(store, () => new Date(clock.nowMs), { ...times, ...changes });
  return { clock, asked, activity };
}

test('counts 24 hours, and later only the hours that can have changed', async () => {
  const { clock, asked, activity } = world();
  const counted = activity();
  const hours = await counted.hours();
  expect(hours.map(({ startTs }) => startTs.getTime())).toEqual(
    Array.from({ length: 24 }, (_, i) => startMs - (23 - i) * hourMs),
  );
  expect(asked.slice(0, 3)).toEqual(['17:00', '16:00', '15:00']);
  expect(asked).toHaveLength(24);

  // The hour before ended a moment ago: a rejection can still be on its way to the database.
  const later = await counted.hours();
  expect(asked.slice(24)).toEqual(['17:00', '16:00']);
  expect(later.at(-1)?.logins).toBe(25);
  expect(later.slice(0, -2)).toEqual(hours.slice(0, -2));

  clock.nowMs = startMs + times.settledAfterMs;
  await counted.hours();
  await counted.hours();
  expect(asked.slice(26)).toEqual(['17:00', '16:00', '17:00']);

  // In the next hour, the oldest one is no longer shown.
  clock.nowMs = startMs + hourMs;
  const next = await counted.hours();
  expect(next).toHaveLength(24);
  expect(next[0]?.startTs.getTime()).toBe(startMs - 22 * hourMs);
});

test('callers share one run, and its counts for a while', async () => {
  const { asked, activity } = world();
  const counted = activity({ keptMs: hourMs });
  await Promise.all([counted.hours(), counted.hours()]);
  await counted.hours();
  expect(asked).toHaveLength(24);
});

test('after the clock was ahead, every hour is counted again', async () => {
  const { clock, asked, activity } = world();
  const counted = activity();
  clock.nowMs = startMs + 2 * hourMs;
  await counted.hours();
  clock.nowMs = startMs + hourMs - 1;
  const hours = await counted.hours();
  expect(hours).toHaveLength(24);
  expect(hours.at(-1)?.startTs.getTime()).toBe(startMs);
  expect(asked).toHaveLength(48);
});

test('a caller gets the hours that were counted in time, and the run continues', async () => {
  let go = () => {};
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  const { activity } = world(async (since) => {
    if (since.getTime() === startMs - 2 * hourMs) await held;
  });
  const counted = activity({ waitMs: 1 });
  let hours = await counted.hours();
  while (hours.length < 2) hours = await counted.hours();
  expect(hours.map(({ startTs }) => startTs.getTime())).toEqual([startMs - hourMs, startMs]);
  go();
  while (hours.length < 24) hours = await counted.hours();
});

test('an hour that cannot be counted is missing, and is tried again', async () => {
  let failing = startMs - 2 * hourMs;
  const { activity, asked } = world(async (since) => {
    if (since.getTime() === failing) throw new AppError('SERVICE_UNAVAILABLE');
  });
  const counted = activity();
  const hours = await counted.hours();
  expect(hours).toHaveLength(23);
  expect(hours.map(({ startTs }) => startTs.getTime())).not.toContain(failing);
  failing = 0;
  expect(await counted.hours()).toHaveLength(24);
  expect(asked.slice(24)).toEqual(['17:00', '16:00', '15:00']);
});

test('after an error of all hours, the next caller counts again', async () => {
  let isAway = true;
  const { activity, asked } = world(async () => {
    if (isAway) throw new AppError('SERVICE_UNAVAILABLE');
  });
  const counted = activity({ keptMs: hourMs });
  await expect(counted.hours()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  expect(asked).toHaveLength(3);
  isAway = false;
  expect(await counted.hours()).toHaveLength(24);
});

test('an error after the wait of all callers does not end the process', async () => {
  let fail = (_: Error) => {};
  const { activity, asked } = world(
    () =>
      new Promise((_, reject) => {
        fail = reject;
      }),
  );
  expect(await activity({ waitMs: 1 }).hours()).toEqual([]);
  for (const failed of [1, 2, 3]) {
    expect(asked).toHaveLength(failed);
    fail(new Error('late'));
    await new Promise((resolve) => setImmediate(resolve));
  }
  // An unhandled rejection would end the process here.
  await new Promise((resolve) => setImmediate(resolve));
});
