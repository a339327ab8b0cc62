import { Ctx, Mutation, Resolver } from 'type-graphql';
import { updateProfile } from '../features/profile/profile.operations';
import type { ProfileService } from '../features/profile/profile.service';
import type { GraphqlContext } from './graphql-context';
import { InputOf } from './input-type';
import { options } from './operation-options';
import { UpdateProfilePayload } from './profile.types';
import { toUserType } from './user.type';

@Resolver()
export class ProfileResolver {
  constructor(private readonly profiles: ProfileService) {}

  @Mutation(() => UpdateProfilePayload, options(updateProfile))
  async updateProfile(
    @InputOf(updateProfile, 'The fields to change.') input: object,
    @Ctx() { request }: GraphqlContext,
  ): Promise<UpdateProfilePayload> {
    const user = await this.profiles.update(input, request);
    return { success: true, msg: updateProfile.message, error: null, result: toUserType(user) };
  }
}
