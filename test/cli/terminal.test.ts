import { PassThrough } from 'node:stream';
import { Terminal } from '../../src/cli/terminal';

/** A terminal at which `typed` is typed, one part for each question. */
function terminalWith(...typed: string[]) {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  let shown = '';
  stderr.on('data', (chunk) => {
    shown += chunk;
    // The question is printed before the answer is read.
    if (/(?:: |\] .*)$/.test(String(chunk))) setImmediate(() => stdin.write(typed.shift() ?? ''));
  });
  const streams = { stdin: Object.assign(stdin, { isTTY: true }), stdout, stderr };
  return { terminal: new Terminal(streams), shown: () => shown };
}

test('a password is typed twice and not shown', async () => {
  const { terminal, shown } = terminalWith('correct horse\r', 'correct horse\r');
  expect(await terminal.readPassword()).toBe('correct horse');
  expect(shown()).toBe('Password: \nPassword again: \n');
});

test('two different passwords are an error', async () => {
  const { terminal } = terminalWith('correct horse\r', 'wrong horse\r');
  await expect(terminal.readPassword()).rejects.toThrow('the two passwords are different: nothing was changed');
});

test.each([
  ['y', null],
  ['YES', null],
  ['', 'not confirmed: nothing was changed'],
  ['yo', 'not confirmed: nothing was changed'],
])('to a question for confirmation, the answer %j', async (answer, problem) => {
  const { terminal, shown } = terminalWith(`${answer}\r`);
  const asked = terminal.confirm('Delete Ada?', {}).then(
    () => null,
    (error: Error) => error.message,
  );
  expect(await asked).toBe(problem);
  expect(shown()).toContain('Delete Ada? [y/N] ');
});

test('without an answer (Ctrl-D) a question is an error', async () => {
  const { terminal } = terminalWith('\u0004');
  await expect(terminal.confirm('Delete Ada?', {})).rejects.toThrow('Aborted with Ctrl+D');
});

test('control characters are not printed', () => {
  const { terminal, shown } = terminalWith();
  terminal.note('a\u001b[2Jb');
  expect(shown()).toBe('a\u{FFFD}[2Jb\n');
});
