import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, ObjectType } from 'type-graphql';
import type { ListedSession } from '../auth/account.service';
import { type SessionPage, toSessionCursor } from '../sessions/session-page';

@ObjectType('Session', { description: 'What a login opened.' })
export class SessionType {
  @Field(() => ID, { description: 'A UUID; the "sid" of its access tokens.' })
  id!: string;

  @Field(() => Boolean, { description: 'Whether this is the session of the request.' })
  current!: boolean;

  @Field(() => GraphQLDateTime, { description: 'The time of the login.' })
  createdTs!: Date;

  @Field(() => GraphQLDateTime, { description: 'The time of the login or of the last refresh.' })
  lastUsedTs!: Date;

  @Field(() => GraphQLDateTime, { description: 'When the session ends, even if it is refreshed.' })
  expiresTs!: Date;

  @Field(() => String, { nullable: true, description: 'The user agent that logged in.' })
  userAgent!: string | null;

  @Field(() => String, { nullable: true, description: 'The address that the login came from.' })
  ip!: string | null;
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
  };
}

@ObjectType('SessionEdge', { description: 'A session in a page.' })
export class SessionEdgeType {
  @Field(() => String, { description: 'The position of this session in the list, for the argument "after".' })
  cursor!: string;

  @Field(() => SessionType, { description: 'The session.' })
  node!: SessionType;
}

@ObjectType('PageInfo', { description: 'What comes before and after a page.' })
export class PageInfoType {
  @Field(() => Boolean, { description: 'Whether there is a next page.' })
  hasNextPage!: boolean;

  @Field(() => Boolean, { description: 'Whether there is a previous page.' })
  hasPreviousPage!: boolean;

  @Field(() => String, { nullable: true, description: 'The first cursor of this page.' })
  startCursor!: string | null;

  @Field(() => String, { nullable: true, description: 'The last cursor of this page: "after" of the next one.' })
  endCursor!: string | null;
}

@ObjectType('SessionConnection', { description: 'A page of sessions.' })
export class SessionConnectionType {
  @Field(() => [SessionEdgeType], { description: 'The sessions, most recently used first.' })
  edges!: SessionEdgeType[];

  @Field(() => PageInfoType, { description: 'Whether there are more.' })
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
