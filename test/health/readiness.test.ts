import { AppError } from '../../src/platform/errors/app-error';
import { Readiness } from '../../src/platform/health/readiness';
import { createLog } from '../../src/platform/observability/log';
import { postJson } from '../support/apis';
import { startGatehouse } from '../support/gatehouse';

async function setUp() {
  let now = 0;
  let asked = 0;
  const waiting: { resolve(): void; reject(error: Error): void }[] = [];
  const ping = () => {
    asked += 1;
    return new Promise<void>((resolve, reject) => waiting.push({ resolve, reject }));
  };
  const readiness = new Readiness([], ping, createLog('silent'), () => now);
  await readiness.prepare(new AbortController().signal);
  return {
    readiness,
    asked: () => asked,
    answer: () => waiting.shift()?.resolve(),
    fail: () => waiting.shift()?.reject(new AppError('SERVICE_UNAVAILABLE')),
    pass(ms: number) {
      now += ms;
    },
  };
}

test('checks at the same time share one answer of the database, which is reused for a second', async () => {
  const { readiness, asked, answer, pass } = await setUp();
  const first = [readiness.check(), readiness.check()];
  pass(5000);
  first.push(readiness.check());
  answer();
  await Promise.all(first);
  pass(999);
  await readiness.check();
  expect(asked()).toBe(1);
  pass(1);
  const next = readiness.check();
  expect(asked()).toBe(2);
  answer();
  await next;
});

test('a failure is shared and reused for a second, too', async () => {
  const { readiness, asked, answer, fail, pass } = await setUp();
  const unavailable = expect.objectContaining({ code: 'SERVICE_UNAVAILABLE' });
  const first = [readiness.check(), readiness.check()];
  fail();
  for (const check of first) await expect(check).rejects.toEqual(unavailable);
  pass(999);
  await expect(readiness.check()).rejects.toEqual(unavailable);
  expect(asked()).toBe(1);
  pass(1);
  const next = readiness.check();
  answer();
  await next;
  expect(asked()).toBe(2);
});

test('a stop is seen immediately', async () => {
  const { readiness, answer } = await setUp();
  const check = readiness.check();
  answer();
  await check;
  readiness.stop();
  await expect(readiness.check()).rejects.toThrow('The service is stopping.');
});

test('the database is queried at most once a second, for both APIs', async () => {
  let asked = 0;
  const gatehouse = await startGatehouse({}, ({ ping }) => ({
    ping() {
      asked += 1;
      return ping();
    },
  }));
  const startedAt = performance.now();
  const query = `{ ${Array.from({ length: 10 }, (_, i) => `r${i}: ready`).join(' ')} }`;
  const statuses = await Promise.all(
    Array.from({ length: 40 }, async (_, i) =>
      i % 2 ? fetch(`${gatehouse.url}/readyz`) : postJson(`${gatehouse.url}/graphql`, { query }),
    ),
  );
  const bound = 1 + Math.ceil((performance.now() - startedAt) / 1000);
  expect(statuses.map(({ status }) => status)).toEqual(Array(40).fill(200));
  expect(asked).toBeGreaterThan(0);
  expect(asked).toBeLessThanOrEqual(bound);
  await gatehouse.stop();
});
