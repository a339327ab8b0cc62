import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, ObjectType } from 'type-graphql';
import type { ListedSession } from '../auth/account.service';

@ObjectType('Session', { description: 'What a login opened.' })
export class SessionType {
  @Field(() => ID, { description: 'A UUID; the "sid" of its access tokens.' })
  id!: string;

  @Field(() => Boolean, { description: 'Whether it is the one that asks.' })
  current!: boolean;

  @Field(() => GraphQLDateTime, { description: 'When its login was.' })
  createdTs!: Date;

  @Field(() => GraphQLDateTime, { description: 'Its login, or its last refresh.' })
  lastUsedTs!: Date;

  @Field(() => GraphQLDateTime, { description: 'When it ends, refreshed or not.' })
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
