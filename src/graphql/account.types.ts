import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { EnvelopeType } from './envelope.type';

export enum SessionsToEnd {
  CURRENT = 'current',
  OTHERS = 'others',
  ALL = 'all',
}
registerEnumType(SessionsToEnd, {
  name: 'SessionsToEnd',
  description: 'Which sessions a logout ends.',
  valuesConfig: {
    CURRENT: { description: 'The session of this request.' },
    OTHERS: { description: 'All but the session of this request.' },
    ALL: { description: 'All sessions of the account.' },
  },
});

@InputType({ description: 'Which sessions to end.' })
export class LogoutInput {
  @Field(() => SessionsToEnd, { defaultValue: SessionsToEnd.CURRENT, description: 'Which sessions.' })
  sessions!: SessionsToEnd;
}

@ObjectType({ description: 'What a logout did.' })
export class LogoutResult {
  @Field(() => Int, { description: 'The number of ended sessions, at most 1000.' })
  ended!: number;
}

@ObjectType({ implements: EnvelopeType, description: 'The answer to logout.' })
export class LogoutPayload extends EnvelopeType {
  @Field(() => LogoutResult, { nullable: true, description: 'Set when success is true.' })
  result!: LogoutResult | null;
}

@InputType({ description: 'A session of your own.' })
export class RevokeSessionInput {
  @Field(() => ID, { description: 'Its id.' })
  id!: string;
}

@ObjectType({ implements: EnvelopeType, description: 'The answer to revokeSession.' })
export class RevokeSessionPayload extends EnvelopeType {}
