import { Field, ObjectType } from 'type-graphql';
import { localeMeanings } from '../features/profile/profile.inputs';
import { EnvelopeType, resultDescription } from './envelope.type';
import { inputEnum } from './input-type';
import { UserType } from './user.type';

export const LocaleEnum = inputEnum('Locale', 'The language of e-mails.', localeMeanings);

@ObjectType({ implements: EnvelopeType, description: 'The answer to `updateProfile`.' })
export class UpdateProfilePayload extends EnvelopeType {
  @Field(() => UserType, { nullable: true, description: `The user with the changes. ${resultDescription}` })
  result!: UserType | null;
}
