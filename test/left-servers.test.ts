const TestEnvironment = require('./support/environment');

afterEach(() => jest.useRealTimers());

test('a server that cannot stop, or does not, is reported, and the others are stopped', async () => {
  jest.useFakeTimers();
  const stopped: string[] = [];
  const gone = new Error('the database is gone');
  const running = new Set([
    () => Promise.reject(gone),
    () => new Promise<void>(() => {}),
    async () => void stopped.push('the last one'),
  ]);
  const unhandledErrors: Error[] = [];
  const { handleTestEvent } = TestEnvironment.prototype;
  const handled = handleTestEvent.call({ global: { running } }, { name: 'run_finish' }, { unhandledErrors });
  await jest.advanceTimersByTimeAsync(60_000);
  await handled;
  expect(stopped).toEqual(['the last one']);
  expect(unhandledErrors).toEqual([gone, new Error('a server that the tests have left did not stop')]);
});
