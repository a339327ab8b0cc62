import type { TokenClaims } from '../tokens/token-claims';
import type { UserChangesStore } from '../users/user-changes.store';
import type { ClaimSource } from '../users/user-claims';
import type { UserClaimsStore } from '../users/user-claims.store';
import type { LiveSessions } from './live-sessions';
import type { SessionStore } from './session.store';

export interface ClaimChangeStores {
  userChanges: Pick<UserChangesStore, 'lock'>;
  userClaims: Pick<UserClaimsStore, 'findSource'>;
  sessions: SessionStore;
}

interface Settled {
  announce(): void;
  /** Whether the access tokens of the user are rejected now. */
  isOutdated: boolean;
}

interface WatchedUser {
  /**
   * Rejects the access tokens of the user that exist if they have other claims now, or if `outdates` is set. The caller
   * has made the change, and calls `announce` after the commit. `fields` are those that have changed. `isDecided` accepts
   * claims of any size.
   * @throws AppError `VALIDATION_FAILED` if the claims would be too large for a token
   */
  settle(fields: readonly string[], options?: { outdates?: boolean; isDecided?: boolean }): Promise<Settled>;
}

const nothing: Settled = { announce: () => {}, isOutdated: false };

/** Changes of what access tokens say about a user, in the transaction of the caller. */
export class ClaimChanges {
  constructor(
    private readonly tokenClaims: TokenClaims,
    private readonly liveSessions: Pick<LiveSessions, 'outdateTokensWith'>,
  ) {}

  /** Begins before the change. Locks the account. Without TOKEN_CLAIMS, makes no statement. */
  async watch(tx: ClaimChangeStores, userId: string): Promise<WatchedUser> {
    const template = this.tokenClaims.load();
    if (template) await tx.userChanges.lock(userId);
    const before = template && (await tx.userClaims.findSource(userId));
    return {
      settle: async (fields, { outdates = false, isDecided = false } = {}) => {
        const after = before && fields.length > 0 && (await tx.userClaims.findSource(userId));
        if (after && !isDecided) this.tokenClaims.reject(after, fields, before);
        const isShown = after && template && isDifferent(template.render(before), template.render(after));
        if (!isShown && !outdates) return nothing;
        return { ...(await this.liveSessions.outdateTokensWith(tx, userId)), isOutdated: true };
      },
    };
  }

  /** For a change that happens later. @throws AppError `VALIDATION_FAILED`, as `settle` */
  async rejectTooLarge(
    { userClaims }: Pick<ClaimChangeStores, 'userClaims'>,
    userId: string,
    change: Partial<ClaimSource>,
  ): Promise<void> {
    const user = this.tokenClaims.load() && (await userClaims.findSource(userId));
    if (user) this.tokenClaims.reject({ ...user, ...change }, Object.keys(change), user);
  }
}

/** Both were made from the same template, so the names have the same order, except in claims, which jsonb has sorted. */
const isDifferent = (before: object, after: object): boolean => JSON.stringify(before) !== JSON.stringify(after);
