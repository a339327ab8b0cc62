import { Field, ID, ObjectType } from 'type-graphql';
import { DateTime } from '../../platform/graphql/date-time';
import { PageInfoType } from '../../platform/graphql/page-info.type';
import type { ListedSession } from '../auth/account.service';
import { sessionDescriptions } from '../auth/descriptions';
import { type SessionPage, toSessionCursor } from './session-page';

@ObjectType('Session', {
  description:
    'A session of a user. A login opens a session. A logout, a revocation or the end of its lifetime ends the session.',
})
export class SessionType {
  @Field(() => ID, { description: sessionDescriptions.id })
  id!: string;

  @Field(() => Boolean, { description: sessionDescriptions.current })
  current!: boolean;

  @Field(() => DateTime, { description: sessionDescriptions.createdTs })
  createdTs!: Date;

  @Field(() => DateTime, { description: sessionDescriptions.lastUsedTs })
  lastUsedTs!: Date;

  @Field(() => DateTime, { description: sessionDescriptions.expiresTs })
  expiresTs!: Date;

  @Field(() => String, { nullable: true, description: sessionDescriptions.userAgent })
  userAgent!: string | null;

  @Field(() => String, { nullable: true, description: sessionDescriptions.ip })
  ip!: string | null;

  @Field(() => Boolean, { description: sessionDescriptions.impersonated })
  impersonated!: boolean;

  @Field(() => String, { nullable: true, description: sessionDescriptions.clientName })
  clientName!: string | null;
}

export function toSessionType(session: ListedSession): SessionType {
  return {
    id: session.id,
    current: session.current,
    createdTs: session.createdTs,
    lastUsedTs: session.lastUsedTs,
    expiresTs: session.expiresTs,
    userAgent: session.userAgent,
    ip: session.ip,
    impersonated: session.actor !== null,
    clientName: session.client?.name ?? null,
  };
}

@ObjectType('SessionEdge', { description: 'One session of a page, with its cursor.' })
export class SessionEdgeType {
  @Field(() => String, {
    description:
      'The position of this session in the list. Sent as `after`, it starts the next page after this session.',
  })
  cursor!: string;

  @Field(() => SessionType, { description: 'The session at this position.' })
  node!: SessionType;
}

@ObjectType('SessionConnection', { description: 'One page of the list of sessions.' })
export class SessionConnectionType {
  @Field(() => [SessionEdgeType], { description: 'The sessions of this page, most recently used first.' })
  edges!: SessionEdgeType[];

  @Field(() => PageInfoType, { description: 'Whether there are other pages.' })
  pageInfo!: PageInfoType;
}

export function toSessionConnectionType(
  { sessions, hasMore }: SessionPage<ListedSession>,
  { isFirst }: { isFirst: boolean },
): SessionConnectionType {
  const edges = sessions.map((session) => ({ cursor: toSessionCursor(session), node: toSessionType(session) }));
  return {
    edges,
    pageInfo: {
      hasNextPage: hasMore,
      hasPreviousPage: !isFirst,
      startCursor: edges.at(0)?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  };
}
