import { Field, Int, ObjectType } from 'type-graphql';
import { failureCauseOf } from '../../accounts/admin-access/event-cause';
import { DateTime } from '../../platform/graphql/date-time';
import { RateLimitEnum } from '../../platform/graphql/envelope.type';
import { textOf } from '../../platform/runtime/sentence';
import { failureDescriptions, reachedLimitDescriptions, type SignInState, signInDescriptions } from './sign-in-state';

@ObjectType('SignInFailure', { description: 'A rejected login or second factor.' })
export class SignInFailureType {
  @Field(() => DateTime, { description: failureDescriptions.ts })
  ts!: Date;

  @Field(() => String, { description: failureDescriptions.cause })
  cause!: string;

  @Field(() => Int, { description: failureDescriptions.count })
  count!: number;
}

@ObjectType('ReachedLimit', { description: 'A limit that stops the user now.' })
export class ReachedLimitType {
  @Field(() => RateLimitEnum, { description: reachedLimitDescriptions.limit })
  limit!: string;

  @Field(() => String, { nullable: true, description: reachedLimitDescriptions.network })
  network!: string | null;

  @Field(() => DateTime, { description: reachedLimitDescriptions.untilTs })
  untilTs!: Date;
}

@ObjectType('SignInCheck', { description: 'Whether a user can sign in now, and what has stopped the user.' })
export class SignInStateType {
  @Field(() => Boolean, { description: signInDescriptions.possible })
  possible!: boolean;

  @Field(() => [String], { description: signInDescriptions.methods })
  methods!: readonly string[];

  @Field(() => [String], { description: signInDescriptions.blockers })
  blockers!: readonly string[];

  @Field(() => String, { description: signInDescriptions.secondFactor })
  secondFactor!: string;

  @Field(() => SignInFailureType, { nullable: true, description: signInDescriptions.lastFailure })
  lastFailure!: SignInFailureType | null;

  @Field(() => [ReachedLimitType], { description: signInDescriptions.limits })
  limits!: ReachedLimitType[];
}

export function toSignInStateType(state: SignInState): SignInStateType {
  const { possible, methods, blockers, secondFactor, lastFailure: failure, limits } = state;
  const lastFailure = failure && { ts: failure.lastTs, cause: textOf(failureCauseOf(failure)), count: failure.count };
  const reached = limits.map(({ limit, network, untilTs }) => ({ limit, network, untilTs }));
  return { possible, methods, blockers, secondFactor, lastFailure, limits: reached };
}
