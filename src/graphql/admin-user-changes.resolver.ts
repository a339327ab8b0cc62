import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import type { AdminUserChangesService } from '../administration/admin-user-changes.service';
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
} from '../administration/administration.operations';
import type { ManagedUser } from '../users/managed-user';
import { toAdminUserType } from './admin-user.type';
import {
  CreateUserInput,
  CreateUserPayload,
  DeleteUserPayload,
  EndSessionsInput,
  EndSessionsPayload,
  SetSuperAdminInput,
  UpdateUserInput,
  UserIdInput,
  UserPayload,
} from './admin-user-changes.types';
import type { GraphqlContext } from './graphql-context';
import { options } from './operation-options';

const theUser = { description: 'The user.' };

@Resolver()
export class AdminUserChangesResolver {
  constructor(private readonly admin: AdminUserChangesService) {}

  @Mutation(() => CreateUserPayload, options(createUser))
  async createUser(
    @Arg('input', () => CreateUserInput, { description: 'The account.' }) input: CreateUserInput,
    @Ctx() { request }: GraphqlContext,
  ): Promise<CreateUserPayload> {
    const { user, link, expiresTs } = await this.admin.create(input, request);
    const result = { user: toAdminUserType(user), link, expiresTs };
    return { success: true, msg: createUser.message, error: null, result };
  }

  @Mutation(() => UserPayload, options(updateUser))
  async updateUser(
    @Arg('input', () => UpdateUserInput, { description: 'The fields to change.' }) input: UpdateUserInput,
    @Ctx() { request }: GraphqlContext,
  ): Promise<UserPayload> {
    return toPayload(updateUser.message, await this.admin.update(input, request));
  }

  @Mutation(() => UserPayload, options(setSuperAdmin))
  async setSuperAdmin(
    @Arg('input', () => SetSuperAdminInput, { description: 'The user, and the right.' }) input: SetSuperAdminInput,
    @Ctx() { request }: GraphqlContext,
  ): Promise<UserPayload> {
    return toPayload(setSuperAdmin.message, await this.admin.setSuperAdmin(input, request));
  }

  @Mutation(() => UserPayload, options(disableUser))
  async disableUser(
    @Arg('input', () => UserIdInput, theUser) input: UserIdInput,
    @Ctx() { request }: GraphqlContext,
  ): Promise<UserPayload> {
    return toPayload(disableUser.message, await this.admin.disable(input, request));
  }

  @Mutation(() => UserPayload, options(enableUser))
  async enableUser(
    @Arg('input', () => UserIdInput, theUser) input: UserIdInput,
    @Ctx() { request }: GraphqlContext,
  ): Promise<UserPayload> {
    return toPayload(enableUser.message, await this.admin.enable(input, request));
  }

  @Mutation(() => UserPayload, options(resetFactors))
  async resetFactors(
    @Arg('input', () => UserIdInput, theUser) input: UserIdInput,
    @Ctx() { request }: GraphqlContext,
  ): Promise<UserPayload> {
    return toPayload(resetFactors.message, await this.admin.resetFactors(input, request));
  }

  @Mutation(() => UserPayload, options(verifyEmail))
  async verifyEmail(
    @Arg('input', () => UserIdInput, theUser) input: UserIdInput,
    @Ctx() { request }: GraphqlContext,
  ): Promise<UserPayload> {
    return toPayload(verifyEmail.message, await this.admin.verifyEmail(input, request));
  }

  @Mutation(() => UserPayload, options(sendPasswordReset))
  async sendPasswordReset(
    @Arg('input', () => UserIdInput, theUser) input: UserIdInput,
    @Ctx() { request }: GraphqlContext,
  ): Promise<UserPayload> {
    return toPayload(sendPasswordReset.message, await this.admin.sendPasswordReset(input, request));
  }

  @Mutation(() => UserPayload, options(sendInvitation))
  async sendInvitation(
    @Arg('input', () => UserIdInput, theUser) input: UserIdInput,
    @Ctx() { request }: GraphqlContext,
  ): Promise<UserPayload> {
    return toPayload(sendInvitation.message, await this.admin.sendInvitation(input, request));
  }

  @Mutation(() => DeleteUserPayload, options(deleteUser))
  async deleteUser(
    @Arg('input', () => UserIdInput, theUser) input: UserIdInput,
    @Ctx() { request }: GraphqlContext,
  ): Promise<DeleteUserPayload> {
    const { dueTs } = await this.admin.delete(input, request);
    return { success: true, msg: deleteUser.message, error: null, result: { deletionDueTs: dueTs } };
  }

  @Mutation(() => EndSessionsPayload, options(endSessions))
  async endSessions(
    @Arg('input', () => EndSessionsInput, { description: 'The sessions.' }) input: EndSessionsInput,
    @Ctx() { request }: GraphqlContext,
  ): Promise<EndSessionsPayload> {
    const { ended } = await this.admin.endSessions(input, request);
    return { success: true, msg: endSessions.message, error: null, result: { ended } };
  }
}

function toPayload(msg: string, user: ManagedUser): UserPayload {
  return { success: true, msg, error: null, result: toAdminUserType(user) };
}
