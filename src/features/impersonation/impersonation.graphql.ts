import { Ctx, Field, ID, Int, Mutation, ObjectType, Resolver } from 'type-graphql';
import { DateTime } from '../../platform/graphql/date-time';
import { EnvelopeType, resultDescription } from '../../platform/graphql/envelope.type';
import type { GraphqlContext } from '../../platform/graphql/graphql-context';
import { InputOf } from '../../platform/graphql/input-type';
import { options } from '../../platform/graphql/operation-options';
import type { User } from '../users/user';
import { UserType } from '../users/user.graphql';
import { impersonationDescriptions as text } from './descriptions';
import { impersonate } from './impersonation.operations';
import type { Impersonation, ImpersonationService } from './impersonation.service';

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
  user!: User;
}

export function toImpersonateResultType(impersonation: Impersonation): ImpersonateResultType {
  return {
    jwt: impersonation.jwt,
    expiresIn: impersonation.expiresInS,
    sessionId: impersonation.sessionId,
    sessionExpiresTs: impersonation.expiresTs,
    user: impersonation.user,
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

@Resolver()
export class AdminImpersonationResolver {
  constructor(private readonly impersonation: ImpersonationService) {}

  @Mutation(() => ImpersonatePayload, options(impersonate))
  async impersonate(
    @InputOf(impersonate, 'The user and the reason.') input: object,
    @Ctx() { request }: GraphqlContext,
  ): Promise<ImpersonatePayload> {
    const impersonation = await this.impersonation.impersonate(input, request);
    const msg = impersonate.message;
    return { success: true, msg, error: null, result: toImpersonateResultType(impersonation) };
  }
}
