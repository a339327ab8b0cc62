import { createReadStream, existsSync, statSync } from 'node:fs';
import { addAbortSignal, type Readable } from 'node:stream';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { shortestPassword } from '../accounts/passwords/password.inputs';
import { personName } from '../accounts/users/user.inputs';
import type { Config } from '../compose/config';
import { type CommandOptions, openUserImport, secondsToHash } from '../compose/imports';
import type { ImportCounts, ImportEnd, LeftOutLine } from '../features/imports/import-outcome';
import { durationOf, ImportProgress } from '../features/imports/import-progress';
import { readImportRecords } from '../features/imports/import-record';
import type { FieldMap } from '../features/imports/import-rows';
import { importFields } from '../features/imports/imported-user.inputs';
import { legacyFormat, noPassword } from '../features/imports/password-format';
import {
  defaultFirebaseParameters,
  type Preset,
  type PresetName,
  presetNames,
} from '../features/imports/presets/preset';
import { createPreset } from '../features/imports/presets/presets';
import { ProviderNames } from '../features/imports/provider-names';
import type { ImportOptions } from '../features/imports/user-import.service';
import { createLog } from '../platform/observability/log';
import { systemClock } from '../platform/runtime/clock';
import type { CommandContext } from './command-context';
import { exitCodes } from './exit-codes';
import { examples } from './help';
import { PrivateFile, rejectSameFile } from './private-file';
import { stoppable } from './stop-signal';
import { counted, toJson } from './terminal';
import { UsageError } from './usage-error';
import { withStores } from './with-stores';

interface Options {
  dryRun?: true;
  onConflict: ImportOptions['onConflict'];
  report?: string;
  allowAdmins?: true;
  missingName?: string;
  preset?: PresetName;
  map?: FieldMap;
  withoutPasswords?: true;
  realm?: string;
  firebaseRounds: number;
  firebaseMemCost: number;
  firebaseSaltSeparator: string;
  yes?: boolean;
  json?: boolean;
}

/** Without a report, so many left out lines are shown. */
const mostShown = 10;
const chunkBytes = 1 << 20;
const defaults = defaultFirebaseParameters;

export function registerImportCommands(program: Command, context: CommandContext): void {
  program
    .command('import')
    .description('import accounts from another service')
    .command('users')
    .argument(
      '<file>',
      'a file with one JSON object in each line (NDJSON), a JSON array or CSV, or - for standard input',
    )
    .description('import accounts with their password hashes; can be repeated with the same file')
    .option('--dry-run', 'check every line, and write nothing')
    .addOption(
      new Option(
        '--on-conflict <action>',
        'leave out a line whose address or id belongs to another account, or end the import before it',
      )
        .choices(['skip', 'fail'])
        .default('skip'),
    )
    .option('--report <file>', 'write each line that was left out to this file, with the reasons')
    .option('--allow-admins', 'import super admins, too')
    .option('--missing-name <name>', 'the name of users whose first or last name is missing or blank', parseName)
    .option('--map <field=name>', 'the name in the file of a field; can be repeated', parseMapping)
    .addOption(new Option('--preset <service>', 'read the export of another service').choices(presetNames))
    .option('--without-passwords', 'with --preset, import all accounts without a password')
    .option('--realm <name>', 'with --preset keycloak, the realm in a file that has several')
    .option(
      '--firebase-rounds <number>',
      'the rounds of the hash parameters of Firebase',
      parseParameter,
      defaults.rounds,
    )
    .option(
      '--firebase-mem-cost <number>',
      'the memory cost of the hash parameters of Firebase',
      parseParameter,
      defaults.memCost,
    )
    .option(
      '--firebase-salt-separator <base64>',
      'the salt separator of the hash parameters of Firebase',
      defaults.saltSeparator,
    )
    .option('--yes', 'do not ask for confirmation')
    .option('--json', 'print JSON, for scripts')
    .addHelpText(
      'after',
      examples(
        'import users users.ndjson --dry-run --report rejected.ndjson',
        'import users users.ndjson --report rejected.ndjson --yes',
        'import users users.csv --map first_name=Vorname --map last_name=Nachname',
        'import users export.json --preset firebase',
      ),
    )
    .action((file: string, options: Options) => importUsers(context, file, options));
}

