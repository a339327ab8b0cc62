import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable, Writable } from 'node:stream';
import { run } from '../../src/cli/run';
import { readConfig } from '../../src/compose/config';
import { createStores, openCommandStores, type Stores, secretsOf } from '../../src/compose/stores';
import { createMigratedDatabase, onPostgres, writeDataDir } from './database';
import { type Gatehouse, startGatehouse, testSecret } from './gatehouse';
import { builtPackage, shortLived } from './process';
import { untilStopped } from './running';

/** The built command. */
export const cliFile = path.join(builtPackage, 'dist/cli/main.js');

interface Settings {
  env: Record<string, string>;
  remove(): Promise<void>;
}

/** Returns the settings of an installation with all migrations. Its embedded database is in a folder, for processes. */
export async function createMigratedSettings(): Promise<Settings> {
  const folder = await mkdtemp(path.join(tmpdir(), 'gatehouse-'));
  if (!onPostgres) await writeDataDir(folder);
  const database = await createMigratedDatabase();
  const where = database.url ? database.env : { DATA_DIR: folder };
  return {
    env: { GATEHOUSE_SECRET: testSecret, ...where },
    async remove() {
      await database.drop();
      await rm(folder, { recursive: true });
    },
  };
}

/** A database for commands and servers in this process. */
export interface Installation {
  /** Runs a command. `env` is added to its settings. */
  run(args: readonly string[], input?: string, env?: Record<string, string>): Promise<Ran>;
  /** Starts a server in this process. */
  serve(env?: Record<string, string>): Promise<Gatehouse>;
  stores: Stores;
  remove(): Promise<void>;
}

/**
 * Creates an installation whose embedded database is in memory, and stays open between the commands. On PostgreSQL, each
 * command and server connects to the database itself.
 */
export async function createInstallation(create = createMigratedDatabase): Promise<Installation> {
  const database = await create();
  const opened = await database.open();
  const shared = { ...opened, close: async () => {} };
  const settings = { GATEHOUSE_SECRET: testSecret, DATA_DIR: 'of the test database', ...database.env };
  const storesOf = (config: Parameters<typeof secretsOf>[0]) => {
    const secrets = secretsOf(config);
    if (!secrets) throw new Error('there is always a secret');
    return createStores(shared, secrets);
  };
  const openStores: typeof openCommandStores = onPostgres ? openCommandStores : async (config) => storesOf(config);
  return {
    run: (args, input, env = {}) => runCli({ ...settings, ...env }, args, input, openStores),
    serve: (env) =>
      startGatehouse(env, undefined, undefined, {
        ...database,
        open: async (limits) => (onPostgres ? database.open(limits) : shared),
        drop: async () => {},
      }),
    stores: storesOf(readConfig(settings)),
    remove: untilStopped(async () => {
      await opened.close();
      await database.drop();
    }),
  };
}

export interface Ran {
  code: number;
  out: string;
  err: string;
}

/**
 * Runs the command to its end, in this process. Its settings are `env`, and `input` is its standard input. The command
 * opens its database with `openStores`.
 */
export async function runCli(
  env: Record<string, string>,
  args: readonly string[],
  input = '',
  openStores = openCommandStores,
): Promise<Ran> {
  return withoutProgress(await runCliWithProgress(env, args, input, openStores));
}

/** As `runCli`, with the progress lines that the command prints for steps of more than a second. */
export async function runCliWithProgress(
  env: Record<string, string>,
  args: readonly string[],
  input = '',
  openStores = openCommandStores,
): Promise<Ran> {
  const [stdout, stderr] = [new Printed(), new Printed()];
  const streams = { stdin: Readable.from(input === '' ? [] : [Buffer.from(input)]), stdout, stderr };
  // A command that opens a data folder changes it.
  const umask = process.umask();
  try {
    const code = await run(args, { config: () => readConfig(env), streams, openStores });
    return { code, out: stdout.text, err: stderr.text };
  } finally {
    process.umask(umask);
  }
}

/** Keeps what is written. */
class Printed extends Writable {
  text = '';

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.text += chunk;
    done();
  }
}

/**
 * Runs the built command as a process to its end. Its environment has only `env`, and `input` is its standard input.
 * `file` replaces the command.
 */
export async function spawnCli(
  env: Record<string, string>,
  args: readonly string[],
  input = '',
  file = cliFile,
): Promise<Ran> {
  const ran = await new Promise<Ran>((resolve) => {
    const options = { env: { PATH: process.env.PATH, ...env } };
    const child = execFile(process.execPath, [...shortLived, file, ...args], options, (error, out, err) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err });
    });
    child.stdin?.end(input);
  });
  return withoutProgress(ran);
}

/** On a busy machine, a command prints progress lines. */
export const withoutProgress = ({ err, ...ran }: Ran): Ran => ({ ...ran, err: err.replaceAll(/^[a-z -]+ …\n/gm, '') });
