import { randomUUID } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import { createUserExport } from '../compose/imports';
import type { UserExport } from '../features/imports/user-export.service';
import type { CommandContext } from './command-context';
import { examples } from './help';
import { stoppable } from './stop-signal';
import { counted, type Terminal } from './terminal';
import { withStores } from './with-stores';

interface Options {
  withHashes?: true;
  yes?: boolean;
  json?: boolean;
}

export function registerExportCommands(program: Command, context: CommandContext): void {
  program
    .command('export')
    .description('export accounts to a file')
    .command('users')
    .argument('[file]', 'the file to write; without it, standard output')
    .description('write all accounts as lines of an import file, without deleted accounts')
    .option('--with-hashes', 'write the password hashes, too')
    .option('--yes', 'do not ask for confirmation')
    .option('--json', 'print JSON about a written file, for scripts')
    .addHelpText(
      'after',
      examples(
        'export users users.ndjson',
        'export users users.ndjson --with-hashes --yes',
        'export users > users.ndjson',
      ),
    )
    .action((file: string | undefined, options: Options) => exportUsers(context, file, options));
}

async function exportUsers(context: CommandContext, file: string | undefined, options: Options): Promise<void> {
  const { terminal } = context;
  const withHashes = options.withHashes ?? false;
  if (withHashes) await terminal.confirm('Write the password hashes of all users?', options);
  if (file !== undefined && existsSync(file)) await terminal.confirm(`Replace ${file}?`, options);
  await withStores(context, async (stores) => {
    const exporting = createUserExport(stores);
    const parts = exporting.parts({ withHashes });
    const write = () =>
      file === undefined ? writeToOutput(terminal, parts) : stoppable((signal) => replaceFile(file, parts, signal));
    await terminal.working('exporting', write, () => `${exporting.exported} accounts`);
    report(terminal, exporting, file, options);
  });
}

function report(terminal: Terminal, exporting: UserExport, file: string | undefined, { json }: Options): void {
  const { exported, deleted } = exporting;
  const leftOut = deleted > 0 ? [`left out ${counted(deleted, 'deleted account')}`] : [];
  if (file !== undefined) {
    terminal.print(json, { file, exported, deleted }, [
      `exported ${counted(exported, 'account')} to ${file}`,
      ...leftOut,
    ]);
    return;
  }
  for (const line of [`exported ${counted(exported, 'account')}`, ...leftOut]) terminal.note(line);
}

/**
 * The end of the export must not close standard output. Signals end the process immediately, because writing to a pipe
 * that is not read blocks it.
 */
function writeToOutput({ streams }: Terminal, parts: AsyncGenerator<string>): Promise<void> {
  const output = new Writable({
    write: (chunk, _encoding, done) => void streams.stdout.write(chunk, done),
  });
  return pipeline(parts, output);
}

/** Writes a file that only its owner can read. An older file is replaced when the new one is complete. */
async function replaceFile(file: string, parts: AsyncGenerator<string>, signal: AbortSignal): Promise<void> {
  const partial = `${file}.${randomUUID()}`;
  try {
    await pipeline(parts, createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true }), { signal });
    await rename(partial, file);
  } catch (error) {
    throw signal.aborted ? new Error('the export was stopped, and wrote no file') : error;
  } finally {
    // Until the event of the end is recorded.
    await parts.return(undefined);
    await rm(partial, { force: true });
  }
}
