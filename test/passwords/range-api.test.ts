import { createHash } from 'node:crypto';
import { RangeApi } from '../../src/accounts/passwords/range-api';
import { paddedPassword, type RangeApiPeer, startRangeApi } from '../support/range-api';
import { until } from '../support/until';

const sha1 = (password: string): Buffer => createHash('sha1').update(password).digest();
const { signal } = new AbortController();
const stolen = 'a stolen password';

let peer: RangeApiPeer;
let api: RangeApi;
beforeEach(async () => {
  peer = await startRangeApi([stolen, 'another stolen one']);
  api = new RangeApi(peer.url);
});
afterEach(() => peer.stop());

test('the API gets the first five digits of the hash and is asked for padding', async () => {
  expect(await api.includes(sha1(stolen), signal)).toBe(true);
  expect(await api.includes(sha1('a good password'), signal)).toBe(false);
  const prefixOf = (password: string) => sha1(password).toString('hex').slice(0, 5).toUpperCase();
  expect(peer.asked).toEqual(
    [stolen, 'a good password'].map((password) => ({
      path: `/range/${prefixOf(password)}`,
      padding: 'true',
      userAgent: 'Gatehouse',
    })),
  );
});

test('a line of the padding is no stolen password', async () => {
  expect(await api.includes(sha1(paddedPassword), signal)).toBe(false);
});

test('a range is asked for once', async () => {
  for (let i = 0; i < 3; i += 1) expect(await api.includes(sha1(stolen), signal)).toBe(true);
  expect(peer.asked).toHaveLength(1);
});

test.each([
  ['fail', 'the range API answered with status 503'],
  ['html', 'a range of BREACHED_PASSWORDS has another form'],
  ['endless', 'the answer of the range API is too long'],
  ['redirect', 'fetch failed'],
] as const)('an API that does "%s" is an error, which is not remembered', async (behavior, message) => {
  peer.behavior = behavior;
  await expect(api.includes(sha1(stolen), signal)).rejects.toThrow(message);
  peer.behavior = 'answer';
  expect(await api.includes(sha1(stolen), signal)).toBe(true);
});

test('an answer that stops in the middle can be stopped', async () => {
  peer.behavior = 'hang';
  const stop = new AbortController();
  const searching = api.includes(sha1(stolen), stop.signal);
  await until(() => peer.asked.length > 0);
  stop.abort();
  await expect(searching).rejects.toThrow('aborted');
});

test('no error contains a part of the hash', async () => {
  const digits = sha1(stolen).toString('hex').slice(0, 5);
  for (const behavior of ['fail', 'html', 'endless', 'redirect'] as const) {
    peer.behavior = behavior;
    const error: unknown = await api.includes(sha1(stolen), signal).catch((thrown) => thrown);
    const texts = [];
    for (let cause = error; cause instanceof Error; cause = cause.cause) texts.push(cause.message);
    expect(texts.join().toLowerCase()).not.toContain(digits);
  }
});
