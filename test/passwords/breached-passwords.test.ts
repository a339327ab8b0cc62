import { createHash } from 'node:crypto';
import { type BreachList, UnusableRange } from '../../src/accounts/passwords/breach-list';
import { BreachedPasswords } from '../../src/accounts/passwords/breached-passwords';
import { createLog } from '../../src/platform/observability/log';

const stolen = 'a stolen password';
const sha1 = createHash('sha1').update(stolen).digest('hex');

function setUp({ mostAtOnce = 4 } = {}) {
  const state = {
    isDown: false,
    isSilent: false,
    isUseless: false,
    searches: 0,
    stopped: 0,
    isClosed: false,
    nowMs: 0,
  };
  const list: BreachList = {
    async includes(hash, signal) {
      state.searches += 1;
      if (state.isDown) throw Object.assign(new Error('no connection'), { code: 'ECONNREFUSED' });
      if (state.isUseless) throw new UnusableRange('the range API answered with status 500', 500);
      if (state.isSilent) {
        await new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            state.stopped += 1;
            reject(new Error('stopped'));
          });
        });
      }
      return hash.toString('hex') === sha1;
    },
    close: () => {
      state.isClosed = true;
    },
  };
  const lines: string[] = [];
  const log = createLog('info', { write: (line: string) => void lines.push(JSON.parse(line).msg) });
  const breached = new BreachedPasswords(list, mostAtOnce, () => new Date(state.nowMs), log);
  return { breached, state, lines };
}

test('a password is found by its SHA-1 hash', async () => {
  const { breached } = setUp();
  expect(await breached.includes(stolen)).toBe(true);
  expect(await breached.includes('another password')).toBe(false);
  expect(breached.counts).toEqual({ found: 1, not_found: 1, failed: 0 });
});

test('a list that does not answer within 800 ms is no reason to reject a password, and its request is stopped', async () => {
  const { breached, state } = setUp();
  state.isSilent = true;
  const startedAt = performance.now();
  expect(await breached.includes(stolen)).toBe(false);
  expect(performance.now() - startedAt).toBeGreaterThan(790);
  expect(state.stopped).toBe(1);
  expect(breached.counts).toEqual({ found: 0, not_found: 0, failed: 1 });
});

test('after three failures in a row the list is left alone for ten seconds, so that requests do not wait for it', async () => {
  const { breached, state, lines } = setUp();
  state.isDown = true;
  for (let i = 0; i < 10; i += 1) expect(await breached.includes(stolen)).toBe(false);
  expect(state.searches).toBe(3);
  expect(breached.counts.failed).toBe(10);
  expect(lines).toEqual([expect.stringContaining('does not answer: new passwords are not compared')]);

  state.nowMs += 9_999;
  await breached.includes(stolen);
  expect(state.searches).toBe(3);
  state.nowMs += 1;
  await breached.includes(stolen);
  await breached.includes(stolen);
  expect(state.searches).toBe(4);

  state.isDown = false;
  state.nowMs += 10_000;
  expect(await breached.includes(stolen)).toBe(true);
  expect(lines.slice(1)).toEqual(['the list of breached passwords answers again']);
});

test('answers of no use, which a password can cause, stop no other search', async () => {
  const { breached, state, lines } = setUp();
  state.isUseless = true;
  for (let i = 0; i < 10; i += 1) expect(await breached.includes('another password')).toBe(false);
  state.isUseless = false;
  expect(await breached.includes(stolen)).toBe(true);
  expect(state.searches).toBe(11);
  expect(lines).toEqual([expect.stringContaining('gave no usable answer')]);
});

test('a single failure is forgotten', async () => {
  const { breached, state, lines } = setUp();
  for (let i = 0; i < 5; i += 1) {
    state.isDown = true;
    await breached.includes(stolen);
    await breached.includes(stolen);
    state.isDown = false;
    expect(await breached.includes(stolen)).toBe(true);
  }
  expect(lines).toEqual([]);
});

test('only some searches run at the same time; the others do not wait', async () => {
  const { breached, state } = setUp({ mostAtOnce: 2 });
  state.isSilent = true;
  const waiting = [breached.includes(stolen), breached.includes(stolen)];
  expect(await breached.includes(stolen)).toBe(false);
  expect(state.searches).toBe(2);
  await breached.close();
  await Promise.all(waiting);
});

test('closing stops the searches that run, closes the list, and is no failure of the list', async () => {
  const { breached, state, lines } = setUp();
  state.isSilent = true;
  const running = Array.from({ length: 4 }, () => breached.includes(stolen));
  await breached.close();
  expect(state).toMatchObject({ stopped: 4, isClosed: true });
  expect(await Promise.all(running)).toEqual([false, false, false, false]);
  expect(await breached.includes(stolen)).toBe(false);
  expect(lines).toEqual([]);
});
