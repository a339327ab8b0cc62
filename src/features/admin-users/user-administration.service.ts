import {
  type Admin,
  type AdminOperations,
  requireChangeable,
  requirePerson,
} from '../../accounts/admin-access/admin-access';
import type { DeletionSchedule } from '../../accounts/deletion/deletion-schedule';
import type { ManagedUser } from '../../accounts/users/managed-user';
import { noSuchUser } from '../../accounts/users/user';
import type { UserFields } from '../../accounts/users/user-fields';
import { withFields } from '../../accounts/users/user-fields.inputs';
import type { UserListStore } from '../../accounts/users/user-list.store';
import { notFound } from '../../platform/errors/app-error';
import type { Operation, RestPath } from '../../platform/operations/define-operation';
import { type AuditSubject, nameAccount, readInput } from '../../platform/operations/run-operation';
import { knownId } from '../../platform/request/known-id';
import type { RequestContext } from '../../platform/request/request-context';
import { isUuid } from '../../platform/runtime/uuid';
import type { AccessRightsService } from './access-rights.service';
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
import type { InvitationsService } from './invitations.service';
import type { SignInStates } from './sign-in-states';
import type { UserDataService } from './user-data.service';
import { toStated, type UserLifecycleService } from './user-lifecycle.service';

export interface CreatedUser {
  user: ManagedUser;
  /** The link with which the user sets a password, if it was not mailed. It is returned only once. */
  link: string | null;
  /** The end of the link. */
  expiresTs: Date;
}

interface EndedSessionCount {
  /** The number of ended sessions, counted up to 1000. */
  ended: number;
}

interface UserAdministrationServiceNeeds {
  userFields: UserFields;
  admin: AdminOperations;
  lists: Pick<UserListStore, 'find'>;
  users: Pick<
    UserLifecycleService,
    'disable' | 'enable' | 'resetFactors' | 'removeIdentity' | 'deleteApiKey' | 'endSessions' | 'endSession'
  >;
  rights: Pick<AccessRightsService, 'setSuperAdmin'>;
  updates: UserDataService;
  invitations: InvitationsService;
  deletions: Pick<DeletionSchedule, 'delete'>;
  signIns: Pick<SignInStates, 'lift'>;
}

/** The operations with which a super admin changes an account, for both APIs. */
export class UserAdministrationService {
  private readonly declared;

  constructor(private readonly needs: UserAdministrationServiceNeeds) {
    this.declared = {
      createUser: withFields(createUser, needs.userFields, { by: 'admin', isNew: true }),
      updateUser: withFields(updateUser, needs.userFields, { by: 'admin' }),
    };
  }

  /** Creates an account without a password, and mails its user a link to set one, or returns it. */
  createUser(input: unknown, context: RequestContext): Promise<CreatedUser> {
    return this.needs.admin.change(createUser, context, async (admin, subject) => {
      const parsed = readInput(this.declared.createUser, input, context);
      const { mailed, fields } = parsed;
      // The link proves the address of the account, so its holder could be anyone.
      if (mailed === false) requirePerson(admin);
      nameAccount(subject, null);
      const invitee = { ...parsed, locale: parsed.locale ?? context.locale };
      return context.timings.measure('database', async () => {
        const how = { isMailed: mailed ?? true, isNew: true, fields: fields ?? {} };
        const { userId, link, expiresTs } = await this.needs.invitations.invite(invitee, how, context);
        nameAccount(subject, userId);
        return { user: await this.find(userId), link, expiresTs };
      });
    });
  }

  /** Changes the fields of the input. */
  updateUser(input: unknown, context: RequestContext): Promise<ManagedUser> {
    return this.needs.admin.change(updateUser, context, async (admin, subject) => {
      const { id, ...changes } = readInput(this.declared.updateUser, input, context);
      if (changes.email !== undefined) requirePerson(admin);
      return this.changeOne(updateUser, id, { admin, subject }, context, (userId) =>
        this.needs.updates.update(userId, changes, context),
      );
    });
  }

  setSuperAdmin(input: unknown, context: RequestContext): Promise<ManagedUser> {
    return this.needs.admin.change(setSuperAdmin, context, async (admin, subject) => {
      const { id, superAdmin } = readInput(setSuperAdmin, input, context);
      return this.changeOne(setSuperAdmin, id, { admin, subject }, context, (userId) =>
        this.needs.rights.setSuperAdmin(userId, superAdmin, context),
      );
    });
  }

  disableUser(input: unknown, context: RequestContext): Promise<ManagedUser> {
    return this.needs.admin.change(disableUser, context, async (admin, subject) => {
      const { id, reason, notify } = readInput(disableUser, input, context);
      const how = { ...toStated(reason), notify: notify ?? false };
      return this.changeOne(disableUser, id, { admin, subject }, context, (userId) =>
        this.needs.users.disable(userId, context, how),
      );
    });
  }

  /** Also restores a deleted account. */
  enableUser(input: unknown, context: RequestContext): Promise<ManagedUser> {
    return this.change(enableUser, input, context, (userId) => this.needs.users.enable(userId, context));
  }

