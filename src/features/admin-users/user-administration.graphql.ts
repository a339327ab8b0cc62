import { Ctx, Field, Int, Mutation, ObjectType, Resolver } from 'type-graphql';
import type { ManagedUser } from '../../accounts/users/managed-user';
import { answered, payloadOf } from '../../platform/graphql/answer-type';
import { DateTime } from '../../platform/graphql/date-time';
import { EnvelopeType, resultDescription } from '../../platform/graphql/envelope.type';
import type { GraphqlContext } from '../../platform/graphql/graphql-context';
import { InputOf } from '../../platform/graphql/input-type';
import { options } from '../../platform/graphql/operation-options';
import {
  createUser,
  deleteUser,
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
import { accountDescriptions, createdUserDescriptions } from './descriptions';
import type { UserAdministrationService } from './user-administration.service';
import { AdminUserType, toAdminUserType } from './user-directory.graphql';

@ObjectType({ implements: EnvelopeType, description: 'The answer to an operation that changes a user.' })
export class UserPayload extends EnvelopeType {
  @Field(() => AdminUserType, { nullable: true, description: `The user after the change. ${resultDescription}` })
  result!: AdminUserType | null;
}

@ObjectType({ description: 'The account that was created.' })
export class CreateUserResult {
  @Field(() => AdminUserType, { description: 'The new account.' })
  user!: AdminUserType;

  @Field(() => String, { nullable: true, description: createdUserDescriptions.link })
  link!: string | null;

  @Field(() => DateTime, { description: createdUserDescriptions.expiresTs })
  expiresTs!: Date;
}

@ObjectType({ implements: EnvelopeType, description: 'The answer to `createUser`.' })
export class CreateUserPayload extends EnvelopeType {
  @Field(() => CreateUserResult, { nullable: true, description: `The new account. ${resultDescription}` })
  result!: CreateUserResult | null;
}

@ObjectType({ description: 'What `endSessions` did.' })
export class EndSessionsResult {
  @Field(() => Int, { description: accountDescriptions.ended })
  ended!: number;
}

@ObjectType({ implements: EnvelopeType, description: 'The answer to `endSessions`.' })
export class EndSessionsPayload extends EnvelopeType {
  @Field(() => EndSessionsResult, { nullable: true, description: `What was ended. ${resultDescription}` })
  result!: EndSessionsResult | null;
}

const theUser = 'The user.';

@Resolver()
export class UserAdministrationResolver {
  constructor(private readonly admin: UserAdministrationService) {}

  @Mutation(() => CreateUserPayload, options(createUser))
  async createUser(
    @InputOf(createUser, 'The account.') input: object,
    @Ctx() { request }: GraphqlContext,
  ): Promise<CreateUserPayload> {
    const { user, link, expiresTs } = await this.admin.createUser(input, request);
    const result = { user: toAdminUserType(user), link, expiresTs };
    return { success: true, msg: createUser.message, error: null, result };
  }

  @Mutation(() => UserPayload, options(updateUser))
  async updateUser(@InputOf(updateUser) input: object, @Ctx() { request }: GraphqlContext): Promise<UserPayload> {
    return toPayload(updateUser.message, await this.admin.updateUser(input, request));
  }

  @Mutation(() => UserPayload, options(setSuperAdmin))
  async setSuperAdmin(
    @InputOf(setSuperAdmin, 'The user, and the right.') input: object,
    @Ctx() { request }: GraphqlContext,
  ): Promise<UserPayload> {
    return toPayload(setSuperAdmin.message, await this.admin.setSuperAdmin(input, request));
  }

  @Mutation(() => UserPayload, options(disableUser))
  async disableUser(
    @InputOf(disableUser, theUser) input: object,
    @Ctx() { request }: GraphqlContext,
  ): Promise<UserPayload> {
    return toPayload(disableUser.message, await this.admin.disableUser(input, request));
  }

  @Mutation(() => UserPayload, options(enableUser))
  async enableUser(
    @InputOf(enableUser, theUser) input: object,
    @Ctx() { request }: GraphqlContext,
  ): Promise<UserPayload> {
    return toPayload(enableUser.message, await this.admin.enableUser(input, request));
  }

  @Mutation(() => UserPayload, options(resetFactors))
  async resetFactors(
    @InputOf(resetFactors, theUser) input: object,
    @Ctx() { request }: GraphqlContext,
  ): Promise<UserPayload> {
    return toPayload(resetFactors.message, await this.admin.resetFactors(input, request));
  }

  @Mutation(() => UserPayload, options(removeIdentity))
  async removeIdentity(
    @InputOf(removeIdentity, 'The identity.') input: object,
    @Ctx() { request }: GraphqlContext,
  ): Promise<UserPayload> {
    return toPayload(removeIdentity.message, await this.admin.removeIdentity(input, request));
  }

  @Mutation(() => UserPayload, options(liftLimits))
  async liftLimits(
    @InputOf(liftLimits, theUser) input: object,
    @Ctx() { request }: GraphqlContext,
  ): Promise<UserPayload> {
    return toPayload(liftLimits.message, await this.admin.liftLimits(input, request));
  }

  @Mutation(() => UserPayload, options(verifyEmail))
  async verifyEmail(
    @InputOf(verifyEmail, theUser) input: object,
    @Ctx() { request }: GraphqlContext,
  ): Promise<UserPayload> {
    return toPayload(verifyEmail.message, await this.admin.verifyEmail(input, request));
  }

  @Mutation(() => UserPayload, options(sendPasswordReset))
  async sendPasswordReset(
    @InputOf(sendPasswordReset, theUser) input: object,
    @Ctx() { request }: GraphqlContext,
  ): Promise<UserPayload> {
    return toPayload(sendPasswordReset.message, await this.admin.sendPasswordReset(input, request));
  }

  @Mutation(() => UserPayload, options(sendInvitation))
  async sendInvitation(
    @InputOf(sendInvitation, theUser) input: object,
    @Ctx() { request }: GraphqlContext,
  ): Promise<UserPayload> {
    return toPayload(sendInvitation.message, await this.admin.sendInvitation(input, request));
  }

  @Mutation(payloadOf(deleteUser), options(deleteUser))
  async deleteUser(@InputOf(deleteUser, theUser) input: object, @Ctx() { request }: GraphqlContext) {
    return answered(deleteUser, await this.admin.deleteUser(input, request));
  }

  @Mutation(() => EndSessionsPayload, options(endSessions))
  async endSessions(
    @InputOf(endSessions, 'The sessions.') input: object,
    @Ctx() { request }: GraphqlContext,
  ): Promise<EndSessionsPayload> {
    const { ended } = await this.admin.endSessions(input, request);
    return { success: true, msg: endSessions.message, error: null, result: { ended } };
  }
}

function toPayload(msg: string, user: ManagedUser): UserPayload {
  return { success: true, msg, error: null, result: toAdminUserType(user) };
}
