import { GraphQLJSONObject } from 'graphql-scalars';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import type { AuditPage, Explanation } from '../features/administration/admin-audit.service';
import {
  explanationDescriptions,
  auditEventDescriptions as text,
} from '../features/administration/admin-audit-descriptions';
import type { AuditEvent } from '../platform/audit/audit-event';
import { toPageCursor } from '../platform/request/page-cursor';
import { DateTime } from './date-time';
import { PageInfoType } from './page-info.type';

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
}

export function toAuditEventType(event: AuditEvent): AuditEventType {
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
  };
}

@ObjectType('AuditConnection', { description: 'One page of the audit.' })
export class AuditConnectionType {
  @Field(() => [AuditEventType], { description: 'The events of this page, the newest first.' })
  nodes!: AuditEventType[];

  @Field(() => PageInfoType, { description: 'Whether there are other pages.' })
  pageInfo!: PageInfoType;
}

export function toAuditConnectionType(
  { events, hasMore }: AuditPage,
  { isFirst }: { isFirst: boolean },
): AuditConnectionType {
  const cursorOf = (event: AuditEvent | undefined) => (event ? toPageCursor({ ts: event.lastTs, id: event.id }) : null);
  return {
    nodes: events.map(toAuditEventType),
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

  @Field(() => [String], { description: explanationDescriptions.lines })
  lines!: readonly string[];

  @Field(() => [AuditEventType], { description: explanationDescriptions.events })
  events!: AuditEventType[];

  @Field(() => Boolean, { description: explanationDescriptions.hasMore })
  hasMore!: boolean;
}

export function toExplanationType({ requestId, lines, events, hasMore }: Explanation): ExplanationType {
  return { requestId, lines, events: events.map(toAuditEventType), hasMore };
}
