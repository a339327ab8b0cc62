import { Field, ID, ObjectType } from 'type-graphql';
import { DateTime } from '../../platform/graphql/date-time';
import type { Identity } from '../users/identity';
import { identityDescriptions as text } from './descriptions';

@ObjectType('Identity', { description: 'An account at a provider with which a user can sign in.' })
export class IdentityType {
  @Field(() => ID, { description: text.id })
  id!: string;

  @Field(() => String, { description: text.provider })
  provider!: string;

  @Field(() => String, { nullable: true, description: text.email })
  email!: string | null;

  @Field(() => DateTime, { description: text.createdTs })
  createdTs!: Date;

  @Field(() => DateTime, { nullable: true, description: text.lastUsedTs })
  lastUsedTs!: Date | null;
}

export const toIdentityType = ({ id, provider, email, createdTs, lastUsedTs }: Identity): IdentityType => ({
  id,
  provider,
  email,
  createdTs,
  lastUsedTs,
});
