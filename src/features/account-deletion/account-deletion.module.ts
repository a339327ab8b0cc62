import type { Config } from '../../platform/config/config';
import type { Log } from '../../platform/observability/log';
import { type Core, openCore } from '../../wiring/core';
import type { Platform } from '../../wiring/platform';
import type { Stores } from '../../wiring/stores';
import type { Passwords } from '../passwords/passwords.module';
import { AccountDeletionService } from './account-deletion.service';
import { AccountEraser } from './account-eraser';
import { DeletionSchedule } from './deletion-schedule';

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
