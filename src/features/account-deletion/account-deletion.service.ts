import type { Reauthentication } from '../../accounts/auth/reauthentication';
import type { RunAsUser } from '../../accounts/auth/run-as-user';
import { deletionPurposes } from '../../accounts/deletion/account-deletion.purposes';
import type { Deletion, DeletionSchedule } from '../../accounts/deletion/deletion-schedule';
import { mailLimits } from '../../accounts/users/mail.limits';
import type { OneTimeTokens } from '../../platform/one-time-tokens/one-time-tokens';
import type { RunOperation } from '../../platform/operations/run-operation';
import { readInput } from '../../platform/operations/run-operation';
import type { RateLimits } from '../../platform/rate-limits/rate-limits';
import type { RequestContext } from '../../platform/request/request-context';
import { cancelDeletion, deleteAccount } from './account-deletion.operations';

interface AccountDeletionServiceNeeds {
  operation: RunOperation;
  asUser: RunAsUser;
  reauthentication: Reauthentication;
  deletions: DeletionSchedule;
  oneTimeTokens: OneTimeTokens;
  rateLimits: RateLimits;
}

/** Lets users delete their own accounts, and restore them. */
export class AccountDeletionService {
  constructor(private readonly needs: AccountDeletionServiceNeeds) {}

  deleteAccount(input: unknown, context: RequestContext): Promise<Deletion> {
    return this.needs.asUser(deleteAccount, context, input, async (principal, { currentPassword }) => {
      return this.needs.reauthentication.confirm(principal, currentPassword, context, () =>
        context.timings.measure('database', () => this.needs.deletions.delete(principal.userId, context)),
      );
    });
  }

  cancelDeletion(input: unknown, context: RequestContext): Promise<void> {
    return this.needs.operation(cancelDeletion, context, async (subject) => {
      const proof = readInput(cancelDeletion, input, context);
      return this.needs.rateLimits.failures(mailLimits.RESET_NETWORK, context, () =>
        context.timings.measure('database', async () => {
          const proven = await this.needs.oneTimeTokens.prove(proof, [deletionPurposes.cancel_deletion], subject);
          await this.needs.deletions.cancel(proven, context);
        }),
      );
    });
  }
}
