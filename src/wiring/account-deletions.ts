import { AccountDeletions } from '../account-deletion/account-deletions';
import { AccountEraser } from '../account-deletion/account-eraser';
import { createAccountKeys } from '../audit/audit-log';
import type { Config } from '../config/config';
import type { Log } from '../observability/log';
import { type Core, createCore, loadDerivationKey } from './core';
import type { Stores } from './stores';

export function createAccountEraser({ derivationKey, clock }: Core, stores: Stores): AccountEraser {
  return new AccountEraser(stores, createAccountKeys(derivationKey.derive).accountKeyOf, clock);
}

export function createAccountDeletions(
  { deletionGraceDays }: Pick<Config, 'deletionGraceDays'>,
  { oneTimeTokens, outbox, liveSessions, clock }: Core,
  stores: Stores,
  eraser: AccountEraser,
): AccountDeletions {
  return new AccountDeletions({
    stores,
    oneTimeTokens,
    outbox,
    liveSessions,
    eraser,
    graceDays: deletionGraceDays,
    clock,
  });
}

/** For a command: loads the key that erases events. @throws WrongSecretError; AppError `SERVICE_UNAVAILABLE` */
export async function openAccountDeletions(config: Config, stores: Stores, log: Log): Promise<AccountDeletions> {
  const core = createCore(config, stores, log);
  await loadDerivationKey(core);
  return createAccountDeletions(config, core, stores, createAccountEraser(core, stores));
}
