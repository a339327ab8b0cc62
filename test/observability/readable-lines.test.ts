import { createLog } from '../../src/platform/observability/log';
import { readableLines } from '../../src/platform/observability/readable-lines';

/** Returns the lines on a terminal, without the time of day. */
function written(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  write(
    createLog(
      'info',
      readableLines((line) => lines.push(line)),
    ),
  );
  return lines.map((line) => line.replace(/^\d\d:\d\d:\d\d /, '')).join('');
}

test('a line has time, level, message and fields', () => {
  jest.useFakeTimers({ now: new Date(2026, 10, 27, 9, 5, 7) });
  const lines: string[] = [];
  createLog(
    'info',
    readableLines((line) => lines.push(line)),
  ).info({ port: 4000, database: 'embedded', step: 'loading the keys', stepsMs: { hash: 1.5 } }, 'listening');
  expect(lines).toEqual([
    '09:05:07 info  listening port=4000 database=embedded step="loading the keys" stepsMs={"hash":1.5}\n',
  ]);
  jest.useRealTimers();
});

test('the frames of an error, and its cause, are below the line', () => {
  const cause = new TypeError('the cause');
  const shown = written((log) => log.error({ err: new Error('broken', { cause }), code: 'INTERNAL' }, 'request'));
  expect(shown).toMatch(
    /^error request code=INTERNAL\n {2}Error: broken\n( {4}at .+\n)+ {2}TypeError: the cause\n( {4}at .+\n)+$/,
  );
});

test('no text ends its line or is executed by a terminal', () => {
  const text = 'a\u0000\u001b[31m\n\u007f\u0085\u009b31m é';
  const shown = written((log) => log.warn({ text, word: '\u009b', err: new Error(text) }, text));
  expect(shown).not.toMatch(/[^\P{Cc}\n]/u);
  expect(shown.split('\n')[0]).toBe(
    String.raw`warn  a\u0000\u001b[31m\u000a\u007f\u0085\u009b31m é text="a\u0000\u001b[31m\n\u007f\u0085\u009b31m é" word=\u009b`,
  );
});
