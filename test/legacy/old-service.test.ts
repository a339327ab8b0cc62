import { setImmediate as turn } from 'node:timers/promises';
import { waitsWithin } from '../../src/compose/legacy';
import { legacyReasons } from '../../src/features/legacy/legacy.reasons';
import { LegacyClient } from '../../src/features/legacy/legacy-client';
import { OldService } from '../../src/features/legacy/old-service';
import { createLog } from '../../src/platform/observability/log';
import { type LegacyBehavior, type LegacyService, startLegacyService } from '../support/legacy-service';
import { stopTimers } from '../support/limits';
import { freePort } from '../support/process';
import { until } from '../support/until';

const email = 'ada@example.com';
const password = 'correct horse battery';

let legacy: LegacyService;
beforeEach(async () => {
  legacy = await startLegacyService();
  legacy.add(email, password);
});
afterEach(async () => {
  jest.useRealTimers();
  await legacy.stop();
});

function setUp({ timeoutMs = 60_000, url = legacy.url } = {}) {
  const state = { nowMs: 0 };
  const lines: string[] = [];
  const log = createLog('info', { write: (line: string) => void lines.push(JSON.parse(line).msg) });
  const oldService = new OldService(new LegacyClient(url), timeoutMs, () => new Date(state.nowMs), log);
  return { oldService, state, lines };
}

/** Holds the answers back until the returned function is called. */
function holdAnswers(): () => void {
  let open = () => {};
  legacy.released = new Promise<void>((resolve) => {
    open = resolve;
  });
  return open;
}

const unavailable = { code: 'SERVICE_UNAVAILABLE', reason: legacyReasons['no answer of the old service'] };
const codeOf = (work: Promise<unknown>) => work.then(() => 'answered').catch(({ code }) => code);

test('after five failures in a row it is not asked for ten seconds, then by one request, until it answers', async () => {
  const { oldService, state, lines } = setUp();
  legacy.behavior = 'unavailable';
  for (let i = 0; i < 5; i += 1) await expect(oldService.login(email, password)).rejects.toMatchObject(unavailable);
  expect(oldService.isPaused).toBe(true);
  await expect(oldService.login(email, password)).rejects.toMatchObject({ ...unavailable, retryAfterS: 10 });
  await expect(oldService.pretend()).rejects.toMatchObject({ ...unavailable, retryAfterS: 10 });
  expect(legacy.asked).toHaveLength(5);

  state.nowMs += 9_999;
  await expect(oldService.login(email, password)).rejects.toMatchObject({ ...unavailable, retryAfterS: 1 });
  expect(legacy.asked).toHaveLength(5);

  state.nowMs += 1;
  const open = holdAnswers();
  const trials = Array.from({ length: 10 }, () => codeOf(oldService.login(email, password)));
  await until(async () => legacy.asked.length === 6);
  open();
  expect(new Set(await Promise.all(trials))).toEqual(new Set(['SERVICE_UNAVAILABLE']));
  expect(legacy.asked).toHaveLength(6);

  legacy.behavior = 'answer';
  await expect(oldService.login(email, password)).rejects.toMatchObject({ retryAfterS: 10 });
  state.nowMs += 10_000;
  expect(await oldService.login(email, 'wrong horse battery')).toMatchObject({ success: false });
  expect(await oldService.login(email, password)).toMatchObject({ success: true });
  expect(oldService.isPaused).toBe(false);
  expect(oldService.counts).toEqual({ accepted: 1, rejected: 1, unusable: 6, not_asked: 12 });
  expect(lines).toEqual([
    expect.stringContaining('gave no usable answer'),
    expect.stringContaining('it is not asked for a while'),
    'the old service answers again',
  ]);
});

test.each<LegacyBehavior>(['too many requests', 'error', 'HTML with status 404', 'redirect', 'endless', 'reset'])(
  'an old service that runs is asked again, also if many requests end like this: %s',
  async (behavior) => {
    const { oldService } = setUp();
    legacy.behavior = behavior;
    for (let i = 0; i < 8; i += 1) await expect(oldService.login(email, password)).rejects.toMatchObject(unavailable);
    legacy.behavior = 'answer';
    expect(await oldService.login(email, password)).toMatchObject({ success: true });
  },
);

test('20 requests run at the same time, 100 wait, and further ones are rejected immediately', async () => {
  const { oldService } = setUp();
  const open = holdAnswers();
  const logins = Array.from({ length: 120 }, (_, i) => codeOf(oldService.login(`${i}@example.com`, password)));
  await expect(oldService.login(email, password)).rejects.toMatchObject({ ...unavailable, retryAfterS: 1 });
  await expect(oldService.pretend()).rejects.toMatchObject({ ...unavailable, retryAfterS: 1 });
  await until(async () => legacy.asked.length === 20);
  expect(await legacy.connections()).toBe(20);
  open();
  expect(new Set(await Promise.all(logins))).toEqual(new Set(['answered']));
  expect(legacy.asked).toHaveLength(120);
});

