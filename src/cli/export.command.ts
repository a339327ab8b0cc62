import { randomUUID } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import type { Config } from '../config/config';
import type { UserExport } from '../imports/user-export.service';
import { createUserExport } from '../wiring/imports';
import { examples } from './help';
import { stoppable } from './stop-signal';
import { confirm, counted, print, working } from './terminal';
import { withStores } from './with-stores';

interface Options {
  withHashes?: true;
  yes?: boolean;
  json?: boolean;
}

export function registerExportCommands(program: Command, config: () => Config): void {
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
    .action((file: string | undefined, options: Options) => exportUsers(config(), file, options));
}

async function exportUsers(config: Config, file: string | undefined, options: Options): Promise<void> {
  const withHashes = options.withHashes ?? false;
  if (withHashes) await confirm('Write the password hashes of all users?', options);
  if (file !== undefined && existsSync(file)) await confirm(`Replace ${file}?`, options);
  await withStores(config, async (stores) => {
    const exporting = createUserExport(stores);
    const parts = exporting.parts({ withHashes });
    const write = () =>
      file === undefined ? writeToOutput(parts) : stoppable((signal) => replaceFile(file, parts, signal));
    await working('exporting', write, () => `${exporting.exported} accounts`);
    report(exporting, file, options);
  });
}

function report(exporting: UserExport, file: string | undefined, { json }: Options): void {
  const { exported, deleted } = exporting;
  const leftOut = deleted > 0 ? [`left out ${counted(deleted, 'deleted account')}`] : [];
  if (file !== undefined) {
    print(json, { file, exported, deleted }, [`exported ${counted(exported, 'account')} to ${file}`, ...leftOut]);
    return;
  }
  for (const line of [`exported ${counted(exported, 'account')}`, ...leftOut]) process.stderr.write(`${line}\n`);
}

/**
 * The end of the export must not close standard output. Signals end the process immediately, because writing to a pipe
 * that is not read blocks it.
 */
function writeToOutput(parts: AsyncGenerator<string>): Promise<void> {
  const output = new Writable({
    write: (chunk, _encoding, done) => void process.stdout.write(chunk, done),
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
