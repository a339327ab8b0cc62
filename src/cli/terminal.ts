import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { escapeControls } from '../json-text';
import { UsageError } from './usage-error';

/** What `--json` prints, and what people get instead: lines. */
export function print(json: boolean | undefined, value: unknown, lines: readonly string[]): void {
  process.stdout.write(json ? `${toJson(value, 2)}\n` : lines.map((line) => `${visible(line)}\n`).join(''));
}

/** One line, or indented. Nothing in it is obeyed by a terminal. */
export function toJson(value: unknown, indent = 0): string {
  return escapeControls(JSON.stringify(value, null, indent));
}

/**
 * The first `limit` of the rows that were found, for which one more was asked: where there are more than are shown,
 * standard error says so.
 */
export function upTo<Row>(limit: number, found: readonly Row[], narrow: string): Row[] {
  if (found.length > limit) {
    process.stderr.write(`only the newest ${limit} are shown, and there are more: see --limit, ${narrow}\n`);
  }
  return found.slice(0, limit);
}

/** Without what a terminal would obey: a user agent can be anything. */
export function visible(line: string): string {
  return line.replace(/\p{Cc}/gu, '\u{FFFD}');
}

/** `1 key`, `2 keys`. */
export const counted = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;

/** Says what it is at when that takes longer than a second; on a terminal, also for how long. */
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
 * Asks before something that cannot be undone, unless the command line says yes.
 * @throws UsageError where nobody can be asked; Error if the answer is not yes
 */
export async function confirm(question: string, { yes }: { yes?: boolean }): Promise<void> {
  if (yes) return;
  if (!process.stdin.isTTY) throw new UsageError(`${question} There is no terminal to answer on: say --yes`);
  const answer = await ask(`${question} [y/N] `, process.stderr);
  if (!/^y(es)?$/i.test(answer.trim())) throw new Error('nothing was changed');
}

/**
 * A password: typed twice on a terminal, unseen; else the first line of standard input. Never an argument, which other
 * users of the machine can read.
 * @throws Error if the two differ
 */
export async function readPassword(): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).split(/\r?\n/, 1)[0] ?? '';
  const password = await askUnseen('Password: ');
  if ((await askUnseen('Again: ')) !== password) throw new Error('the two differ; nothing was changed');
  return password;
}

async function askUnseen(question: string): Promise<string> {
  process.stderr.write(question);
  const answer = await ask('', new Writable({ write: (_chunk, _encoding, done) => done() }));
  process.stderr.write('\n');
  return answer;
}

/** @throws Error if there is no answer: Ctrl-C, Ctrl-D */
async function ask(question: string, output: NodeJS.WritableStream): Promise<string> {
  const asking = createInterface({ input: process.stdin, output, terminal: true });
  try {
    return await asking.question(question);
  } finally {
    asking.close();
  }
}
