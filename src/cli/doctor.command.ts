import type { Command } from 'commander';
import { createSecretRotation } from '../compose/admin-installation';
import type { Config } from '../compose/config';
import { isNew } from '../compose/stores';
import { type Finding, failure, messageOf, skipped } from '../doctor/check-result';
import { checkDataFolder, type DoctorInput, examine, longestName } from '../doctor/doctor';
import { sendTestSms } from '../doctor/sms-check';
import { ConfigError } from '../platform/config/config-error';
import { DataDirInUseError } from '../platform/db/data-dir';
import { NoSocketError } from '../platform/db/socket-path';
import { systemClock } from '../platform/runtime/clock';
import type { CommandContext } from './command-context';
import { exitCodes } from './exit-codes';
import { counted, type Terminal } from './terminal';

interface DoctorOptions {
  hashing: boolean;
  sms?: string;
}

const marks = { ok: 'ok', warning: 'warning', failure: 'FAILURE', skipped: 'skipped' } as const;

export function registerDoctorCommand(program: Command, context: CommandContext): void {
  const { terminal } = context;
  program
    .command('doctor')
    .description('check settings, database, keys, proxies and speed; exit with 1 if a check fails')
    .option('--no-hashing', 'skip the check of password hashing, which uses all cores for some seconds')
    .option('--sms <number>', 'send an SMS, too')
    .option('--json', 'print JSON, for scripts')
    .action(async ({ hashing, sms, json }: DoctorOptions & { json?: boolean }) => {
      const findings: Finding[] = [];
      for await (const finding of reported(
        examination(context, { hashing, ...(sms !== undefined && { sms }) }),
        terminal,
      )) {
        findings.push(finding);
        if (!json) terminal.printLine(lineOf(finding));
      }
      const failures = findings.filter(({ verdict }) => verdict === 'failure').length;
      const warnings = findings.filter(({ verdict }) => verdict === 'warning').length;
      const isHealthy = failures === 0;
      const summary = isHealthy ? 'healthy' : `not healthy: ${counted(failures, 'failure')}`;
      terminal.print(json, { healthy: isHealthy, findings: findings.map(toRecord) }, [
        '',
        `${summary}, ${counted(warnings, 'warning')}`,
      ]);
      if (!isHealthy) context.exitCode = exitCodes.failed;
    });
}

const toRecord = ({ check, verdict, says }: Finding) => ({ check, verdict, says });

const lineOf = ({ check, verdict, says }: Finding): string =>
  `${marks[verdict].padEnd(9)}${check.padEnd(longestName)}  ${says}`;

async function* examination(
  { config: read, openStores }: CommandContext,
  options: DoctorOptions,
): AsyncGenerator<Finding> {
  let config: Config;
  try {
    config = read();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    for (const problem of error.problems) yield { check: 'settings', ...failure(problem) };
    return;
  }
  const dataFolder = checkDataFolder(config);
  const input: DoctorInput = {
    config,
    clock: systemClock,
    dataFolder,
    database: await openOrExplain(config, openStores),
  };
  try {
    yield* examine(input, options);
    if (options.sms !== undefined) yield { check: 'text messages', ...(await sendTestSms(config, options.sms)) };
  } finally {
    if ('stores' in input.database) await input.database.stores.close();
  }
}

async function openOrExplain(
  config: Config,
  openStores: CommandContext['openStores'],
): Promise<DoctorInput['database']> {
  if (isNew(config)) return skipped('there is no embedded database yet: the first start creates it');
  try {
    const stores = await openStores(config);
    return { stores, rotation: createSecretRotation(stores, stores.secrets) };
  } catch (error) {
    const isInUse = error instanceof DataDirInUseError || error instanceof NoSocketError;
    return isInUse ? skipped(error.message) : failure(messageOf(error));
  }
}

async function* reported(findings: AsyncGenerator<Finding>, terminal: Terminal): AsyncGenerator<Finding> {
  for (;;) {
    const next = await terminal.working('examining', () => findings.next());
    if (next.done) return;
    yield next.value;
  }
}
