import { AccountEraser } from '../accounts/deletion/account-eraser';
import { DeletionSchedule } from '../accounts/deletion/deletion-schedule';
import { AccountDeletionService } from '../features/account-deletion/account-deletion.service';
import type { Log } from '../platform/observability/log';
import type { Config } from './config';
import { type Core, openCore } from './core';
import type { Passwords } from './passwords';
import type { Platform } from './shared';
import type { Stores } from './stores';

export type Deletions = ReturnType<typeof deletionParts>;

/** What erases accounts. A command must load the derivation key first, which erases events. */
export function deletionParts({ config, stores, accountKeys, oneTimeTokens, outbox, liveSessions, clock }: Core) {
  const eraser = new AccountEraser(stores, accountKeys.accountKeyOf, clock);
  const graceDays = config.deletionGraceDays;
  return {
    eraser,
    deletions: new DeletionSchedule({ stores, oneTimeTokens, outbox, liveSessions, eraser, graceDays, clock }),
  };
}

export const accountDeletionModule = (platform: Platform, needs: Deletions & Passwords) => ({
  accountDeletion: new AccountDeletionService({ ...platform, ...needs }),
});

/** Creates the service and loads the key that erases events. @throws WrongSecretError; AppError `SERVICE_UNAVAILABLE` */
export async function openDeletionSchedule(config: Config, stores: Stores, log: Log): Promise<DeletionSchedule> {
  return deletionParts(await openCore(config, stores, log)).deletions;
}
