import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createMigratedDatabase, createTestDatabase, onPostgres, type TestDatabase, writeDataDir } from './database';
import { testSecret } from './gatehouse';
import { shortLived } from './process';

/** The built command (`npm run build`). */
export const cliFile = path.join(__dirname, '../../dist/cli/main.js');

interface Settings {
  env: Record<string, string>;
  remove(): Promise<void>;
}

/** Returns the settings of an installation without tables: embedded, or on the PostgreSQL of the tests. */
export async function createUnmigratedSettings(): Promise<Settings> {
  const folder = await mkdtemp(path.join(tmpdir(), 'gatehouse-'));
  // Without an empty database, the first start would make one with all migrations.
  if (!onPostgres) await writeDataDir(folder, 'empty');
  return settingsOf(await createTestDatabase(), folder);
}

/** Returns the settings of an installation with all migrations. */
export async function createMigratedSettings(): Promise<Settings> {
  const folder = await mkdtemp(path.join(tmpdir(), 'gatehouse-'));
  if (!onPostgres) await writeDataDir(folder);
  return settingsOf(await createMigratedDatabase(), folder);
}

function settingsOf(database: TestDatabase, folder: string): Settings {
  const where = database.url ? database.env : { DATA_DIR: folder };
  return {
    env: { GATEHOUSE_SECRET: testSecret, ...where },
    async remove() {
      await database.drop();
      await rm(folder, { recursive: true });
    },
  };
}

export interface Ran {
  code: number;
  out: string;
  err: string;
}

/**
 * Runs the command to its end. Its environment has only `env`, and `input` is its standard input. `file` replaces the
 * command.
 */
export async function runCli(
  env: Record<string, string>,
  args: readonly string[],
  input = '',
  file = cliFile,
): Promise<Ran> {
  const { err, ...ran } = await runCliWithProgress(env, args, input, file);
  // On a busy machine the command prints progress lines.
  return { ...ran, err: err.replaceAll(/^[a-z -]+ …\n/gm, '') };
}

/** As `runCli`, with the progress lines that the command prints for steps of more than a second. */
export function runCliWithProgress(
  env: Record<string, string>,
  args: readonly string[],
  input = '',
  file = cliFile,
): Promise<Ran> {
  return new Promise((resolve) => {
    const options = { env: { PATH: process.env.PATH, ...env } };
    const child = execFile(process.execPath, [...shortLived, file, ...args], options, (error, out, err) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err });
    });
    child.stdin?.end(input);
  });
}
