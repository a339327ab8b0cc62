import { createInterface } from 'node:readline/promises';
import { type Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { escapeControls } from '../platform/runtime/json-text';
import { UsageError } from './usage-error';

/** The streams of a command: those of the process, except in tests. */
export interface Streams {
  readonly stdin: Readable & { isTTY?: boolean };
  readonly stdout: Output;
  readonly stderr: Output;
}

type Output = Writable & { isTTY?: boolean; columns?: number };

/** What a command prints and asks. */
export class Terminal {
  constructor(readonly streams: Streams) {}

  /** Prints the value as JSON with the option `--json`, otherwise the lines. */
  print(json: boolean | undefined, value: unknown, lines: readonly string[]): void {
    this.streams.stdout.write(json ? `${toJson(value, 2)}\n` : lines.map((line) => `${visible(line)}\n`).join(''));
  }

  printLine(line: string): void {
    this.streams.stdout.write(`${visible(line)}\n`);
  }

  /** Prints a line on standard error, which is not part of the result. */
  note(line: string): void {
    this.streams.stderr.write(`${visible(line)}\n`);
  }

  /**
   * Returns the first `limit` rows of `found`, which must come from a query for one row more. If there are more rows than
   * the limit, prints a note.
   */
  upTo<Row>(limit: number, found: readonly Row[], others: string): Row[] {
    if (found.length > limit) {
      this.note(`Only the newest ${limit} are shown. To see others, use --limit ${others}.`);
    }
    return found.slice(0, limit);
  }

  /**
   * If the work takes longer than a second, prints what the command is doing. A terminal also shows the seconds, or the
   * progress.
   */
  async working<Result>(what: string, work: () => Promise<Result>, progress?: () => string): Promise<Result> {
    const { stderr } = this.streams;
    let seconds = 0;
    const timer = setInterval(() => {
      seconds += 1;
      if (stderr.isTTY) stderr.write(`\r${what} … ${progress?.() ?? `${seconds} s`}\x1b[K`);
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
   * Asks for confirmation, unless the command line has `--yes`.
   * @throws UsageError if there is no terminal; Error if the answer is not yes
   */
  async confirm(question: string, { yes }: { yes?: boolean }): Promise<void> {
    if (yes) return;
    const { stdin, stderr } = this.streams;
    if (!stdin.isTTY) throw new UsageError(`${question} Without a terminal, confirm with --yes`);
    const answer = await this.ask(`${question} [y/N] `, stderr);
    if (!/^y(es)?$/i.test(answer.trim())) throw new Error('not confirmed: nothing was changed');
  }

  /**
   * Reads a password. On a terminal it is typed twice and not shown. Without a terminal, the password is the first line
   * of standard input. A password is never an argument, because other users of the machine can read the arguments of a
   * process.
   * @throws Error if the two passwords differ, or if the input ends without an answer
   */
  async readPassword(): Promise<string> {
    const { stdin } = this.streams;
    if (!stdin.isTTY) return (await text(stdin)).split(/\r?\n/, 1)[0] ?? '';
    const password = await this.askUnseen('Password: ');
    if ((await this.askUnseen('Password again: ')) !== password)
      throw new Error('the two passwords are different: nothing was changed');
    return password;
  }

  private async askUnseen(question: string): Promise<string> {
    this.streams.stderr.write(question);
    const answer = await this.ask('', new Writable({ write: (_chunk, _encoding, done) => done() }));
    this.streams.stderr.write('\n');
    return answer;
  }

  /** @throws Error if the input ends without an answer (Ctrl-C, Ctrl-D) */
  private async ask(question: string, output: Writable): Promise<string> {
    const asking = createInterface({ input: this.streams.stdin, output, terminal: true });
    try {
      return await asking.question(question);
    } finally {
      asking.close();
    }
  }
}

/** Escapes control characters, which a terminal would execute. `indent` is a number of spaces. */
export function toJson(value: unknown, indent = 0): string {
  return escapeControls(JSON.stringify(value, null, indent));
}

/** Replaces control characters, which a terminal would execute: a user agent can contain any text. */
function visible(line: string): string {
  return line.replace(/\p{Cc}/gu, '\u{FFFD}');
}

/** Returns the number with its noun: `1 key`, `2 keys`. */
export const counted = (number: number, noun: string, plural = `${noun}s`): string =>
  `${number} ${number === 1 ? noun : plural}`;
