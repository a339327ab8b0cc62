import type { AdminOperations } from '../../accounts/admin-access/admin-access';
import type { OAuthClient } from '../../accounts/applications/oauth-client';
import type { OAuthClientStore } from '../../accounts/applications/oauth-client.store';
import type { Person } from '../../accounts/users/person.inputs';
import type { User } from '../../accounts/users/user';
import type { UserStore } from '../../accounts/users/user.store';
import type { AuditPageFilter, AuditStore } from '../../platform/audit/audit.store';
import type { AuditEvent } from '../../platform/audit/audit-event';
import { notFound } from '../../platform/errors/app-error';
import { type Page, pageIn } from '../../platform/operations/answer';
import { readInput } from '../../platform/operations/run-operation';
import type { RequestContext } from '../../platform/request/request-context';
import { textOf } from '../../platform/runtime/sentence';
import { auditEvents, explain, noSuchRequest } from './admin-audit.operations';
import type { AuditSearchService } from './audit-search.service';
import { type EventExplanation, explainRequest } from './explanation';

/** An event with the accounts and the service that it names, as they are now. Null if it names none, or if it was removed. */
export interface NamedEvent extends AuditEvent {
  user: User | null;
  actor: User | null;
  actorClient: Pick<OAuthClient, 'id' | 'name'> | null;
}

/** What the audit knows about a request. */
export interface Explanation {
  requestId: string;
  cause: string;
  advice: string | null;
  lines: string[];
  events: NamedEvent[];
  /** Whether the request has more events. */
  hasMore: boolean;
  /** The same, for the console in other languages. */
  sentences: EventExplanation;
}

interface AdminAuditServiceNeeds {
  admin: AdminOperations;
  /** Can be some seconds old. */
  store: Pick<AuditStore, 'page'>;
  users: Pick<UserStore, 'findByEmail' | 'findByIds'>;
  clients: Pick<OAuthClientStore, 'namesOf'>;
  audit: Pick<AuditSearchService, 'ofRequest'>;
  accountKeyOf: (emailCanonical: string) => string;
}

/** The audit for super admins, for both APIs. */
export class AdminAuditService {
  constructor(private readonly needs: AdminAuditServiceNeeds) {}

  /** Returns a page of the events, the newest first. */
  auditEvents(input: unknown, context: RequestContext): Promise<Page<NamedEvent>> {
    return this.needs.admin.read(auditEvents, context, async (about) => {
      const { first, after, filter } = readInput(auditEvents, input, context);
      const person = filter.user && (await this.personOf(filter.user));
      if (person?.userId) about.userId = person.userId;
      const actorId = filter.actor && (await this.idOf(filter.actor));
      // An address without an account has never acted.
      if (filter.actor && actorId === null) return { items: [], hasMore: false };
      const { action, outcome, network, organizationId, since, until, reads } = filter;
      const criteria = { person, actorId, action, outcome, network, organizationId, since, until, reads };
      const found = await this.needs.store.page({ first, after, ...criteria });
      const { items, hasMore } = pageIn(found, first);
      return { items: await this.named(items), hasMore };
    });
  }

  explain(input: unknown, context: RequestContext): Promise<Explanation> {
    return this.needs.admin.read(explain, context, async (about) => {
      const { requestId } = readInput(explain, input, context);
      const found = await this.needs.audit.ofRequest(requestId);
      const { explained, hasMore } = found;
      const [first] = explained;
      if (!first) throw notFound(noSuchRequest);
      const { userId } = first.event;
      if (userId !== null) about.userId = userId;
      const { lines, ...sentences } = explainRequest(found);
      const { cause, advice } = sentences;
      return {
        requestId,
        cause: textOf(cause),
        advice: advice && textOf(advice),
        lines,
        events: await this.named(explained.map(({ event }) => event)),
        hasMore,
        sentences,
      };
    });
  }

  /** Also finds attempts with the address, which name no account if it has none. */
  private async personOf(person: Person): Promise<NonNullable<AuditPageFilter['person']>> {
    if ('id' in person) return { userId: person.id, accountKey: null };
    return { userId: await this.idOf(person), accountKey: this.needs.accountKeyOf(person.address) };
  }

  private async named(events: readonly AuditEvent[]): Promise<NamedEvent[]> {
    const ids = new Set(events.flatMap(({ userId, actorId }) => [userId ?? [], actorId ?? []].flat()));
    const found = ids.size > 0 ? await this.needs.users.findByIds([...ids]) : [];
    const people = new Map(found.map((user) => [user.id, user]));
    const personOf = (id: string | null) => people.get(id ?? '') ?? null;
    const callers = new Set(
      events.flatMap(({ actorId }) => (actorId === null || people.has(actorId) ? [] : [actorId])),
    );
    const clients = callers.size > 0 ? await this.needs.clients.namesOf([...callers]) : [];
    return events.map((event) => ({
      ...event,
      user: personOf(event.userId),
      actor: personOf(event.actorId),
      actorClient: clients.find(({ id }) => id === event.actorId) ?? null,
    }));
  }

  private async idOf(person: Person): Promise<string | null> {
    return 'id' in person ? person.id : ((await this.needs.users.findByEmail(person.address))?.id ?? null);
  }
}
