import { createLog } from '../../src/platform/observability/log';

test('a log line has no control character that a terminal executes, and is the same JSON', () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line: string) => lines.push(line) });
  const text = 'a\u0000\u001b[31m\u007f\u0085\u009b31m é';
  log.info({ text, err: new Error(text) }, text);
  log.child({ text }).warn('of a child');
  expect(lines).toHaveLength(2);
  for (const line of lines) {
    expect(line).not.toMatch(/[^\P{Cc}\n]/u);
    expect(JSON.parse(line)).toMatchObject({ text });
  }
});
