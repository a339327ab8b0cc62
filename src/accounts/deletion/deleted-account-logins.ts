import { AppError } from '../../platform/errors/app-error';
import type { RateLimits } from '../../platform/rate-limits/rate-limits';
import type { RequestContext } from '../../platform/request/request-context';
import { requestedMail } from '../users/mail.limits';
import type { Credentials } from '../users/user.store';
import type { UserChangesStore } from '../users/user-changes.store';
import { deletionReasons } from './deletion.reasons';
import type { DeletionSchedule } from './deletion-schedule';

/** After a login with the right password, says to the user of a deleted account how to restore it. */
export class DeletedAccountLogins {
  constructor(
    private readonly users: Pick<UserChangesStore, 'findDeletion'>,
    private readonly deletions: Pick<DeletionSchedule, 'remind'>,
    private readonly rateLimits: RateLimits,
  ) {}

  async errorOf({ user, emailCanonical }: Credentials, context: RequestContext): Promise<AppError> {
    const deletion = await context.timings.measure('database', () => this.users.findDeletion(user.id));
    if (!deletion || deletion.wasDisabled) return new AppError('ACCOUNT_DISABLED');
    const isSent = await this.rateLimits
      .count(requestedMail('deletion_scheduled', emailCanonical), context, async ({ isPaused }) => {
        if (!isPaused) await context.timings.measure('database', () => this.deletions.remind(user.id, context));
        return true;
      })
      .catch((error: unknown) => {
        // The user gets the answer without the e-mail.
        if (error instanceof AppError) return false;
        throw error;
      });
    const day = deletion.dueTs.toISOString().slice(0, 10);
    const how = isSent
      ? 'To restore it, use the link in the e-mail that was sent to you.'
      : 'To restore it, use the link in the e-mail that you got after the deletion.';
    const msg = `This account was deleted. It is erased on ${day}. ${how}`;
    return new AppError('ACCOUNT_DISABLED', { msg, reason: deletionReasons['deleted account'], ofUser: user.id });
  }
}
