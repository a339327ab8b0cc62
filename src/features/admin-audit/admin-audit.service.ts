import type { AuditPageFilter, AuditStore } from '../../platform/audit/audit.store';
import type { AuditEvent } from '../../platform/audit/audit-event';
import { notFound } from '../../platform/errors/app-error';
import { readInput } from '../../platform/operations/run-operation';
import type { RequestContext } from '../../platform/request/request-context';
import type { AdminOperations } from '../administration/admin-access';
import type { User } from '../users/user';
import type { UserStore } from '../users/user.store';
import type { Person } from './admin-audit.inputs';
import { auditEvents, explain } from './admin-audit.operations';
import type { AuditSearchService } from './audit-search.service';
import { explainRequest, type RequestExplanation } from './explanation';

/** The accounts that a list of events names and that still exist, by id. */
export type AuditPeople = ReadonlyMap<
  string,
  Pick<User, 'id' | 'email' | 'firstName' | 'lastName' | 'disabled' | 'emailVerified'>
>;

export interface AuditPage {
  events: AuditEvent[];
  people: AuditPeople;
  hasMore: boolean;
}

/** What the audit knows about a request. */
export interface Explanation extends RequestExplanation {
  requestId: string;
  events: AuditEvent[];
  people: AuditPeople;
  /** Whether the request has more events. */
  hasMore: boolean;
}

/** The audit for super admins, for both APIs. */
export class AdminAuditService {
  constructor(
    private readonly admin: AdminOperations,
    private readonly store: Pick<AuditStore, 'page'>,
    private readonly users: Pick<UserStore, 'findByEmail' | 'findByIds'>,
    private readonly audit: Pick<AuditSearchService, 'ofRequest'>,
    private readonly accountKeyOf: (emailCanonical: string) => string,
  ) {}

  /** Returns a page of the events, the newest first. */
  auditEvents(input: unknown, context: RequestContext): Promise<AuditPage> {
    return this.admin.read(auditEvents, context, async (about) => {
      const { first, after, filter } = readInput(auditEvents, input, context);
      const person = filter.user && (await this.personOf(filter.user));
      if (person?.userId) about.userId = person.userId;
      const actorId = filter.actor && (await this.idOf(filter.actor));
      // An address without an account has never acted.
      if (filter.actor && actorId === null) return { events: [], people: new Map(), hasMore: false };
      const { action, outcome, network, since, until, reads } = filter;
      const criteria = { person, actorId, action, outcome, network, since, until, reads };
      const found = await this.store.page({ first, after, ...criteria });
      const events = found.slice(0, first);
      return { events, people: await this.peopleOf(events), hasMore: found.length > first };
    });
  }

  explain(input: unknown, context: RequestContext): Promise<Explanation> {
    return this.admin.read(explain, context, async (about) => {
      const { requestId } = readInput(explain, input, context);
      const found = await this.audit.ofRequest(requestId);
      const { explained, hasMore } = found;
      const [first] = explained;
      if (!first) throw notFound('request');
      const { userId } = first.event;
      if (userId !== null) about.userId = userId;
      const events = explained.map(({ event }) => event);
      return { requestId, ...explainRequest(found), events, people: await this.peopleOf(events), hasMore };
    });
  }

  /** Also finds attempts with the address, which name no account if it has none. */
  private async personOf(person: Person): Promise<NonNullable<AuditPageFilter['person']>> {
    if ('id' in person) return { userId: person.id, accountKey: null };
    return { userId: await this.idOf(person), accountKey: this.accountKeyOf(person.address) };
  }

  private async peopleOf(events: readonly AuditEvent[]): Promise<AuditPeople> {
    const ids = new Set(events.flatMap(({ userId, actorId }) => [userId ?? [], actorId ?? []].flat()));
    const people = ids.size > 0 ? await this.users.findByIds([...ids]) : [];
    return new Map(people.map((user) => [user.id, user]));
  }

  private async idOf(person: Person): Promise<string | null> {
    return 'id' in person ? person.id : ((await this.users.findByEmail(person.address))?.id ?? null);
  }
}