async function importUsers(context: CommandContext, file: string, options: Options): Promise<void> {
  const { terminal } = context;
  const { report } = options;
  const config = context.config();
  const source = open(file, terminal.streams.stdin);
  const preset = presetOf(config, options);
  if (report !== undefined) rejectSameFile(file, report);
  if (!options.dryRun) await terminal.confirm(`Import the users of ${source.name} into the database?`, options);
  if (report !== undefined && existsSync(report)) await terminal.confirm(`Replace ${report}?`, options);
  const reportFile = report === undefined ? null : PrivateFile.open(report);
  try {
    await withStores(context, async (stores) => {
      let shown = 0;
      const onLeftOut = (line: LeftOutLine) => {
        if (reportFile) reportFile.write(`${toJson(toReport(line))}\n`);
        else if (shown < mostShown) terminal.note(lineOf(line));
        shown += 1;
      };
      const importing = await openUserImport(
        config,
        stores,
        optionsOf(config, options),
        onLeftOut,
        createLog('silent'),
      );
      const { counts } = importing;
      const progress = new ImportProgress(source.bytes);
      const describe = () =>
        progress.describe({ bytes: source.read(), lines: counts.lines, leftOut: counts.rejected + counts.conflicts });
      const startedAt = performance.now();
      const result = await stoppable((signal) => {
        const records = readImportRecords(source.open(signal), preset, options.map);
        return terminal.working(
          options.dryRun ? 'checking' : 'importing',
          () => importing.run(records, signal),
          describe,
        );
      });
      const seconds = (performance.now() - startedAt) / 1000;
      const notes = await notesOf(config, counts, options, shown);
      const summary = { dryRun: options.dryRun ?? false, ended: result.ended, ...counts, notes };
      terminal.print(options.json, summary, linesOf(counts, options, seconds, notes));
      rejectUnfinished(result.ended, result.error);
      if (counts.rejected + counts.conflicts > 0) context.exitCode = exitCodes.incomplete;
    });
  } finally {
    reportFile?.close();
  }
}

interface Source {
  name: string;
  /** Null for standard input. */
  bytes: number | null;
  open(signal: AbortSignal): AsyncIterable<Buffer>;
  /** The bytes that were read. */
  read(): number;
}

/** @throws UsageError if there is no such file */
function open(file: string, stdin: Readable): Source {
  let stream: (Readable & { bytesRead?: number }) | null = null;
  const keep = (opened: Readable, signal: AbortSignal) => {
    stream = addAbortSignal(signal, opened);
    return stream;
  };
  const read = () => stream?.bytesRead ?? 0;
  if (file === '-') {
    return { name: 'standard input', bytes: null, open: (signal) => keep(stdin, signal), read };
  }
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats || stats.isDirectory()) throw new UsageError(`there is no file ${file}`);
  return {
    name: file,
    // A pipe has no size.
    bytes: stats.isFile() ? stats.size : null,
    open: (signal) => keep(createReadStream(file, { highWaterMark: chunkBytes }), signal),
    read,
  };
}

const optionsOf = (
  { providers }: Config,
  { dryRun, onConflict, allowAdmins, missingName }: Options,
): CommandOptions => ({
  dryRun: dryRun ?? false,
  onConflict,
  allowAdmins: allowAdmins ?? false,
  missingName: missingName ?? null,
  providers: new ProviderNames(providers),
});

/** @throws UsageError if an option is only for presets */
function presetOf(config: Config, { preset, withoutPasswords, ...options }: Options): Preset | null {
  if (preset !== undefined && options.map) throw new UsageError('--map is not for --preset, which knows the names');
  if (options.realm !== undefined && preset !== 'keycloak') throw new UsageError('--realm is for --preset keycloak');
  if (preset === undefined) {
    if (withoutPasswords)
      throw new UsageError('--without-passwords is for --preset: leave "password" out of the lines');
    return null;
  }
  const firebase = {
    rounds: options.firebaseRounds,
    memCost: options.firebaseMemCost,
    saltSeparator: options.firebaseSaltSeparator,
    signerKey: config.importFirebaseSigner?.reveal() ?? null,
  };
  const providers = new ProviderNames(config.providers);
  return createPreset(
    preset,
    { withoutPasswords: withoutPasswords ?? false, firebase, realm: options.realm ?? null, providers },
    systemClock,
  );
}

/** The line of a report. The place is in the file that was imported. */
function toReport({ line, element, outcome, errors }: LeftOutLine): object {
  return { line, ...(element !== null && { record: element }), outcome, errors };
}

function lineOf({ line, element, errors }: LeftOutLine): string {
  const place = element === null ? `line ${line}` : `record ${element} (line ${line})`;
  return `${place}: ${errors.map(({ field, msg }) => `${field} ${msg}`).join('; ')}`;
}