  deleteUser(input: unknown, context: RequestContext): Promise<{ deletionDueTs: Date }> {
    return this.needs.admin.change(deleteUser, context, async (admin, subject) => {
      const { id, reason } = readInput(deleteUser, input, context);
      const userId = this.target(id, subject);
      return context.timings.measure('database', async () => {
        requireChangeable(admin, await this.find(userId));
        const { dueTs, changed } = await this.needs.deletions.delete(userId, context, toStated(reason));
        if (!changed) await this.needs.admin.recordRead(deleteUser, context, { userId });
        return { deletionDueTs: dueTs };
      });
    });
  }

  /** Ends one session, or all sessions of the account. */
  endSessions(input: unknown, context: RequestContext): Promise<EndedSessionCount> {
    return this.needs.admin.change(endSessions, context, async (admin, subject) => {
      const parsed = readInput(endSessions, input, context);
      const userId = this.target(parsed.userId, subject);
      const { sessionId } = parsed;
      return context.timings.measure('database', async () => {
        requireChangeable(admin, await this.find(userId));
        if (typeof sessionId !== 'string') {
          const { changed, sessionsEnded } = await this.needs.users.endSessions(userId, context);
          if (!changed) await this.needs.admin.recordRead(endSessions, context, { userId });
          return { ended: sessionsEnded };
        }
        const id = sessionId.toLowerCase();
        if (!isUuid(id) || !(await this.needs.users.endSession({ userId, id }, context)))
          throw notFound('The account has no live session with this id.');
        return { ended: 1 };
      });
    });
  }

  /** Removes all second factors, and ends all sessions. */
  resetFactors(input: unknown, context: RequestContext): Promise<ManagedUser> {
    return this.change(resetFactors, input, context, (userId) => this.needs.users.resetFactors(userId, context));
  }

  /** Disconnects an account at a provider, also the only way in, and ends all sessions. */
  removeIdentity(input: unknown, context: RequestContext): Promise<ManagedUser> {
    return this.needs.admin.change(removeIdentity, context, async (admin, subject) => {
      const { userId: id, identityId, reason } = readInput(removeIdentity, input, context);
      return this.changeOne(removeIdentity, id, { admin, subject }, context, (userId) =>
        this.needs.users.removeIdentity({ userId, id: identityId.toLowerCase() }, context, toStated(reason)),
      );
    });
  }

  deleteUserApiKey(input: unknown, context: RequestContext): Promise<ManagedUser> {
    return this.needs.admin.change(deleteUserApiKey, context, async (admin, subject) => {
      const { userId: id, id: keyId, reason } = readInput(deleteUserApiKey, input, context);
      return this.changeOne(deleteUserApiKey, id, { admin, subject }, context, (userId) =>
        this.needs.users.deleteApiKey({ userId, id: keyId }, context, toStated(reason)),
      );
    });
  }

  /** Forgets the wrong passwords and second factors. */
  liftLimits(input: unknown, context: RequestContext): Promise<ManagedUser> {
    return this.needs.admin.change(liftLimits, context, async (admin, subject) => {
      const { id, reason } = readInput(liftLimits, input, context);
      return this.changeOne(liftLimits, id, { admin, subject }, context, async (userId) => {
        await this.needs.signIns.lift(await this.find(userId), context, toStated(reason));
        return { changed: true };
      });
    });
  }

  verifyEmail(input: unknown, context: RequestContext): Promise<ManagedUser> {
    return this.change(verifyEmail, input, context, (userId) => this.needs.updates.verifyEmail(userId, context));
  }

  /** @throws AppError `CONFLICT` if the account is disabled */
  sendPasswordReset(input: unknown, context: RequestContext): Promise<ManagedUser> {
    return this.change(sendPasswordReset, input, context, async (userId) => {
      await this.needs.updates.sendPasswordReset(userId, context);
      return { changed: true };
    });
  }

  /** @throws AppError `CONFLICT` if the account has a password, or is disabled */
  sendInvitation(input: unknown, context: RequestContext): Promise<ManagedUser> {
    return this.change(sendInvitation, input, context, async (userId) => {
      await this.needs.invitations.inviteAgain(userId, context);
      return { changed: true };
    });
  }

  private change(
    operation: Operation<string, RestPath, { id: string }>,
    input: unknown,
    context: RequestContext,
    apply: (userId: string) => Promise<{ changed: boolean }>,
  ): Promise<ManagedUser> {
    return this.needs.admin.change(operation, context, async (admin, subject) => {
      const { id } = readInput(operation, input, context);
      return this.changeOne(operation, id, { admin, subject }, context, apply);
    });
  }

  /** A change that changed nothing writes no event of its own, but its answer has the data of the account. */
  private changeOne(
    operation: Operation,
    id: string,
    { admin, subject }: { admin: Admin; subject: AuditSubject },
    context: RequestContext,
    apply: (userId: string) => Promise<{ changed: boolean }>,
  ): Promise<ManagedUser> {
    const userId = this.target(id, subject);
    return context.timings.measure('database', async () => {
      requireChangeable(admin, await this.find(userId));
      const { changed } = await apply(userId);
      if (!changed) await this.needs.admin.recordRead(operation, context, { userId });
      return this.find(userId);
    });
  }

  /** The events of the operation are about the account that it changes. */
  private target(id: string, subject: AuditSubject): string {
    const userId = knownId(id, noSuchUser);
    nameAccount(subject, userId);
    return userId;
  }

  private async find(userId: string): Promise<ManagedUser> {
    const user = await this.needs.lists.find(userId);
    if (!user) throw notFound(noSuchUser);
    return user;
  }
}
