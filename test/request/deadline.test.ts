import { readFile, stat } from 'node:fs/promises';
import { within } from '../../src/platform/request/deadline';

/** As if the process was stopped by a signal, or with its machine. */
function stopFor(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

test('work that takes too long is given up, and its own error comes through', async () => {
  const never = new Promise(() => {});
  await expect(within(20, never, 'too long')).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    cause: new Error('too long'),
  });
  await expect(within(1000, Promise.reject(new Error('its own')), 'too long')).rejects.toThrow('its own');
  await expect(within(1000, Promise.resolve(1), 'too long')).resolves.toBe(1);
});

test.each([
  [55, 'in one step', () => stat(__filename)],
  [400, 'in several steps', () => readFile(__filename)],
])('what has arrived in the %i ms in which the process was stopped is in time: %s', async (ms, _steps, work) => {
  const read = within<unknown>(50, work(), 'too long');
  stopFor(ms);
  await expect(read).resolves.toBeDefined();
});

test('a stopped process does not wait forever for work', async () => {
  const never = within(50, new Promise(() => {}), 'too long');
  stopFor(400);
  await expect(never).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
});
