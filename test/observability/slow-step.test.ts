import { createLog } from '../../src/platform/observability/log';
import { logIfSlow } from '../../src/platform/observability/slow-step';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

function setUp() {
  const lines: { step: string; seconds: number; msg: string }[] = [];
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) });
  let end: (result: string) => void = () => {};
  const done = logIfSlow(log, 'opening the database', () => new Promise<string>((resolve) => (end = resolve)));
  return { lines, done, end: (result: string) => end(result) };
}

test('what ends within a second is not logged, and has its result', async () => {
  const { lines, done, end } = setUp();
  jest.advanceTimersByTime(999);
  end('opened');
  expect(await done).toBe('opened');
  jest.advanceTimersByTime(60_000);
  expect(lines).toEqual([]);
});

test('what takes longer is logged after a second and then every five seconds, until it ends', async () => {
  const { lines, done, end } = setUp();
  jest.advanceTimersByTime(11_000);
  const line = { msg: 'still starting', step: 'opening the database' };
  expect(lines).toEqual([1, 6, 11].map((seconds) => expect.objectContaining({ ...line, seconds })));
  end('opened');
  await done;
  jest.advanceTimersByTime(60_000);
  expect(lines).toHaveLength(3);
});

test('what fails is logged no more, and its error is passed on', async () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  await expect(logIfSlow(log, 'failing', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  jest.advanceTimersByTime(60_000);
  expect(lines).toEqual([]);
});
