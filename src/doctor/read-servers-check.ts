import type { Stores } from '../compose/stores';
import type { ReadServerReport } from '../platform/db/cluster/reads';
import { say } from '../platform/runtime/sentence';
import { type CheckResult, ok, skipped, warning } from './check-result';

/** Seconds. Less is usual, because a standby applies the changes of the primary after a moment. */
const usualLagS = 5;

/** A problem is a warning, because the primary does the reads instead. */
export async function checkReadServers(stores: Pick<Stores, 'readServers'>): Promise<CheckResult[]> {
  const reports = await stores.readServers();
  if (!reports) return [skipped(say`DATABASE_READ_URL is not set: all reads use the primary server`)];
  return reports.map(resultOf);
}

function resultOf({ name, role, lagS, problem }: ReadServerReport): CheckResult {
  if (problem !== null) return warning(say`the primary is read instead of ${name}: ${problem}`);
  if (role === 'primary') return warning(say`${name} is the primary server itself. Add a standby to DATABASE_READ_URL`);
  const says = say`${name} is a standby of the primary, and its data is ${(lagS ?? 0).toFixed(1)} s old`;
  return (lagS ?? 0) > usualLagS ? warning(say`${says}. Check its replication`) : ok(says);
}
