import type { OAuthClientStore } from '../../accounts/applications/oauth-client.store';
import type { LiveSessions } from '../../accounts/sessions/live-sessions';
import { sessionActions } from '../../accounts/sessions/sessions.audit';
import type { UserStore } from '../../accounts/users/user.store';
import type { AuditFilter, AuditStore } from '../../platform/audit/audit.store';
import type { AuditEvent } from '../../platform/audit/audit-event';
import { mostExplained } from './admin-audit.answers';
import type { AccountState, Explained, ExplainedRequest } from './explanation';

interface AuditSearchServiceNeeds {
  store: Pick<AuditStore, 'list' | 'findByRequestId'>;
  /** Can be some seconds old. */
  reading: Pick<AuditStore, 'list'>;
  users: UserStore;
  sessions: LiveSessions;
  clients: Pick<OAuthClientStore, 'findById'>;
  accountKeyOf: (emailCanonical: string) => string;
}

/** Searches the audit for an operator. */
export class AuditSearchService {
  constructor(private readonly needs: AuditSearchServiceNeeds) {}

  /**
   * Returns the newest events first. `person` is the user that the events are about, and `actor` the super admin or the service
   * that acted. Each is an id or the canonical e-mail address of a user; null means everyone.
   */
  async list(
    filter: Omit<AuditFilter, 'userId' | 'accountKey' | 'actorId'>,
    person: string | null,
    actor: string | null = null,
  ): Promise<AuditEvent[]> {
    const by = actor === null ? {} : await this.actorOf(actor);
    if (by === null) return [];
    return this.needs.reading.list({ ...filter, ...by, ...(person !== null && (await this.personOf(person))) });
  }

  private async personOf(person: string): Promise<Pick<AuditFilter, 'userId' | 'accountKey'>> {
    if (!person.includes('@')) return { userId: person };
    const found = await this.needs.users.findByEmail(person);
    return { accountKey: this.needs.accountKeyOf(person), ...(found && { userId: found.id }) };
  }

  /** Null if the address has no account. */
  private async actorOf(actor: string): Promise<Pick<AuditFilter, 'actorId'> | null> {
    if (!actor.includes('@')) return { actorId: actor };
    const found = await this.needs.users.findByEmail(actor);
    return found && { actorId: found.id };
  }

  /**
   * Returns the events of a request, with the current state of the account and the client, and the end of the session. The
   * queries run one after another, and each account, client and session is read once, so that a request with many events
   * does not take the connections of other requests.
   */
  async ofRequest(requestId: string): Promise<ExplainedRequest> {
    const found = await this.needs.store.findByRequestId(requestId, mostExplained + 1);
    const accountOf = oncePerKey((id) => this.accountOf(id));
    const clientOf = oncePerKey((id) => this.clientOf(id));
    const callerOf = oncePerKey((id) => this.callerOf(id));
    const endOf = oncePerKey((sessionId, userId: string) => this.sessionEndOf(userId, sessionId));
    const explained: Explained[] = [];
    for (const event of found.slice(0, mostExplained).reverse()) {
      const { userId, sessionId, actorId, details } = event;
      const account = userId === null ? null : await accountOf(userId);
      const client = details.clientId === undefined ? null : await clientOf(details.clientId);
      const sessionEnd = userId === null || sessionId === null ? null : await endOf(sessionId, userId);
      const actor = actorId === null ? null : await callerOf(actorId);
      explained.push({ event, account, client, actor, sessionEnd });
    }
    return { explained, hasMore: found.length > mostExplained };
  }

  private async sessionEndOf(userId: string, sessionId: string): Promise<AuditEvent | null> {
    const ends = await Promise.all(
      [sessionActions.session_ended, sessionActions.token_reused].map(({ name: action }) =>
        this.needs.store.list({ userId, action, limit: 1000 }),
      ),
    );
    return ends.flat().find((end) => endsSession(end, sessionId)) ?? null;
  }

  private clientOf(clientId: string): Promise<Explained['client']> {
    return this.needs.clients.findById(clientId);
  }

  /** The id of a super admin whose account was erased is no longer in any event, so an unknown id is that of a client. */
  private async callerOf(id: string): Promise<Explained['actor']> {
    if (await this.needs.users.findById(id)) return { kind: 'superAdmin' };
    return { kind: 'service', name: (await this.clientOf(id))?.name ?? null };
  }

  private async accountOf(userId: string): Promise<AccountState | null> {
    const user = await this.needs.users.findById(userId);
    if (!user) return null;
    return { id: user.id, disabled: user.disabled, liveSessions: await this.needs.sessions.count(user.id) };
  }
}

/** Returns a function that calls `read` once for each key, and then returns the result again. */
function oncePerKey<Rest extends unknown[], Result>(
  read: (key: string, ...rest: Rest) => Promise<Result>,
): (key: string, ...rest: Rest) => Promise<Result> {
  const results = new Map<string, Promise<Result>>();
  return (key, ...rest) => {
    const result = results.get(key) ?? read(key, ...rest);
    results.set(key, result);
    return result;
  };
}

function endsSession({ sessionId, details, firstTs }: AuditEvent, id: string): boolean {
  if (!details.sessions) return sessionId === id;
  // The event ended all sessions that existed then. A UUIDv7 contains its creation time (RFC 9562, section 5.7).
  return details.exceptSessionId !== id && Number.parseInt(id.slice(0, 13).replace('-', ''), 16) <= firstTs.getTime();
}
