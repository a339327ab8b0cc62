import type { Listen, Listening } from '../../platform/db/cluster/notifications';
import type { RejectionReason } from '../../platform/errors/rejection-reason';
import type { Log } from '../../platform/observability/log';
import type { Clock } from '../../platform/runtime/clock';
import { tokenReasons } from '../tokens/tokens.reasons';
import { longestJwtTtlS } from '../tokens/tokens.settings';
import type { OrganizationOfToken } from '../users/organization';
import type { OrganizationRevocationStore } from './organization-revocation.store';
import { type AccountRevocation, parseRevocation, type Revocation, revocationChannel } from './session';
import type { SessionStore } from './session.store';

/** The maximum difference to the clock of the instance that revoked. */
export const clockDifferenceMs = 60_000;
/** A revocation is kept for the longest possible lifetime of a token, because JWT_TTL may have been longer before. */
export const keptMs = longestJwtTtlS * 1000 + clockDifferenceMs;

/** The session of an access token, and the revision of the session when the token was issued. */
export interface TokenOfSession {
  userId: string;
  sessionId: string;
  revision: number;
  /** The organization in whose name the token was issued. */
  organization?: Pick<OrganizationOfToken, 'id' | 'revision'> | null;
}

/**
 * The revoked sessions, accounts and organizations to which a valid access token can still belong. They are kept in memory and updated
 * by notifications of the database. While notifications may be missing, each check queries the database.
 */
export class Revocations {
  private readonly sessions: KeptFor<true>;
  private readonly accounts: KeptFor<AccountRevocation>;
  /** The revision of each organization that was disabled or deleted. */
  private readonly organizations: KeptFor<number>;
  private live = false;
  private listening: Listening | null = null;

  constructor(
    private readonly store: Pick<SessionStore, 'listRevokedSince' | 'listAccountRevocationsSince' | 'revocationOf'>,
    private readonly organizationStore: Pick<OrganizationRevocationStore, 'listSince' | 'revisionOf'>,
    private readonly listen: Listen,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {
    this.sessions = new KeptFor(keptMs, clock);
    this.accounts = new KeptFor(keptMs, clock);
    this.organizations = new KeptFor(keptMs, clock);
  }

  /** Whether revocations are checked in memory. */
  get isLive(): boolean {
    return this.live;
  }

  /** The number of revoked sessions in memory. */
  get size(): number {
    return this.sessions.size;
  }

  start(): void {
    this.listening = this.listen(revocationChannel, {
      catchUp: async () => {
        const since = new Date(this.clock().getTime() - keptMs);
        for (const sessionId of await this.store.listRevokedSince(since)) this.add({ sessionId });
        for (const account of await this.store.listAccountRevocationsSince(since)) this.add(account);
        for (const organization of await this.organizationStore.listSince(since)) this.add(organization);
      },
      onUp: () => {
        this.live = true;
        this.log.info(
          { revoked: this.sessions.size, accounts: this.accounts.size, organizations: this.organizations.size },
          'revocation feed up: tokens are checked in memory',
        );
      },
      onDown: (error) => {
        if (this.live) this.log.warn({ err: error }, 'revocation feed down: every token is checked in the database');
        this.live = false;
      },
      onMessage: (payload) => {
        const revocation = parseRevocation(payload);
        if (revocation) this.add(revocation);
        else this.log.warn('a notification on the channel of revocations is no revocation, and is ignored');
      },
    });
  }

  add(revocation: Revocation): void {
    if ('sessionId' in revocation) {
      this.sessions.set(revocation.sessionId, true);
      return;
    }
    if ('organizationId' in revocation) {
      const { organizationId, revision } = revocation;
      this.organizations.set(organizationId, Math.max(revision, this.organizations.get(organizationId) ?? 0));
      return;
    }
    // A late notification must not replace a newer one.
    const known = this.accounts.get(revocation.userId);
    const newest = known && known.revision > revocation.revision ? known : revocation;
    const { userId, revision, exceptSessionId } = newest;
    // An instance of an earlier version does not know the revision of the access rights, and sends none.
    const tokensRevision = Math.max(known?.tokensRevision ?? 0, revocation.tokensRevision);
    this.accounts.set(userId, { userId, revision, exceptSessionId, tokensRevision });
  }

  /**
   * Returns why a token is rejected, or null. Answers immediately if the revocations in memory are complete, and else
   * queries the database.
   * @throws AppError `SERVICE_UNAVAILABLE` if that query fails
   */
  rejectionOf(token: TokenOfSession): RejectionReason | null | Promise<RejectionReason | null> {
    if (!this.live) return this.storedRejectionOf(token);
    const { userId, sessionId, revision, organization } = token;
    if (organization && organization.revision < (this.organizations.get(organization.id) ?? 0))
      return tokenReasons['ended organization'];
    if (this.sessions.get(sessionId)) return tokenReasons['ended session'];
    const account = this.accounts.get(userId);
    if (account === undefined || revision >= account.revision) return null;
    // After a change of the access rights, live sessions are not distinguished from those that had ended before.
    const hasEnded = sessionId !== account.exceptSessionId && account.revision > account.tokensRevision;
    if (hasEnded) return tokenReasons['ended session'];
    return revision < account.tokensRevision ? tokenReasons['changed access rights'] : null;
  }

  private async storedRejectionOf({
    sessionId,
    revision,
    organization,
  }: TokenOfSession): Promise<RejectionReason | null> {
    if (organization && organization.revision < (await this.organizationStore.revisionOf(organization.id)))
      return tokenReasons['ended organization'];
    const { isRevoked, tokensRevision } = await this.store.revocationOf(sessionId);
    if (isRevoked) return tokenReasons['ended session'];
    return revision < tokensRevision ? tokenReasons['changed access rights'] : null;
  }

  async close(): Promise<void> {
    await this.listening?.close();
  }
}

/** A map that keeps each entry for a fixed time. */
class KeptFor<Value> {
  private readonly entries = new Map<string, { value: Value; until: number }>();

  constructor(
    private readonly ms: number,
    private readonly clock: Clock,
  ) {}

  get size(): number {
    return this.entries.size;
  }

  get(key: string): Value | undefined {
    return this.entries.get(key)?.value;
  }

  set(key: string, value: Value): void {
    const now = this.clock().getTime();
    this.entries.delete(key);
    this.entries.set(key, { value, until: now + this.ms });
    // A map has its entries in the order in which they were set, so expired entries come first.
    for (const [other, { until }] of this.entries) {
      if (until > now) break;
      this.entries.delete(other);
    }
  }
}
