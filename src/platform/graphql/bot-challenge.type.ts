import { Field, Int, ObjectType } from 'type-graphql';
import { type BotChallenge, botChallengeFields, botChallengeKinds } from '../errors/bot-challenge';
import { enumOf } from './input-type';

const Kind = enumOf('ChallengeKind', 'The kind of a challenge.', botChallengeKinds);

@ObjectType('Challenge', { description: 'What shows that a client is no program.' })
export class ChallengeType {
  @Field(() => Kind, { description: 'The kind.' })
  kind!: BotChallenge['kind'];
}
for (const [name, { type, text }] of Object.entries(botChallengeFields))
  Field(() => (type === 'integer' ? Int : String), { nullable: true, description: text })(
    ChallengeType.prototype,
    name,
  );
