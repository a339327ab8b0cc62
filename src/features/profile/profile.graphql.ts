import { Ctx, Field, Mutation, ObjectType, Resolver } from 'type-graphql';
import { EnvelopeType, resultDescription } from '../../platform/graphql/envelope.type';
import type { GraphqlContext } from '../../platform/graphql/graphql-context';
import { InputOf, inputEnum } from '../../platform/graphql/input-type';
import { options } from '../../platform/graphql/operation-options';
import { localeMeanings } from '../users/locale.inputs';
import type { User } from '../users/user';
import { UserType } from '../users/user.graphql';
import { updateProfile } from './profile.operations';
import type { ProfileService } from './profile.service';

export const LocaleEnum = inputEnum('Locale', 'The language of e-mails.', localeMeanings);

@ObjectType({ implements: EnvelopeType, description: 'The answer to `updateProfile`.' })
export class UpdateProfilePayload extends EnvelopeType {
  @Field(() => UserType, { nullable: true, description: `The user with the changes. ${resultDescription}` })
  result!: User | null;
}

@Resolver()
export class ProfileResolver {
  constructor(private readonly profiles: ProfileService) {}

  @Mutation(() => UpdateProfilePayload, options(updateProfile))
  async updateProfile(
    @InputOf(updateProfile, 'The fields to change.') input: object,
    @Ctx() { request }: GraphqlContext,
  ): Promise<UpdateProfilePayload> {
    const { user, jwt } = await this.profiles.update(input, request);
    const payload = { success: true, msg: updateProfile.message, error: null, result: user };
    // Only the payload of an installation with USER_FIELDS has the token.
    return Object.assign(payload, { jwt });
  }
}
