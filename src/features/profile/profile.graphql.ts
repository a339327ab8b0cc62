import { Ctx, Mutation, Resolver } from 'type-graphql';
import { localeMeanings } from '../../accounts/users/locale.inputs';
import { answered, payloadOf } from '../../platform/graphql/answer-type';
import type { GraphqlContext } from '../../platform/graphql/graphql-context';
import { InputOf, inputEnum } from '../../platform/graphql/input-type';
import { options } from '../../platform/graphql/operation-options';
import { updateProfile } from './profile.operations';
import type { ProfileService } from './profile.service';

inputEnum('Locale', 'The language of e-mails.', localeMeanings);

@Resolver()
export class ProfileResolver {
  constructor(private readonly profiles: ProfileService) {}

  @Mutation(payloadOf(updateProfile), options(updateProfile))
  async updateProfile(@InputOf(updateProfile) input: object, @Ctx() { request }: GraphqlContext) {
    const { user, jwt } = await this.profiles.updateProfile(input, request);
    // Only the payload of an installation with USER_FIELDS has the token.
    return Object.assign(answered(updateProfile, user), { jwt });
  }
}
