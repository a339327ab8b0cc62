import { CommanderError } from 'commander';
import { settings } from '../compose/config';
import { openCommandStores } from '../compose/stores';
import { messageOf } from '../doctor/check-result';
import { ConfigError } from '../platform/config/config-error';
import { AppError } from '../platform/errors/app-error';
import type { CommandContext } from './command-context';
import { exitCodes } from './exit-codes';
import { createProgram } from './program';
import { type Streams, Terminal } from './terminal';
import { UsageError } from './usage-error';

interface Dependencies extends Pick<CommandContext, 'config'>, Partial<Pick<CommandContext, 'openStores'>> {
  streams: Streams;
}

/** Runs a command to its end. Returns the exit code. */
export async function run(
  args: readonly string[],
  { config, streams, openStores = openCommandStores }: Dependencies,
): Promise<number> {
  const terminal = new Terminal(streams);
  const context: CommandContext = { config, openStores, terminal, exitCode: exitCodes.done };
  try {
    await createProgram(context).parseAsync(args, { from: 'user' });
    return context.exitCode;
  } catch (error) {
    return report(error, args, terminal);
  }
}

/** Prints one line for each problem, without a stack trace. Returns the exit code. */
function report(error: unknown, args: readonly string[], terminal: Terminal): number {
  // Commander has already printed the error or the help.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
  const problems = problemsOf(error, args);
  for (const problem of problems) terminal.note(`error: ${problem}`);
  if (error instanceof AppError && error.fields.length > 0) {
    for (const name of settingsIn(problems)) {
      terminal.note(
        `note: this command reads ${name} from this shell and from .env in this folder, not from the server`,
      );
    }
  }
  const isUsage =
    error instanceof ConfigError ||
    error instanceof UsageError ||
    (error instanceof AppError && error.code === 'VALIDATION_FAILED');
  return isUsage ? exitCodes.usage : exitCodes.failed;
}

/** Returns the settings that an error names. The server can have another value, of which the command does not know. */
const settingsIn = (problems: readonly string[]): string[] =>
  settings.map(({ name }) => name).filter((name) => problems.some((text) => text.split(/\W+/).includes(name)));

function problemsOf(error: unknown, [group = '', name = '']: readonly string[]): readonly string[] {
  if (error instanceof ConfigError) return error.problems;
  if (error instanceof AppError && error.fields.length > 0) {
    return error.fields.map(({ field, msg }) => `${toKebabCase(field)} ${msg}`);
  }
  const message = messageOf(error);
  const isMissing = error instanceof AppError && error.code === 'NOT_FOUND';
  const list = isMissing && (lists.get(`${group} ${name}`) ?? lists.get(group));
  return [list ? `${message} ${list}` : message];
}

/** How an operator lists what a command has not found. */
const lists: ReadonlyMap<string, string> = new Map([
  ['users', 'List users with: gatehouse users find'],
  ['users end-session', 'List the sessions of a user with: gatehouse users show'],
  ['mail', 'List mails with: gatehouse mail list --failed'],
  ['organizations', 'See: gatehouse organizations list, gatehouse users find'],
  ['clients', 'List clients with: gatehouse clients list'],
]);

/** Converts the name of an input field to the name of its option. */
const toKebabCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
