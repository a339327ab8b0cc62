import type { AuditFilter, AuditStore } from '../audit/audit.store';
import type { AuditEvent } from '../audit/audit-event';
import type { LiveSessions } from '../sessions/live-sessions';
import type { UserStore } from '../users/user.store';
import type { AccountState, Explained } from './explanation';

/** Searches the audit for an operator. */
export class AuditService {
  constructor(
    private readonly store: AuditStore,
    private readonly users: UserStore,
    private readonly sessions: LiveSessions,
    private readonly accountKeyOf: (emailCanonical: string) => string,
  ) {}

  /** Returns the newest events first. `person` is a user id or a canonical e-mail address; null means everyone. */
  async list(filter: Omit<AuditFilter, 'userId' | 'accountKey'>, person: string | null): Promise<AuditEvent[]> {
    if (person === null) return this.store.list(filter);
    if (!person.includes('@')) return this.store.list({ ...filter, userId: person });
    const found = await this.users.findByEmail(person);
    const accountKey = this.accountKeyOf(person);
    return this.store.list({ ...filter, accountKey, ...(found && { userId: found.id }) });
  }

  /** Returns the events of a request, with the current state of the account and the end of the session. */
  async ofRequest(requestId: string): Promise<Explained[]> {
    const events = await this.store.findByRequestId(requestId);
    return Promise.all(
      events.map(async (event) => ({
        event,
        account: await this.accountOf(event),
        sessionEnd: await this.sessionEndOf(event),
      })),
    );
  }

  private async sessionEndOf({ userId, sessionId }: AuditEvent): Promise<AuditEvent | null> {
    if (userId === null || sessionId === null) return null;
    const ends = await Promise.all(
      (['session_ended', 'token_reused'] as const).map((action) => this.store.list({ userId, action, limit: 1000 })),
    );
    return ends.flat().find((end) => endsSession(end, sessionId)) ?? null;
  }

  private async accountOf({ userId }: AuditEvent): Promise<AccountState | null> {
    const user = userId === null ? null : await this.users.findById(userId);
    if (!user) return null;
    return { id: user.id, disabled: user.disabled, liveSessions: await this.sessions.count(user.id) };
  }
}

function endsSession({ sessionId, details, firstTs }: AuditEvent, id: string): boolean {
  if (!details.sessions) return sessionId === id;
  // The event ended all sessions that existed then. A UUIDv7 contains its creation time (RFC 9562, section 5.7).
  return details.exceptSessionId !== id && Number.parseInt(id.slice(0, 13).replace('-', ''), 16) <= firstTs.getTime();
}
