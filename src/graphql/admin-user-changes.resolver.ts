import { Ctx, Mutation, Resolver } from 'type-graphql';
import type { AdminUserChangesService } from '../features/administration/admin-user-changes.service';
import {
  createUser,
  deleteUser,
  disableUser,
  enableUser,
  endSessions,
  resetFactors,
  sendInvitation,
  sendPasswordReset,
  setSuperAdmin,
  updateUser,
  verifyEmail,
} from '../features/administration/administration.operations';
import type { ManagedUser } from '../features/users/managed-user';
import { toAdminUserType } from './admin-user.type';
import { CreateUserPayload, DeleteUserPayload, EndSessionsPayload, UserPayload } from './admin-user-changes.types';
import type { GraphqlContext } from './graphql-context';
import { InputOf } from './input-type';
import { options } from './operation-options';

const theUser = 'The user.';

@Resolver()
export class AdminUserChangesResolver {
  constructor(private readonly admin: AdminUserChangesService) {}

  @Mutation(() => CreateUserPayload, options(createUser))
  async createUser(
    @InputOf(createUser, 'The account.') input: object,
    @Ctx() { request }: GraphqlContext,
  ): Promise<CreateUserPayload> {
    const { user, link, expiresTs } = await this.admin.create(input, request);
    const result = { user: toAdminUserType(user), link, expiresTs };
    return { success: true, msg: createUser.message, error: null, result };
  }

  @Mutation(() => UserPayload, options(updateUser))
  async updateUser(
    @InputOf(updateUser, 'The fields to change.') input: object,
    @Ctx() { request }: GraphqlContext,
  ): Promise<UserPayload> {
    return toPayload(updateUser.message, await this.admin.update(input, request));
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
    return toPayload(disableUser.message, await this.admin.disable(input, request));
  }

  @Mutation(() => UserPayload, options(enableUser))
  async enableUser(
    @InputOf(enableUser, theUser) input: object,
    @Ctx() { request }: GraphqlContext,
  ): Promise<UserPayload> {
    return toPayload(enableUser.message, await this.admin.enable(input, request));
  }

  @Mutation(() => UserPayload, options(resetFactors))
  async resetFactors(
    @InputOf(resetFactors, theUser) input: object,
    @Ctx() { request }: GraphqlContext,
  ): Promise<UserPayload> {
    return toPayload(resetFactors.message, await this.admin.resetFactors(input, request));
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

  @Mutation(() => DeleteUserPayload, options(deleteUser))
  async deleteUser(
    @InputOf(deleteUser, theUser) input: object,
    @Ctx() { request }: GraphqlContext,
  ): Promise<DeleteUserPayload> {
    const { dueTs } = await this.admin.delete(input, request);
    return { success: true, msg: deleteUser.message, error: null, result: { deletionDueTs: dueTs } };
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