test('a request without an answer ends after the time limit, and its connection is closed', async () => {
  stopTimers();
  const { oldService } = setUp({ timeoutMs: 100 });
  legacy.behavior = 'hang';
  let hasEnded = false;
  const login = codeOf(oldService.login(email, password)).finally(() => {
    hasEnded = true;
  });
  await until(async () => legacy.asked.length === 1);
  jest.advanceTimersByTime(99);
  await turn();
  expect(hasEnded).toBe(false);
  jest.advanceTimersByTime(1);
  expect(await login).toBe('SERVICE_UNAVAILABLE');
  await until(async () => (await legacy.connections()) === 0);
  // An unknown address ends like the request before: late, and without an answer.
  jest.useRealTimers();
  const pretendedAt = performance.now();
  await expect(oldService.pretend()).rejects.toMatchObject(unavailable);
  expect(performance.now() - pretendedAt).toBeGreaterThan(95);
  expect(legacy.asked).toHaveLength(1);
});

test('a request that waited for a place for most of the time does not say that the old service is down', async () => {
  stopTimers();
  const { oldService } = setUp({ timeoutMs: 1000 });
  const open = holdAnswers();
  const first = Array.from({ length: 20 }, (_, i) => codeOf(oldService.login(`${i}@example.com`, password)));
  await until(async () => legacy.asked.length === 20);
  const late = Array.from({ length: 20 }, (_, i) => codeOf(oldService.login(`late${i}@example.com`, password)));
  jest.advanceTimersByTime(600);
  legacy.behavior = 'hang';
  open();
  expect(new Set(await Promise.all(first))).toEqual(new Set(['answered']));
  await until(async () => legacy.asked.length === 40);
  jest.advanceTimersByTime(400);
  expect(new Set(await Promise.all(late))).toEqual(new Set(['SERVICE_UNAVAILABLE']));
  expect(oldService.isPaused).toBe(false);
});

test('an unknown address takes the time of a recent request, and no one is asked', async () => {
  const { oldService } = setUp();
  const open = holdAnswers();
  const login = oldService.login(email, 'wrong horse battery');
  await new Promise((resolve) => setTimeout(resolve, 300));
  open();
  expect(await login).toMatchObject({ success: false });
  const startedAt = performance.now();
  await oldService.pretend();
  expect(performance.now() - startedAt).toBeGreaterThan(290);
  expect(legacy.asked).toHaveLength(1);
});

test('a login is sent again if the connection was closed before an answer, and a registration is not', async () => {
  const { oldService } = setUp();
  legacy.behavior = 'reset';
  await expect(oldService.login(email, password)).rejects.toMatchObject(unavailable);
  expect(legacy.asked).toHaveLength(2);
  const person = { email, firstName: 'Ada', lastName: 'Lovelace', password, tel: null };
  await expect(oldService.register(person)).rejects.toMatchObject(unavailable);
  expect(legacy.asked).toHaveLength(3);
});

test('nothing listens, or the certificate is not trusted', async () => {
  for (const url of [`http://127.0.0.1:${await freePort()}`, legacy.url.replace('http:', 'https:')]) {
    await expect(setUp({ url }).oldService.login(email, password)).rejects.toMatchObject(unavailable);
  }
  expect(legacy.asked).toEqual([]);
});

test('close ends the requests that run, and those that wait', async () => {
  const { oldService, lines } = setUp();
  legacy.behavior = 'hang';
  const logins = Array.from({ length: 30 }, (_, i) => codeOf(oldService.login(`${i}@example.com`, password)));
  logins.push(codeOf(oldService.pretend()));
  await until(async () => legacy.asked.length === 20);
  await oldService.close();
  expect(new Set(await Promise.all(logins))).toEqual(new Set(['SERVICE_UNAVAILABLE']));
  await expect(oldService.login(email, password)).rejects.toMatchObject(unavailable);
  expect(legacy.asked).toHaveLength(20);
  expect(lines).toEqual([]);
});

test('the waits for a slot and for the old service fit into the time limit of operations', () => {
  for (const legacyTimeoutMs of [100, 1000, 1500, 2300, 60_000]) {
    for (const hashQueueWaitMs of [0, 500, 1500, 60_000]) {
      const config = { legacyTimeoutMs, hashQueueWaitMs, legacyUrl: 'https://old.example.com' };
      const { legacyMs, queueMs } = waitsWithin(2800, config, 0);
      expect(legacyMs + queueMs).toBeLessThanOrEqual(2300);
      expect(legacyMs).toBe(Math.min(legacyTimeoutMs, 2300));
      expect(queueMs).toBe(Math.min(hashQueueWaitMs, 2300 - legacyMs));
      const withHook = waitsWithin(2800, config, 1000);
      expect(withHook.legacyMs + withHook.queueMs).toBeLessThanOrEqual(1300);
      expect(waitsWithin(2800, { ...config, legacyUrl: null }, 0).queueMs).toBe(hashQueueWaitMs);
    }
  }
});
