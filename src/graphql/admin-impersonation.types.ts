import { Field, ID, Int, ObjectType } from 'type-graphql';
import { impersonationDescriptions as text } from '../features/administration/descriptions';
import type { Impersonation } from '../features/administration/impersonation.service';
import { DateTime } from './date-time';
import { EnvelopeType, resultDescription } from './envelope.type';
import { toUserType, UserType } from './user.type';

@ObjectType('ImpersonateResult', { description: 'What a super admin gets to act as a user.' })
export class ImpersonateResultType {
  @Field(() => String, { description: text.jwt })
  jwt!: string;

  @Field(() => Int, { description: text.expiresIn })
  expiresIn!: number;

  @Field(() => ID, { description: text.sessionId })
  sessionId!: string;

  @Field(() => DateTime, { description: text.sessionExpiresTs })
  sessionExpiresTs!: Date;

  @Field(() => UserType, { description: text.user })
  user!: UserType;
}

export function toImpersonateResultType(impersonation: Impersonation): ImpersonateResultType {
  return {
    jwt: impersonation.jwt,
    expiresIn: impersonation.expiresInS,
    sessionId: impersonation.sessionId,
    sessionExpiresTs: impersonation.expiresTs,
    user: toUserType(impersonation.user),
  };
}

@ObjectType({ implements: EnvelopeType, description: 'The answer to `impersonate`.' })
export class ImpersonatePayload extends EnvelopeType {
  @Field(() => ImpersonateResultType, {
    nullable: true,
    description: `The access token and the user. ${resultDescription}`,
  })
  result!: ImpersonateResultType | null;
}
