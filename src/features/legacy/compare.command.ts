import { createReadStream } from 'node:fs';
import { type Command, InvalidArgumentError } from 'commander';
import type { CommandContext } from '../../cli/command-context';
import { linesOf, reportOf } from '../../cli/comparison-report';
import { exitCodes } from '../../cli/exit-codes';
import { examples } from '../../cli/help';
import { counted, type Terminal } from '../../cli/terminal';
import { UsageError } from '../../cli/usage-error';
import { messageOf } from '../doctor/check-result';
import { readImportLines } from '../imports/import-lines';
import { builtInCases } from './built-in-cases';
import { type CaseResult, compareServices, createValues, isWithin } from './comparison';
import { type ComparisonCase, type ComparisonValues, InvalidCaseError, isPlace, parseCase } from './comparison-case';

interface Options {
  against: string;
  this?: string;
  ignore?: Expected[];
  pause: number;
  yes?: boolean;
  json?: boolean;
}

/** A place where differences are expected: in all cases, or in one. */
interface Expected {
  name: string | null;
  place: string;
}

const mostCases = 1000;
/** In milliseconds. */
const longestPause = 3_600_000;

export function registerCompareCommand(program: Command, context: CommandContext): void {
  const { terminal } = context;
  program
    .command('compare')
    .argument('[cases]', 'a file with a case in each line; without it, the built-in cases are sent')
    .description('send the same requests to the old service and to this one, and print how the answers differ')
    .requiredOption('--against <url>', 'the address of the old service (required)', parseAddress)
    .option('--this <url>', 'the address of this service; without it, PUBLIC_URL', parseAddress)
    .option(
      '--ignore <place>',
      'expect differences at this place of an answer, such as msg, or of one case, such as login-first:status; can be repeated',
      collectExpected,
    )
    .option('--pause <milliseconds>', 'the time between two cases, if the old service has low limits', parsePause, 0)
    .option('--yes', 'do not ask before accounts are created in both services')
    .option('--json', 'print JSON, for scripts')
    .addHelpText(
      'after',
      examples(
        'compare --against https://old.example.com',
        'compare --against https://old.example.com --this http://localhost:4000 --ignore msg --ignore code',
        'compare --against https://old.example.com cases.ndjson --yes --json',
      ),
    )
    .action(async (file: string | undefined, { against, this: own, ignore = [], pause, json, ...options }: Options) => {
      const here = own ?? context.config().publicUrl;
      if (against === here) throw new UsageError(`--against and --this are the same service: ${here}`);
      const values = createValues();
      const cases =
        file === undefined
          ? builtInCases.map((one) => parseCase(one, values))
          : await readCases(file, values, terminal);
      rejectUnknownNames(ignore, cases);
      const registrations = cases.filter(({ method, path }) => method === 'POST' && /\/register\/?$/.test(path)).length;
      await terminal.confirm(
        `Send ${counted(cases.length, 'request')} to ${against} and to ${here}, and register up to ${counted(registrations, 'account')} in each?`,
        options,
      );
      const results = await terminal.working('comparing', async () => {
        const isExpected = (name: string, place: string) =>
          isWithin(
            ignore.flatMap((one) => (one.name === null || one.name === name ? [one.place] : [])),
            place,
          );
        const all: CaseResult[] = [];
        const comparing = compareServices({ old: against, here }, cases, values, { pauseMs: pause, isExpected });
        for await (const result of comparing) all.push(result);
        return all;
      });
      const report = reportOf(results);
      terminal.print(json, { against, this: here, random: values.random, ...report }, [
        ...linesOf(report),
        '',
        `The addresses of this run contain ${values.random}.`,
      ]);
      if (report.equal < report.cases) context.exitCode = exitCodes.failed;
    });
}

/** @throws InvalidArgumentError */
function parseAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isPlain = url && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.search && !url.hash;
  if (!isPlain) {
    throw new InvalidArgumentError('It must be an http or https address without a user name and a query.');
  }
  return url.href.replace(/\/+$/, '');
}

/** @throws InvalidArgumentError */
function collectExpected(text: string, before: readonly Expected[] = []): Expected[] {
  const [, name = null, place = ''] = /^(?:([a-z0-9-]+):)?(.*)$/.exec(text) ?? [];
  if (!isPlace(place)) throw new InvalidArgumentError('It must be a place such as msg, or a case and a place.');
  return [...before, { name, place }];
}

/** @throws InvalidArgumentError */
function parsePause(text: string): number {
  const pause = Number(text);
  if (!/^\d+$/.test(text) || pause > longestPause) {
    throw new InvalidArgumentError(`It must be a whole number from 0 to ${longestPause}.`);
  }
  return pause;
}

/**
 * Reads a case file. Prints what is wrong, with line numbers.
 * @throws UsageError if a line is not a case
 */
async function readCases(file: string, values: ComparisonValues, terminal: Terminal): Promise<ComparisonCase[]> {
  const cases = new Map<string, ComparisonCase>();
  let problems = 0;
  const report = (line: number, problem: string) => {
    problems += 1;
    terminal.note(`${file}, line ${line}: ${problem}`);
  };
  try {
    for await (const read of readImportLines(createReadStream(file))) {
      if (cases.size + problems >= mostCases) throw new UsageError(`${file} has more than ${mostCases} cases`);
      if ('problem' in read) {
        report(read.line, read.problem);
        continue;
      }
      const one = orProblem(() => parseCase(read.record, values));
      if (typeof one === 'string') report(read.line, one);
      else if (cases.has(one.name)) report(read.line, `has the name of an earlier case: ${one.name}`);
      else cases.set(one.name, one);
    }
  } catch (error) {
    throw error instanceof Error && 'code' in error
      ? new UsageError(`${file} cannot be read: ${messageOf(error)}`)
      : error;
  }
  if (problems > 0) throw new UsageError(`${file} has ${counted(problems, 'wrong line')}: nothing was sent`);
  if (cases.size === 0) throw new UsageError(`${file} has no cases`);
  return [...cases.values()];
}

function orProblem(parse: () => ComparisonCase): ComparisonCase | string {
  try {
    return parse();
  } catch (error) {
    if (error instanceof InvalidCaseError) return error.message;
    throw error;
  }
}

/** A mistyped name would ignore nothing. */
function rejectUnknownNames(expected: readonly Expected[], cases: readonly ComparisonCase[]): void {
  const unknown = expected.find(({ name }) => name !== null && !cases.some((one) => one.name === name));
  if (unknown) throw new UsageError(`--ignore names the unknown case ${unknown.name}`);
}
