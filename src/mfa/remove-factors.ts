import type { AuditStore } from '../audit/audit.store';
import { successEvent } from '../audit/audit-event';
import type { RequestContext } from '../request/request-context';
import type { FactorStore } from './factor.store';

/** The stores of a transaction that removes the second factors of an account, because its address was never verified. */
export interface FactorRemovalStores {
  factors: Pick<FactorStore, 'removeAll'>;
  audit: Pick<AuditStore, 'insert'>;
}

/** Also removes an authenticator application that is not confirmed yet. Records the event if there was a second factor. */
export async function removeFactors(
  tx: FactorRemovalStores,
  userId: string,
  at: Date,
  context: RequestContext,
): Promise<void> {
  if (await tx.factors.removeAll(userId)) {
    await tx.audit.insert([successEvent('factors_reset', at, context, { userId })]);
  }
}
