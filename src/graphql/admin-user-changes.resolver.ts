import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import type { AdminUserChangesService } from '../administration/admin-user-changes.service';
import { userOperations } from '../administration/user-descriptions';
import { successMessages } from '../request/success-messages';
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
import { errorList, paragraphs } from './input-text';

const theUser = { description: 'The user.' };

@Resolver()
export class AdminUserChangesResolver {
  constructor(private readonly admin: AdminUserChangesService) {}

  @Mutation(() => CreateUserPayload, mutation('createUser', 'POST /admin/users'))
  async createUser(
    @Arg('input', () => CreateUserInput, { description: 'The account.' }) input: CreateUserInput,
    @Ctx() { request }: GraphqlContext,
  ): Promise<CreateUserPayload> {
    const { user, link, expiresTs } = await this.admin.create(input, request);
    const result = { user: toAdminUserType(user), link, expiresTs };
    return { success: true, msg: successMessages.userCreated, error: null, result };
  }

  @Mutation(() => UserPayload, mutation('updateUser', 'PATCH /admin/users/{id}'))
  async updateUser(
    @Arg('input', () => UpdateUserInput, { description: 'The fields to change.' }) input: UpdateUserInput,
    @Ctx() { request }: GraphqlContext,
  ): Promise<UserPayload> {
    return toPayload(successMessages.userUpdated, await this.admin.update(input, request));
  }

  @Mutation(() => UserPayload, mutation('setSuperAdmin', 'POST /admin/users/{id}/super-admin'))
  async setSuperAdmin(
    @Arg('input', () => SetSuperAdminInput, { description: 'The user, and the right.' }) input: SetSuperAdminInput,
    @Ctx() { request }: GraphqlContext,
  ): Promise<UserPayload> {
    return toPayload(successMessages.superAdminSet, await this.admin.setSuperAdmin(input, request));
  }

  @Mutation(() => UserPayload, mutation('disableUser', 'POST /admin/users/{id}/disable'))
  async disableUser(
    @Arg('input', () => UserIdInput, theUser) input: UserIdInput,
    @Ctx() { request }: GraphqlContext,
  ): Promise<UserPayload> {
    return toPayload(successMessages.userDisabled, await this.admin.disable(input, request));
  }

  @Mutation(() => UserPayload, mutation('enableUser', 'POST /admin/users/{id}/enable'))
  async enableUser(
    @Arg('input', () => UserIdInput, theUser) input: UserIdInput,
    @Ctx() { request }: GraphqlContext,
  ): Promise<UserPayload> {
    return toPayload(successMessages.userEnabled, await this.admin.enable(input, request));
  }

  @Mutation(() => UserPayload, mutation('resetFactors', 'POST /admin/users/{id}/factors/reset'))
  async resetFactors(
    @Arg('input', () => UserIdInput, theUser) input: UserIdInput,
    @Ctx() { request }: GraphqlContext,
  ): Promise<UserPayload> {
    return toPayload(successMessages.factorsReset, await this.admin.resetFactors(input, request));
  }

  @Mutation(() => UserPayload, mutation('verifyEmail', 'POST /admin/users/{id}/verify-email'))
  async verifyEmail(
    @Arg('input', () => UserIdInput, theUser) input: UserIdInput,
    @Ctx() { request }: GraphqlContext,
  ): Promise<UserPayload> {
    return toPayload(successMessages.emailMarkedAsVerified, await this.admin.verifyEmail(input, request));
  }

  @Mutation(() => UserPayload, mutation('sendPasswordReset', 'POST /admin/users/{id}/password-reset'))
  async sendPasswordReset(
    @Arg('input', () => UserIdInput, theUser) input: UserIdInput,
    @Ctx() { request }: GraphqlContext,
  ): Promise<UserPayload> {
    return toPayload(successMessages.passwordResetSent, await this.admin.sendPasswordReset(input, request));
  }

  @Mutation(() => UserPayload, mutation('sendInvitation', 'POST /admin/users/{id}/invitation'))
  async sendInvitation(
    @Arg('input', () => UserIdInput, theUser) input: UserIdInput,
    @Ctx() { request }: GraphqlContext,
  ): Promise<UserPayload> {
    return toPayload(successMessages.invitationSent, await this.admin.sendInvitation(input, request));
  }

  @Mutation(() => DeleteUserPayload, mutation('deleteUser', 'DELETE /admin/users/{id}'))
  async deleteUser(
    @Arg('input', () => UserIdInput, theUser) input: UserIdInput,
    @Ctx() { request }: GraphqlContext,
  ): Promise<DeleteUserPayload> {
    const { dueTs } = await this.admin.delete(input, request);
    return { success: true, msg: successMessages.userDeleted, error: null, result: { deletionDueTs: dueTs } };
  }

  @Mutation(
    () => EndSessionsPayload,
    mutation(
      'endSessions',
      'DELETE /admin/users/{user_id}/sessions',
      'DELETE /admin/users/{user_id}/sessions/{session_id}',
    ),
  )
  async endSessions(
    @Arg('input', () => EndSessionsInput, { description: 'The sessions.' }) input: EndSessionsInput,
    @Ctx() { request }: GraphqlContext,
  ): Promise<EndSessionsPayload> {
    const { ended } = await this.admin.endSessions(input, request);
    return { success: true, msg: successMessages.sessionsEnded, error: null, result: { ended } };
  }
}

function toPayload(msg: string, user: ManagedUser): UserPayload {
  return { success: true, msg, error: null, result: toAdminUserType(user) };
}

function mutation(name: keyof typeof userOperations, ...routes: string[]) {
  return {
    nullable: true,
    description: paragraphs(
      userOperations[name],
      'The operation can return these errors:',
      errorList(name),
      '`UNAUTHENTICATED`, `FORBIDDEN` and `STEP_UP_REQUIRED` are in `errors`, and the payload is null. All other errors are in the payload.',
      `REST: ${routes.map((route) => `\`${route}\``).join(' and ')}.`,
    ),
  } as const;
}