async function notesOf(config: Config, counts: ImportCounts, options: Options, leftOut: number): Promise<string[]> {
  const notes: string[] = [];
  if (leftOut > mostShown && options.report === undefined) {
    notes.push(`The reasons of the other ${leftOut - mostShown} lines are not shown. To see them all, use --report.`);
  }
  if (counts.fastHashes > 0 && options.dryRun) {
    const seconds = await secondsToHash(config, counts.fastHashes);
    notes.push(
      `The file has ${counted(counts.fastHashes, 'fast hash', 'fast hashes')}, which the import hashes again with argon2id. On this machine this takes about ${durationOf(seconds)}.`,
    );
  }
  if (
    Object.keys(counts.passwords).some((format) => format !== noPassword) &&
    config.loginPasswordRule === 'specification'
  ) {
    notes.push(
      `Users whose password has ${shortestPassword - 1} characters or fewer cannot sign in: the specification asks for more at every login. If your old service allowed such passwords, set LOGIN_PASSWORD_RULE=any.`,
    );
  }
  const leftOutTimes = textOfCounts(counts.leftOutTimes);
  if (leftOutTimes !== '') notes.push(`Times that were left out, because they cannot be read: ${leftOutTimes}.`);
  const leftOutIdentities = textOfCounts(counts.leftOutIdentities);
  if (leftOutIdentities !== '') {
    notes.push(
      `Identities that were left out, because the issuer of their provider is not known: ${leftOutIdentities}. If it is your own provider, set PROVIDERS before the import.`,
    );
  }
  const legacy = counts.passwords[legacyFormat] ?? 0;
  if (legacy > 0 && config.legacyUrl === null) {
    notes.push(
      `Accounts whose password only the old service knows: ${legacy}. Set LEGACY_URL, so that their users can sign in.`,
    );
  }
  return notes;
}

function linesOf(counts: ImportCounts, { dryRun }: Options, seconds: number, notes: readonly string[]): string[] {
  const passwords = textOfCounts(counts.passwords);
  const done = dryRun ? 'checked' : 'read';
  return [
    `${done} ${counted(counts.lines, 'line')} in ${durationOf(seconds)}${dryRun ? ', and wrote nothing' : ''}`,
    `${(dryRun ? 'to import' : 'imported').padEnd(15)}${counts.imported}`,
    `already there  ${counts.alreadyThere}`,
    `conflicts      ${counts.conflicts}`,
    `rejected       ${counts.rejected}`,
    ...(passwords === '' ? [] : [`passwords      ${passwords}`]),
    ...(counts.identities > 0 ? [`identities     ${counts.identities}`] : []),
    ...notes.flatMap((note) => ['', note]),
  ];
}

/** The greatest number first. */
const textOfCounts = (numbers: Readonly<Record<string, number>>): string =>
  Object.entries(numbers)
    .sort(([, a], [, b]) => b - a)
    .map(([name, number]) => `${name} ${number}`)
    .join(', ');

/** @throws Error if the import did not reach the end of the file */
function rejectUnfinished(ended: ImportEnd, error: unknown): void {
  if (ended === 'failed') throw error;
  if (ended === 'stopped') throw new Error('the import was stopped. To import the other lines, run the command again');
  if (ended === 'conflict')
    throw new Error('the import ended at a conflict. With --on-conflict skip, it leaves such lines out');
}

/** @throws InvalidArgumentError */
function parseName(text: string): string {
  const parsed = personName.safeParse(text);
  if (!parsed.success) throw new InvalidArgumentError(`It ${parsed.error.issues[0]?.message}.`);
  return parsed.data;
}

/** Adds a field to those of earlier options. @throws InvalidArgumentError */
function parseMapping(text: string, fields: FieldMap = new Map()): FieldMap {
  const [, field = '', name = ''] = /^(\w+)=(.+)$/.exec(text) ?? [];
  if (!importFields.includes(field)) {
    throw new InvalidArgumentError(
      'It must be a field of an import file and its name in the file, such as first_name=Vorname.',
    );
  }
  if ([...fields.values()].includes(field) || fields.has(name)) throw new InvalidArgumentError('It is there twice.');
  return new Map([...fields, [name, field]]);
}

/** @throws InvalidArgumentError */
function parseParameter(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 1) throw new InvalidArgumentError('It must be a whole number from 1.');
  return number;
}
