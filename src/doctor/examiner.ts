import { createSecretRotation } from '../compose/admin-installation';
import type { Config } from '../compose/config';
import type { Shared } from '../compose/shared';
import type { Stores } from '../compose/stores';
import type { ExamineInstallation } from '../features/admin-installation/admin-installation.service';
import { say } from '../platform/runtime/sentence';
import { waitAtMost } from '../platform/runtime/wait-at-most';
import { ArrivalProbe } from './arrival-probe';
import { type Finding, failure, messageOf, skipped } from './check-result';

/** Milliseconds. */
interface ExaminerTimes {
  /** How long a caller waits for the checks. */
  waitMs: number;
  /** How long the results of a run are returned, before the next run. */
  keptMs: number;
}

/** An operation may take 2.8 s, and also reads the account of the caller and writes its event. */
const defaultTimes: ExaminerTimes = { waitMs: 2000, keptMs: 10_000 };

interface Examination {
  findings: Finding[];
  ended: Promise<void>;
  /** A time of `performance.now()`. Null while it runs. */
  endedAt: number | null;
}

/**
 * Examines the installation for the running server. All callers share one run, and the results of the last one. The checks
 * can wait for other services, so a caller gets the results of the checks that have ended in time.
 */
export class Examiner {
  private last: Examination | null = null;

  constructor(
    private readonly examine: () => AsyncIterable<Finding>,
    /** The names of all checks in their order. */
    private readonly checks: () => readonly string[],
    private readonly times: ExaminerTimes = defaultTimes,
  ) {}

  async findings(): Promise<Finding[]> {
    const examination = this.current();
    await waitAtMost(this.times.waitMs, examination.ended);
    const { findings } = examination;
    const done = new Set(findings.map(({ check }) => check));
    const missing = examination.endedAt === null ? this.checks().filter((check) => !done.has(check)) : [];
    return [...findings, ...missing.map((check) => ({ check, ...notYet }))];
  }

  private current(): Examination {
    const { last } = this;
    const isFresh = last && (last.endedAt === null || performance.now() - last.endedAt < this.times.keptMs);
    if (isFresh) return last;
    const findings: Finding[] = [];
    const examination: Examination = { findings, ended: Promise.resolve(), endedAt: null };
    examination.ended = this.run(findings).then(() => {
      examination.endedAt = performance.now();
    });
    this.last = examination;
    return examination;
  }

  private async run(findings: Finding[]): Promise<void> {
    try {
      for await (const finding of this.examine()) findings.push(finding);
    } catch (error) {
      findings.push({ check: 'doctor', ...failure(messageOf(error)) });
    }
  }
}

const notYet = skipped(
  say`this check has not ended yet, because it waits for another service. Ask again in some seconds`,
);

export const createArrivalProbe = ({ derivationKey, clock }: Shared) => new ArrivalProbe(derivationKey.derive, clock);

/** The checks are loaded when they first run, because most servers never need them. */
export function createExaminer({ config, stores }: { config: Config; stores: Stores }): ExamineInstallation {
  const doctor = () => require('./doctor') as typeof import('./doctor.js');
  const examiner = new Examiner(
    () => {
      const { checkDataFolder, examine } = doctor();
      const database = { stores, rotation: createSecretRotation(stores, stores.secrets) };
      const input = { config, clock: stores.clock, dataFolder: checkDataFolder(config), database };
      return examine(input, { hashing: false });
    },
    () => doctor().serverChecks,
  );
  return () => examiner.findings();
}
