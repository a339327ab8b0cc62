import { AccountDeletions } from '../features/account-deletion/account-deletions';
import { AccountEraser } from '../features/account-deletion/account-eraser';
import type { Core } from './core';

export type Deletions = ReturnType<typeof accountDeletionModule>;

/** A command must load the derivation key first, which erases events. */
export function accountDeletionModule({
  config,
  stores,
  accountKeys,
  oneTimeTokens,
  outbox,
  liveSessions,
  clock,
}: Core) {
  const eraser = new AccountEraser(stores, accountKeys.accountKeyOf, clock);
  const graceDays = config.deletionGraceDays;
  return {
    eraser,
    deletions: new AccountDeletions({ stores, oneTimeTokens, outbox, liveSessions, eraser, graceDays, clock }),
  };
}
