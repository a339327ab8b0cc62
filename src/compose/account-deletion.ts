import { AccountEraser } from '../accounts/deletion/account-eraser';
import { DeletionSchedule } from '../accounts/deletion/deletion-schedule';
import { AccountDeletionService } from '../features/account-deletion/account-deletion.service';
import type { Log } from '../platform/observability/log';
import { type Base, openBase } from './base';
import type { Config } from './config';
import type { Passwords } from './passwords';
import type { Shared } from './shared';
import type { Stores } from './stores';

export type Deletions = ReturnType<typeof createDeletions>;

/** What erases accounts. A command must load the derivation key first, which erases events. */
export function createDeletions({
  config,
  stores,
  accountKeys,
  oneTimeTokens,
  outbox,
  liveSessions,
  revocations,
  clock,
}: Base) {
  const eraser = new AccountEraser(stores, accountKeys.accountKeyOf, revocations, clock);
  const graceDays = config.deletionGraceDays;
  return {
    eraser,
    deletions: new DeletionSchedule({ stores, oneTimeTokens, outbox, liveSessions, eraser, graceDays, clock }),
  };
}

export const createAccountDeletion = (shared: Shared, needs: Deletions & Passwords) => ({
  accountDeletion: new AccountDeletionService({ ...shared, ...needs }),
});

/** Creates the service and loads the key that erases events. @throws WrongSecretError; AppError `SERVICE_UNAVAILABLE` */
export async function openDeletionSchedule(config: Config, stores: Stores, log: Log): Promise<DeletionSchedule> {
  return createDeletions(await openBase(config, stores, log)).deletions;
}
