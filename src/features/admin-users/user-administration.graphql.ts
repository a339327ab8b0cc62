import { Ctx, Mutation, Resolver } from 'type-graphql';
import { answered, payloadOf } from '../../platform/graphql/answer-type';
import type { GraphqlContext } from '../../platform/graphql/graphql-context';
import { InputOf } from '../../platform/graphql/input-type';
import { options } from '../../platform/graphql/operation-options';
import {
  createUser,
  deleteUser,
  deleteUserApiKey,
  disableUser,
  enableUser,
  endSessions,
  liftLimits,
  removeIdentity,
  resetFactors,
  sendInvitation,
  sendPasswordReset,
  setSuperAdmin,
  updateUser,
  verifyEmail,
} from './admin-users.operations';
import type { UserAdministrationService } from './user-administration.service';

const theUser = 'The user.';

@Resolver()
export class UserAdministrationResolver {
  constructor(private readonly admin: UserAdministrationService) {}

  @Mutation(payloadOf(createUser), options(createUser))
  async createUser(@InputOf(createUser, 'The account.') input: object, @Ctx() { request }: GraphqlContext) {
    return answered(createUser, await this.admin.createUser(input, request));
  }

  @Mutation(payloadOf(updateUser), options(updateUser))
  async updateUser(@InputOf(updateUser) input: object, @Ctx() { request }: GraphqlContext) {
    return answered(updateUser, await this.admin.updateUser(input, request));
  }

  @Mutation(payloadOf(setSuperAdmin), options(setSuperAdmin))
  async setSuperAdmin(
    @InputOf(setSuperAdmin, 'The user, and the right.') input: object,
    @Ctx() { request }: GraphqlContext,
  ) {
    return answered(setSuperAdmin, await this.admin.setSuperAdmin(input, request));
  }

  @Mutation(payloadOf(disableUser), options(disableUser))
  async disableUser(@InputOf(disableUser, theUser) input: object, @Ctx() { request }: GraphqlContext) {
    return answered(disableUser, await this.admin.disableUser(input, request));
  }

  @Mutation(payloadOf(enableUser), options(enableUser))
  async enableUser(@InputOf(enableUser, theUser) input: object, @Ctx() { request }: GraphqlContext) {
    return answered(enableUser, await this.admin.enableUser(input, request));
  }

  @Mutation(payloadOf(resetFactors), options(resetFactors))
  async resetFactors(@InputOf(resetFactors, theUser) input: object, @Ctx() { request }: GraphqlContext) {
    return answered(resetFactors, await this.admin.resetFactors(input, request));
  }

  @Mutation(payloadOf(removeIdentity), options(removeIdentity))
  async removeIdentity(@InputOf(removeIdentity, 'The identity.') input: object, @Ctx() { request }: GraphqlContext) {
    return answered(removeIdentity, await this.admin.removeIdentity(input, request));
  }

  @Mutation(payloadOf(deleteUserApiKey), options(deleteUserApiKey))
  async deleteUserApiKey(@InputOf(deleteUserApiKey, 'The key.') input: object, @Ctx() { request }: GraphqlContext) {
    return answered(deleteUserApiKey, await this.admin.deleteUserApiKey(input, request));
  }

  @Mutation(payloadOf(liftLimits), options(liftLimits))
  async liftLimits(@InputOf(liftLimits, theUser) input: object, @Ctx() { request }: GraphqlContext) {
    return answered(liftLimits, await this.admin.liftLimits(input, request));
  }

  @Mutation(payloadOf(verifyEmail), options(verifyEmail))
  async verifyEmail(@InputOf(verifyEmail, theUser) input: object, @Ctx() { request }: GraphqlContext) {
    return answered(verifyEmail, await this.admin.verifyEmail(input, request));
  }

  @Mutation(payloadOf(sendPasswordReset), options(sendPasswordReset))
  async sendPasswordReset(@InputOf(sendPasswordReset, theUser) input: object, @Ctx() { request }: GraphqlContext) {
    return answered(sendPasswordReset, await this.admin.sendPasswordReset(input, request));
  }

  @Mutation(payloadOf(sendInvitation), options(sendInvitation))
  async sendInvitation(@InputOf(sendInvitation, theUser) input: object, @Ctx() { request }: GraphqlContext) {
    return answered(sendInvitation, await this.admin.sendInvitation(input, request));
  }

  @Mutation(payloadOf(deleteUser), options(deleteUser))
  async deleteUser(@InputOf(deleteUser, theUser) input: object, @Ctx() { request }: GraphqlContext) {
    return answered(deleteUser, await this.admin.deleteUser(input, request));
  }

  @Mutation(payloadOf(endSessions), options(endSessions))
  async endSessions(@InputOf(endSessions, 'The sessions.') input: object, @Ctx() { request }: GraphqlContext) {
    return answered(endSessions, await this.admin.endSessions(input, request));
  }
}
