import { GraphQLJSONObject } from 'graphql-scalars';
import { Ctx, Field, ID, Int, ObjectType, Query, Resolver } from 'type-graphql';
import type { AuditEvent } from '../../platform/audit/audit-event';
import { DateTime } from '../../platform/graphql/date-time';
import type { GraphqlContext } from '../../platform/graphql/graphql-context';
import { FieldOf, FilterOf } from '../../platform/graphql/input-type';
import { nextPage, options } from '../../platform/graphql/operation-options';
import { PageInfoType } from '../../platform/graphql/page-info.type';
import { toPageCursor } from '../../platform/request/page-cursor';
import { textOf } from '../../platform/runtime/sentence';
import { auditEvents, explain } from './admin-audit.operations';
import type { AdminAuditService, AuditPage, AuditPeople, Explanation } from './admin-audit.service';
import {
  auditPeopleDescriptions,
  explanationDescriptions,
  personDescriptions,
  auditEventDescriptions as text,
} from './descriptions';

@ObjectType('AuditPerson', { description: 'An account that an event names.' })
export class AuditPersonType {
  @Field(() => ID, { description: personDescriptions.id })
  id!: string;

  @Field(() => String, { description: personDescriptions.email })
  email!: string;

  @Field(() => String, { description: personDescriptions.firstName })
  firstName!: string;

  @Field(() => String, { description: personDescriptions.lastName })
  lastName!: string;
}

@ObjectType('AuditEvent', { description: 'What was done, or what was rejected.' })
export class AuditEventType {
  @Field(() => ID, { description: text.id })
  id!: string;

  @Field(() => String, { description: text.action })
  action!: string;

  @Field(() => String, { description: text.outcome })
  outcome!: string;

  @Field(() => String, { nullable: true, description: text.userId })
  userId!: string | null;

  @Field(() => String, { nullable: true, description: text.accountKey })
  accountKey!: string | null;

  @Field(() => String, { nullable: true, description: text.sessionId })
  sessionId!: string | null;

  @Field(() => String, { nullable: true, description: text.actorId })
  actorId!: string | null;

  @Field(() => String, { nullable: true, description: text.ip })
  ip!: string | null;

  @Field(() => String, { nullable: true, description: text.network })
  network!: string | null;

  @Field(() => String, { nullable: true, description: text.userAgent })
  userAgent!: string | null;

  @Field(() => [String], { description: text.requestIds })
  requestIds!: readonly string[];

  @Field(() => GraphQLJSONObject, { description: text.details })
  details!: object;

  @Field(() => DateTime, { description: text.firstTs })
  firstTs!: Date;

  @Field(() => DateTime, { description: text.lastTs })
  lastTs!: Date;

  @Field(() => Int, { description: text.count })
  count!: number;

  @Field(() => AuditPersonType, { nullable: true, description: auditPeopleDescriptions.user })
  user!: AuditPersonType | null;

  @Field(() => AuditPersonType, { nullable: true, description: auditPeopleDescriptions.actor })
  actor!: AuditPersonType | null;
}

export function toAuditEventType(event: AuditEvent, people: AuditPeople): AuditEventType {
  return {
    id: event.id,
    action: event.action,
    outcome: event.outcome,
    userId: event.userId,
    accountKey: event.accountKey,
    sessionId: event.sessionId,
    actorId: event.actorId,
    ip: event.ip,
    network: event.network,
    userAgent: event.userAgent,
    requestIds: event.requestIds,
    details: event.details,
    firstTs: event.firstTs,
    lastTs: event.lastTs,
    count: event.count,
    user: toPersonType(event.userId, people),
    actor: toPersonType(event.actorId, people),
  };
}

function toPersonType(id: string | null, people: AuditPeople): AuditPersonType | null {
  const person = people.get(id ?? '');
  return person ? { id: person.id, email: person.email, firstName: person.firstName, lastName: person.lastName } : null;
}

@ObjectType('AuditConnection', { description: 'One page of the audit.' })
export class AuditConnectionType {
  @Field(() => [AuditEventType], { description: 'The events of this page, the newest first.' })
  nodes!: AuditEventType[];

  @Field(() => PageInfoType, { description: 'Whether there are other pages.' })
  pageInfo!: PageInfoType;
}

export function toAuditConnectionType(
  { events, people, hasMore }: AuditPage,
  { isFirst }: { isFirst: boolean },
): AuditConnectionType {
  const cursorOf = (event: AuditEvent | undefined) => (event ? toPageCursor({ ts: event.lastTs, id: event.id }) : null);
  return {
    nodes: events.map((event) => toAuditEventType(event, people)),
    pageInfo: {
      hasNextPage: hasMore,
      hasPreviousPage: !isFirst,
      startCursor: cursorOf(events.at(0)),
      endCursor: cursorOf(events.at(-1)),
    },
  };
}

@ObjectType('Explanation', { description: 'Why a request was rejected, or what it did.' })
export class ExplanationType {
  @Field(() => String, { description: explanationDescriptions.requestId })
  requestId!: string;

  @Field(() => String, { description: explanationDescriptions.cause })
  cause!: string;

  @Field(() => String, { nullable: true, description: explanationDescriptions.advice })
  advice!: string | null;

  @Field(() => [String], { description: explanationDescriptions.lines })
  lines!: readonly string[];

  @Field(() => [AuditEventType], { description: explanationDescriptions.events })
  events!: AuditEventType[];

  @Field(() => Boolean, { description: explanationDescriptions.hasMore })
  hasMore!: boolean;
}

export function toExplanationType(explanation: Explanation): ExplanationType {
  const { requestId, cause, advice, lines, events, people, hasMore } = explanation;
  return {
    requestId,
    cause: textOf(cause),
    advice: advice && textOf(advice),
    lines,
    events: events.map((event) => toAuditEventType(event, people)),
    hasMore,
  };
}

const auditFilter = {
  name: 'AuditFilter',
  description: 'What the events of a list have in common. Every filter that is set must fit.',
};

@Resolver()
export class AdminAuditResolver {
  constructor(private readonly audit: AdminAuditService) {}

  @Query(() => AuditConnectionType, options(auditEvents, { more: nextPage }))
  async auditEvents(
    @FieldOf(auditEvents, 'first')
    first: number | null | undefined,
    @FieldOf(auditEvents, 'after')
    after: string | null | undefined,
    @FilterOf(auditEvents, auditFilter, 'Which events the list has. Without a filter, all.')
    filter: { since?: Date | null; until?: Date | null } | null | undefined,
    @Ctx() { request }: GraphqlContext,
  ): Promise<AuditConnectionType> {
    const { since, until, ...others } = filter ?? {};
    const times = { since: since?.toISOString(), until: until?.toISOString() };
    const page = await this.audit.auditEvents({ ...others, ...times, first, after }, request);
    return toAuditConnectionType(page, { isFirst: !after });
  }

  @Query(() => ExplanationType, options(explain))
  async explain(
    @FieldOf(explain, 'requestId') requestId: string,
    @Ctx() { request }: GraphqlContext,
  ): Promise<ExplanationType> {
    return toExplanationType(await this.audit.explain({ requestId }, request));
  }
}
