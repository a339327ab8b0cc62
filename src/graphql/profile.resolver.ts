import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { profileOperations } from '../profile/descriptions';
import type { ProfileService } from '../profile/profile.service';
import { successMessages } from '../request/success-messages';
import type { GraphqlContext } from './graphql-context';
import { errorList, paragraphs } from './input-text';
import { UpdateProfileInput, UpdateProfilePayload } from './profile.types';
import { toUserType } from './user.type';

@Resolver()
export class ProfileResolver {
  constructor(private readonly profiles: ProfileService) {}

  @Mutation(() => UpdateProfilePayload, {
    nullable: true,
    description: paragraphs(
      profileOperations.updateProfile,
      'The operation can return these errors:',
      errorList('updateProfile'),
      '`UNAUTHENTICATED` is in `errors`, and the payload is null. All other errors are in the payload.',
      'REST: `PATCH /auth/me`.',
    ),
  })
  async updateProfile(
    @Arg('input', () => UpdateProfileInput, { description: 'The fields to change.' }) input: UpdateProfileInput,
    @Ctx() { request }: GraphqlContext,
  ): Promise<UpdateProfilePayload> {
    const user = await this.profiles.update(input, request);
    return { success: true, msg: successMessages.profileUpdated, error: null, result: toUserType(user) };
  }
}
