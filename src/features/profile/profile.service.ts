import type { RunAsUser } from '../../accounts/auth/run-as-user';
import type { SessionOpener } from '../../accounts/auth/session-opener';
import type { ClaimChangeStores, ClaimChanges } from '../../accounts/sessions/claim-changes';
import type { LiveSessions } from '../../accounts/sessions/live-sessions';
import type { SessionOfUser } from '../../accounts/sessions/session';
import type { SessionSelection } from '../../accounts/sessions/session.store';
import { accountRejected } from '../../accounts/tokens/access-token-rejection';
import type { User } from '../../accounts/users/user';
import type { UserChangesStore } from '../../accounts/users/user-changes.store';
import { changeFields } from '../../accounts/users/user-field-changes';
import type { UserFields } from '../../accounts/users/user-fields';
import { withFields } from '../../accounts/users/user-fields.inputs';
import type { UserFieldsStore } from '../../accounts/users/user-fields.store';
import type { AuditStore } from '../../platform/audit/audit.store';
import { successEvent } from '../../platform/audit/audit-event';
import type { Transact } from '../../platform/db/database';
import type { RequestContext } from '../../platform/request/request-context';
import type { Clock } from '../../platform/runtime/clock';
import { profileActions } from './profile.audit';
import { updateProfile } from './profile.operations';

interface ProfileStores {
  transaction: Transact<
    ClaimChangeStores & {
      userChanges: UserChangesStore;
      userFields: UserFieldsStore;
      audit: Pick<AuditStore, 'insert'>;
    }
  >;
}

interface ProfileServiceNeeds {
  asUser: RunAsUser;
  stores: ProfileStores;
  claimChanges: ClaimChanges;
  liveSessions: Pick<LiveSessions, 'idleSince'>;
  opener: Pick<SessionOpener, 'tokensOf'>;
  userFields: UserFields;
  clock: Clock;
}

interface ChangedProfile {
  user: User;
  /** A new access token, if the one of the request shows what has changed and so is rejected. Else null. */
  jwt: string | null;
}

export class ProfileService {
  private readonly declared;

  constructor(private readonly needs: ProfileServiceNeeds) {
    this.declared = {
      updateProfile: withFields(updateProfile, needs.userFields, { by: 'user' }),
      updateFields: withFields(updateProfile, needs.userFields, { by: 'user', isOnly: true }),
    };
  }

  /**
   * Changes the fields of the input, and leaves the others as they are. A new phone number is not verified.
   * If access tokens show a field that has changed, they are rejected. The client takes the new one, or refreshes.
   * @throws AppError `VALIDATION_FAILED`, `UNAUTHENTICATED`, `FORBIDDEN`, `RATE_LIMITED`, `SERVICE_UNAVAILABLE`
   */
  updateProfile(input: unknown, context: RequestContext): Promise<ChangedProfile> {
    return this.change(this.declared.updateProfile, input, context);
  }

  /** Changes the fields that the installation adds, which the input must have. @throws as `updateProfile` */
  changeFields({ fields }: { fields: unknown }, context: RequestContext): Promise<ChangedProfile> {
    return this.change(this.declared.updateFields, { fields }, context);
  }

  private change(operation: typeof updateProfile, input: unknown, context: RequestContext): Promise<ChangedProfile> {
    const { asUser, stores, claimChanges, opener, clock } = this.needs;
    return asUser(operation, context, input, async ({ userId, sessionId, actor }, { fields, ...changes }) => {
      const at = clock();
      const { user, session, announce } = await context.timings.measure('database', () =>
        stores.transaction(userId, async (tx) => {
          const watched = await claimChanges.watch(tx, userId);
          if (fields) await tx.userChanges.lock(userId);
          const own = await changeFields(tx.userFields, userId, fields, at);
          const updated = await tx.userChanges.updateProfile(userId, changes, at);
          if (!updated || updated.user.disabled) throw accountRejected(updated);
          const changed = [...updated.fields, ...own];
          if (changed.length > 0) {
            const about = { userId, sessionId, details: { fields: changed } };
            await tx.audit.insert([successEvent(profileActions.profile_changed, at, context, about)]);
          }
          const { announce, isOutdated } = await watched.settle(changed);
          // The token of a super admin who acts as the user has no claims of the user to renew.
          const session = isOutdated && !actor ? await this.kept(tx, { userId, id: sessionId }, at) : null;
          return { user: updated.user, session, announce };
        }),
      );
      announce();
      const tokens = session && (await opener.tokensOf({ session, refreshToken: null }, 'body', at, context.timings));
      return { user, jwt: tokens?.jwt ?? null };
    });
  }

  /** Returns the session with the revision after the change, and without a new proof. Null if it has ended. */
  private async kept(
    { sessions }: Pick<ClaimChangeStores, 'sessions'>,
    selection: SessionSelection,
    at: Date,
  ): Promise<SessionOfUser | null> {
    const before = await sessions.findById(selection.id);
    const idleSince = this.needs.liveSessions.idleSince(at);
    return before && sessions.stepUp(selection, { authentication: before, authTs: before.authTs, at, idleSince });
  }
}
