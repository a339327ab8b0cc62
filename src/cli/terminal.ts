import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { escapeControls } from '../runtime/json-text';
import { UsageError } from './usage-error';

/** Prints a value as JSON with `--json`, else lines for people. */
export function print(json: boolean | undefined, value: unknown, lines: readonly string[]): void {
  process.stdout.write(json ? `${toJson(value, 2)}\n` : lines.map((line) => `${visible(line)}\n`).join(''));
}

/** On one line, or indented. Control characters are escaped, so that a terminal does not execute them. */
export function toJson(value: unknown, indent = 0): string {
  return escapeControls(JSON.stringify(value, null, indent));
}

/**
 * The first `limit` rows of `found`, which was queried with one row more. If there are more rows than are shown, a note
 * on standard error says so.
 */
export function upTo<Row>(limit: number, found: readonly Row[], narrow: string): Row[] {
  if (found.length > limit) {
    process.stderr.write(`only the newest ${limit} are shown; for more, use --limit, ${narrow}\n`);
  }
  return found.slice(0, limit);
}

/** Removes control characters that a terminal would execute: a user agent can be any text. */
export function visible(line: string): string {
  return line.replace(/\p{Cc}/gu, '\u{FFFD}');
}

/** `1 key`, `2 keys`. */
export const counted = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;

/** Prints what the command is doing if that takes longer than a second; on a terminal also for how long. */
export async function working<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const { stderr } = process;
  let seconds = 0;
  const timer = setInterval(() => {
    seconds += 1;
    if (stderr.isTTY) stderr.write(`\r${what} … ${seconds} s`);
    else if (seconds === 1) stderr.write(`${what} …\n`);
  }, 1000);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    if (stderr.isTTY && seconds > 0) stderr.write('\r\x1b[K');
  }
}

/**
 * Asks for confirmation before something that cannot be undone, unless the command line has --yes.
 * @throws UsageError if there is no terminal; Error if the answer is not yes
 */
export async function confirm(question: string, { yes }: { yes?: boolean }): Promise<void> {
  if (yes) return;
  if (!process.stdin.isTTY) throw new UsageError(`${question} There is no terminal to ask on: use --yes`);
  const answer = await ask(`${question} [y/N] `, process.stderr);
  if (!/^y(es)?$/i.test(answer.trim())) throw new Error('nothing was changed');
}

/**
 * Reads a password: on a terminal twice, without echo; else the first line of standard input. A password is never an
 * argument, because other users of the machine can read arguments.
 * @throws Error if the two passwords differ
 */
export async function readPassword(): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).split(/\r?\n/, 1)[0] ?? '';
  const password = await askUnseen('Password: ');
  if ((await askUnseen('Again: ')) !== password) throw new Error('the two passwords differ; nothing was changed');
  return password;
}

async function askUnseen(question: string): Promise<string> {
  process.stderr.write(question);
  const answer = await ask('', new Writable({ write: (_chunk, _encoding, done) => done() }));
  process.stderr.write('\n');
  return answer;
}

/** @throws Error if the input ends without an answer: Ctrl-C, Ctrl-D */
async function ask(question: string, output: NodeJS.WritableStream): Promise<string> {
  const asking = createInterface({ input: process.stdin, output, terminal: true });
  try {
    return await asking.question(question);
  } finally {
    asking.close();
  }
}
