import { Field, Int, ObjectType } from 'type-graphql';
import { endedDescription } from '../features/auth/descriptions';
import { sessionGroups } from '../features/sessions/session.inputs';
import { EnvelopeType, resultDescription } from './envelope.type';
import { inputEnum } from './input-type';

inputEnum('SessionsToEnd', 'Which sessions a logout ends.', sessionGroups);

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

@ObjectType({ implements: EnvelopeType, description: 'The answer to `revokeSession`. It has no result.' })
export class RevokeSessionPayload extends EnvelopeType {}
