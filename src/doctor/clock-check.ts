import type { Config } from '../compose/config';
import type { Stores } from '../compose/stores';
import { measureClockOffset, medianOffset } from '../platform/instances/clock-offset';
import type { Instance } from '../platform/instances/instance.store';
import { type Sentence, say } from '../platform/runtime/sentence';
import { type CheckResult, failure, ok, skipped, warning } from './check-result';

/** Milliseconds. One clock sets the times of a token, and other clocks check them. */
const clockDifference = { warning: 1000, failure: 30_000 } as const;
/** With the clock of the database, these are three clocks, so one of them can be wrong. */
const instancesThatDecide = 2;
const mostShown = 20;

/** The instances that run. Null with the embedded database, which has one. */
export const listInstances = ({ database }: Config, { instances }: Stores): Promise<Instance[] | null> =>
  database.kind === 'embedded' ? Promise.resolve(null) : instances.list();

/** Compares the clock of this machine, of the database and of each instance. */
export async function checkClock(stores: Stores, instances: readonly Instance[]): Promise<CheckResult[]> {
  const ownMs = await measureClockOffset(stores.instances);
  if (ownMs === null) return [warning(say`the database answers too slowly to compare its clock`)];
  if (instances.length < instancesThatDecide) {
    return [checkTwoClocks(ownMs), ...instances.flatMap((instance) => checkInstance(instance, 0))];
  }
  const sharedMs = medianOffset(instances.map(({ clockOffsetMs }) => clockOffsetMs));
  const own = ownMs - sharedMs;
  return [
    isOff(own)
      ? warning(say`the clock of this machine is ${by(own)} the clocks of the instances. ${synchronize}`)
      : ok(say`the clock of the database is ${by(-ownMs)} the clock of this machine`),
    ...(isOff(sharedMs)
      ? [warning(say`the clock of the database is ${by(-sharedMs)} the clocks of the instances. ${synchronize}`)]
      : []),
    ...instances.flatMap((instance) => checkInstance(instance, sharedMs)),
  ];
}

/** Lists the instances, because during an upgrade their versions differ. */
export function checkInstances(instances: readonly Instance[] | null): CheckResult {
  if (!instances) return skipped(say`the embedded database has one instance`);
  if (instances.length === 0) return ok(say`no instance runs on this database`);
  const listed = instances.slice(0, mostShown).map((instance) => `${nameOf(instance)} ${instance.version}`);
  const says = `${instances.length}: ${listed.join(', ')}${instances.length > mostShown ? ', …' : ''}`;
  const versions = new Set(instances.map(({ version }) => version));
  return versions.size > 1
    ? warning(say`the instances have different versions. Finish the upgrade. ${says}`)
    : ok(says);
}

function checkTwoClocks(ownMs: number): CheckResult {
  const says = say`the clock of the database is ${by(-ownMs)} the clock of this machine`;
  if (Math.abs(ownMs) >= clockDifference.failure) {
    return failure(say`${says}, so tokens and sessions end too early or too late. Synchronize both with a time server`);
  }
  return isOff(ownMs) ? warning(say`${says}. Synchronize both with a time server`) : ok(says);
}

function checkInstance(instance: Instance, sharedMs: number): CheckResult[] {
  const offMs = instance.clockOffsetMs - sharedMs;
  if (!isOff(offMs)) return [];
  return [warning(say`the clock of the instance ${nameOf(instance)} is ${by(offMs)} the other clocks. ${synchronize}`)];
}

const synchronize = say`Synchronize it with a time server`;
const isOff = (ms: number): boolean => Math.abs(ms) >= clockDifference.warning;
const by = (ms: number): Sentence => {
  const seconds = Math.abs(ms / 1000).toFixed(3);
  return ms < 0 ? say`${seconds} s behind` : say`${seconds} s ahead of`;
};
const nameOf = ({ name, id }: Instance): string => `${name} (${id.slice(0, 8)})`;
