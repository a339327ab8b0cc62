import { Field, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { localeMeanings, updateProfileTexts } from '../profile/descriptions';
import { EnvelopeType, resultDescription } from './envelope.type';
import { inputText } from './input-text';
import { UserType } from './user.type';

export enum LocaleEnum {
  EN = 'en',
  DE = 'de',
  FR = 'fr',
  ES = 'es',
}
registerEnumType(LocaleEnum, {
  name: 'Locale',
  description: 'The language of e-mails.',
  valuesConfig: {
    EN: { description: localeMeanings.en },
    DE: { description: localeMeanings.de },
    FR: { description: localeMeanings.fr },
    ES: { description: localeMeanings.es },
  },
});

@InputType({ description: 'The fields that `updateProfile` changes.' })
export class UpdateProfileInput {
  @Field(() => String, { nullable: true, description: inputText(updateProfileTexts.firstName) })
  firstName?: string | null;

  @Field(() => String, { nullable: true, description: inputText(updateProfileTexts.lastName) })
  lastName?: string | null;

  @Field(() => String, { nullable: true, description: inputText(updateProfileTexts.tel) })
  tel?: string | null;

  @Field(() => LocaleEnum, { nullable: true, description: inputText(updateProfileTexts.locale, LocaleEnum) })
  locale?: LocaleEnum | null;
}

@ObjectType({ implements: EnvelopeType, description: 'The answer to `updateProfile`.' })
export class UpdateProfilePayload extends EnvelopeType {
  @Field(() => UserType, { nullable: true, description: `The user with the changes. ${resultDescription}` })
  result!: UserType | null;
}
