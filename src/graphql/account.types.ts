import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { endedDescription } from '../auth/descriptions';
import { logoutTexts, revokeSessionTexts, sessionsToEnd } from '../sessions/descriptions';
import { EnvelopeType, resultDescription } from './envelope.type';
import { inputText } from './input-text';

export enum SessionsToEnd {
  CURRENT = 'current',
  OTHERS = 'others',
  ALL = 'all',
}
registerEnumType(SessionsToEnd, {
  name: 'SessionsToEnd',
  description: 'Which sessions a logout ends.',
  valuesConfig: {
    CURRENT: { description: sessionsToEnd.current },
    OTHERS: { description: sessionsToEnd.others },
    ALL: { description: sessionsToEnd.all },
  },
});

@InputType({ description: 'The sessions that `logout` ends.' })
export class LogoutInput {
  @Field(() => SessionsToEnd, {
    defaultValue: SessionsToEnd.CURRENT,
    description: inputText(logoutTexts.sessions, SessionsToEnd),
  })
  sessions!: SessionsToEnd;
}

@ObjectType({ description: 'What `logout` did.' })
export class LogoutResult {
  @Field(() => Int, { description: endedDescription })
  ended!: number;
}

@ObjectType({ implements: EnvelopeType, description: 'The answer to `logout`.' })
export class LogoutPayload extends EnvelopeType {
  @Field(() => LogoutResult, { nullable: true, description: `What the logout did. ${resultDescription}` })
  result!: LogoutResult | null;
}

@InputType({ description: 'The session that `revokeSession` ends.' })
export class RevokeSessionInput {
  @Field(() => ID, { description: inputText(revokeSessionTexts.id) })
  id!: string;
}

@ObjectType({ implements: EnvelopeType, description: 'The answer to `revokeSession`. It has no result.' })
export class RevokeSessionPayload extends EnvelopeType {}
