import { type RegisterInput, registerInput } from '../../accounts/auth/auth.inputs';
import { newUserOf, parseRegistration } from '../../accounts/auth/new-user';
import type { FactorStore } from '../../accounts/factors/factor.store';
import { factorActions } from '../../accounts/factors/factors.audit';
import { factorEnds } from '../../accounts/factors/factors.reasons';
import type { ApiKey } from '../../accounts/keys/api-key';
import type { ApiKeyStore } from '../../accounts/keys/api-key.store';
import { deleteApiKeyOf } from '../../accounts/keys/api-key-deletion';
import type { PasswordPolicy } from '../../accounts/passwords/password-policy';
import { providerEnds } from '../../accounts/providers/providers.reasons';
import type { LiveSessions } from '../../accounts/sessions/live-sessions';
import type { Session } from '../../accounts/sessions/session';
import type { SessionSelection, SessionStore } from '../../accounts/sessions/session.store';
import { sessionPageSize } from '../../accounts/sessions/session-page';
import { sessionEnds } from '../../accounts/sessions/sessions.reasons';
import type { Identity } from '../../accounts/users/identity';
import type { IdentityStore } from '../../accounts/users/identity.store';
import type { IdentityDisconnector } from '../../accounts/users/identity-disconnector';
import { keepOneSuperAdmin } from '../../accounts/users/last-super-admin';
import type { User } from '../../accounts/users/user';
import { noSuchUser } from '../../accounts/users/user';
import { parseRoles } from '../../accounts/users/user.inputs';
import type { UserFilter, UserStore } from '../../accounts/users/user.store';
import type { UserChangesStore } from '../../accounts/users/user-changes.store';
import type { UserClaims } from '../../accounts/users/user-claims';
import type { UserClaimsStore } from '../../accounts/users/user-claims.store';
import type { FieldValues } from '../../accounts/users/user-field';
import type { UserFields } from '../../accounts/users/user-fields';
import type { UserFieldsStore } from '../../accounts/users/user-fields.store';
import { userActions } from '../../accounts/users/users.audit';
import type { AuditAction } from '../../platform/audit/action';
import type { AuditStore } from '../../platform/audit/audit.store';
import { type AuditDetails, type NewAuditEvent, successEvent } from '../../platform/audit/audit-event';
import type { Transact } from '../../platform/db/database';
import { AppError, notFound } from '../../platform/errors/app-error';
import type { MessageStore } from '../../platform/messages/message.store';
import type { Outbox } from '../../platform/messages/outbox';
import { parseEmailAddress } from '../../platform/request/email-address';
import { defaultLocale } from '../../platform/request/locale';
import type { RequestContext } from '../../platform/request/request-context';
import { RequestTimings } from '../../platform/request/request-timings';
import type { Clock } from '../../platform/runtime/clock';
import { adminUserMails } from './admin-users.mails';
import { adminUserEnds } from './admin-users.reasons';

export interface UserAccount {
  user: User;
  /** Oldest first. */
  identities: Identity[];
  /** The live sessions of the first page, most recently used first. */
  sessions: readonly Session[];
  /** The number of all live sessions, counted up to `mostCounted`. */
  liveSessions: number;
  /** The live ones, the newest first. */
  apiKeys: readonly ApiKey[];
  /** What tokens can have, and what the installation adds. */
  data: { claims: UserClaims; fields: FieldValues };
}

/** Why an operator changes an account, in their words. */
export type Stated = Pick<AuditDetails, 'statedReason'>;

/** The details of an event with the reason that was given, if there is one. */
export const toStated = (reason: string | null | undefined): Stated => (reason ? { statedReason: reason } : {});

export interface Change {
  /** False if the account was already in that state. */
  changed: boolean;
  sessionsEnded: number;
}

/** The rules for new passwords, with the lists that must be closed. */
interface OpenPasswordPolicy {
  policy: Pick<PasswordPolicy, 'rejectCommon' | 'rejectBreached'>;
  close(): Promise<void>;
}

interface UserStores {
  users: UserStore;
  identities: Pick<IdentityStore, 'list'>;
  apiKeys: Pick<ApiKeyStore, 'list' | 'end'>;
  userClaims: Pick<UserClaimsStore, 'between'>;
  userFields: Pick<UserFieldsStore, 'findByIds'>;
  /** Can be some seconds old. */
  reading: { users: Pick<UserStore, 'search'> };
  transaction: Transact<{
    users: UserStore;
    userChanges: UserChangesStore;
    factors: FactorStore;
    identities: IdentityStore;
    sessions: SessionStore;
    messages: MessageStore;
    audit: Pick<AuditStore, 'insert'>;
  }>;
}

export interface UserLifecycleServiceNeeds {
  stores: UserStores;
  sessions: LiveSessions;
  disconnector: Pick<IdentityDisconnector, 'disconnect'>;
  userFields: Pick<UserFields, 'defaults'>;
  /** Returns the password hash as a PHC string. */
  hash: (password: string) => Promise<string>;
  openPasswordPolicy: () => OpenPasswordPolicy;
  outbox: Outbox;
  clock: Clock;
}

/**
 * The operations of an operator on accounts, for the commands and for the administration API. `by` is null for a command.
 * Every operation can throw AppError `SERVICE_UNAVAILABLE`.
 */
export class UserLifecycleService {
  constructor(private readonly needs: UserLifecycleServiceNeeds) {}

  /**
   * Returns the newest accounts first. If the text is a complete e-mail address with an account, returns only this
   * account.
   */
  async find(filter: UserFilter): Promise<User[]> {
    const address = parseEmailAddress(filter.text ?? '');
    const user = address && (await this.needs.stores.users.findByEmail(address.canonical));
    return user ? [user].filter((one) => isSelected(one, filter)) : this.needs.stores.reading.users.search(filter);
  }

  /** `person` is the id of a user, or an e-mail address in its canonical form. @throws AppError `NOT_FOUND` */
  async get(person: string): Promise<UserAccount> {
    const user = person.includes('@')
      ? await this.needs.stores.users.findByEmail(person)
      : await this.needs.stores.users.findById(person);
    if (!user) throw notFound(noSuchUser);
    const { items: sessions } = await this.needs.sessions.list(user.id, { first: sessionPageSize.atMost, after: null });
    const identities = await this.needs.stores.identities.list(user.id);
    const liveSessions = await this.needs.sessions.count(user.id);
    const apiKeys = await this.needs.stores.apiKeys.list(user.id, this.needs.clock());
    const { id } = user;
    const claims = (await this.needs.stores.userClaims.between(id, id)).get(id) ?? {};
    const fields = (await this.needs.stores.userFields.findByIds([id])).get(id) ?? {};
    return { user, identities, sessions, liveSessions, apiKeys, data: { claims, fields } };
  }

  /** Returns a session that is live or has ended. @throws AppError `NOT_FOUND` */
  async getSession(id: string): Promise<{ session: Session; user: User }> {
    const session = await this.needs.sessions.find(id);
    const user = session && (await this.needs.stores.users.findById(session.userId));
    if (!user) throw notFound(noSuchSession);
    return { session, user };
  }

  /**
   * Applies the same rules to the input as a registration does. The operator vouches for the address.
   * @throws AppError `VALIDATION_FAILED`, `EMAIL_TAKEN`
   */
  async create(
    input: unknown,
    { isSuperAdmin, roles: names = [] }: { isSuperAdmin: boolean; roles?: readonly string[] },
  ): Promise<User> {
    const { roles } = parseRoles({ roles: names });
    const registration = await this.parse(input);
    const passwordHash = await this.needs.hash(registration.password);
    const options = { isSuperAdmin, roles, locale: null, fields: this.needs.userFields.defaults };
    const newUser = { ...newUserOf(registration, passwordHash, this.needs.clock(), options), emailVerified: true };
    const reason = isSuperAdmin ? 'super admin' : undefined;
    const user = await this.needs.stores.users.insert(
      newUser,
      this.successEvent(userActions.user_created, newUser.id, reason),
    );
    if (!user) throw new AppError('EMAIL_TAKEN');
    return user;
  }

  private async parse(input: unknown): Promise<RegisterInput> {
    const { policy, close } = this.needs.openPasswordPolicy();
    try {
      const registration = parseRegistration(registerInput, input, (password, owner) =>
        policy.rejectCommon(password, owner),
      );
      await policy.rejectBreached(registration.password, { timings: new RequestTimings() });
      return registration;
    } finally {
      await close();
    }
  }

  /**
   * Disables the account and ends all of its sessions. A login at the same time either opens its session before, and the
   * session ends, or fails. With `notify`, the user gets a mail, unless the account was disabled before.
   * @throws AppError `CONFLICT` if the account is the last enabled super admin
   */
  async disable(
    userId: string,
    by: RequestContext | null,
    { notify = false, ...stated }: Stated & { notify?: boolean } = {},
  ): Promise<Change> {
    const revoked = await this.needs.stores.transaction(userId, async (tx) => {
      const account = await tx.userChanges.lock(userId);
      if (account) await keepOneSuperAdmin(tx, userId, account, 'disabled');
      const ended = await this.needs.sessions.endAllWith(
        tx,
        { userId, disable: true, stated },
        sessionEnds.user_disabled,
        by,
      );
      if (notify && ended?.disabled)
        await this.needs.outbox.notify(tx, adminUserMails.account_disabled, userId, defaultLocale);
      return ended;
    });
    this.needs.sessions.rejectTokensOf(revoked);
    return { changed: revoked?.disabled ?? false, sessionsEnded: revoked?.ended ?? 0 };
  }

  /**
   * Removes all second factors and recovery codes of a user who has lost them, ends all sessions and mails the user. The
   * operator must know that the user is who they say they are.
   */
  async resetFactors(userId: string, by: RequestContext | null): Promise<Change> {
    const { changed, revoked } = await this.needs.stores.transaction(userId, async (tx) => {
      if (!(await tx.factors.removeAll(userId))) return { changed: false, revoked: null };
      await this.needs.outbox.notify(tx, adminUserMails.factors_reset, userId, defaultLocale);
      await tx.audit.insert([successEvent(factorActions.factors_reset, this.needs.clock(), by, { userId })]);
      return {
        changed: true,
        revoked: await this.needs.sessions.endAllWith(tx, { userId }, factorEnds.factors_changed, by),
      };
    });
    this.needs.sessions.rejectTokensOf(revoked);
    return { changed, sessionsEnded: revoked?.ended ?? 0 };
  }

  /**
   * Disconnects an account at a provider, ends all sessions and mails the user. Also removes the only way in: the user
   * can still set a password with a link by e-mail. @throws AppError `NOT_FOUND`
   */
  async removeIdentity(
    { userId, id }: Pick<Identity, 'userId' | 'id'>,
    by: RequestContext,
    stated: Stated = {},
  ): Promise<Change> {
    const revoked = await this.needs.stores.transaction(userId, async (tx) => {
      // Before the identity, as all that change both: two requests would otherwise wait for each other.
      await tx.userChanges.lock(userId);
      const identity = (await tx.identities.list(userId)).find((one) => one.id === id);
      if (!identity) throw notFound('The account has no identity with this id.');
      await this.needs.disconnector.disconnect(tx, identity, { stated }, by);
      return this.needs.sessions.endAllWith(tx, { userId }, providerEnds.identities_changed, by);
    });
    this.needs.sessions.rejectTokensOf(revoked);
    return { changed: true, sessionsEnded: revoked?.ended ?? 0 };
  }

  /** The sessions of the user stay. @throws AppError `NOT_FOUND` */
  async deleteApiKey(key: { userId: string; id: string }, by: RequestContext, stated: Stated = {}): Promise<Change> {
    const { stores, sessions: liveSessions, clock } = this.needs;
    const isDeleted = await deleteApiKeyOf({ apiKeys: stores.apiKeys, liveSessions, clock }, { ...key, stated }, by);
    if (!isDeleted) throw notFound('The account has no live API key with this id.');
    return { changed: true, sessionsEnded: 0 };
  }

  async enable(userId: string, by: RequestContext | null, stated: Stated = {}): Promise<Change> {
    const changed = await this.needs.stores.transaction(userId, async (tx) => {
      if (!(await tx.users.enable(userId, this.needs.clock()))) return false;
      await tx.audit.insert([
        successEvent(userActions.user_enabled, this.needs.clock(), by, { userId, details: stated }),
      ]);
      return true;
    });
    return { changed, sessionsEnded: 0 };
  }

  async endSessions(userId: string, by: RequestContext | null, stated: Stated = {}): Promise<Change> {
    const which = { userId, keys: true, stated };
    const { ended, keysEnded } = await this.needs.sessions.endAll(which, adminUserEnds.ended_by_operator, by);
    return { changed: ended > 0 || keysEnded > 0, sessionsEnded: ended };
  }

  /** Returns false if the session was already revoked. */
  endSession({ userId, id }: SessionSelection, by: RequestContext | null): Promise<boolean> {
    return this.needs.sessions.end({ userId, id }, adminUserEnds.ended_by_operator, by);
  }

  private successEvent(action: AuditAction, userId: string, reason?: string): NewAuditEvent {
    return successEvent(action, this.needs.clock(), null, { userId, details: reason ? { reason } : {} });
  }
}

const isSelected = (user: User, { disabled, isSuperAdmin }: UserFilter): boolean =>
  (disabled ?? user.disabled) === user.disabled && (isSuperAdmin ?? user.isSuperAdmin) === user.isSuperAdmin;

const noSuchSession = 'There is no session with this id.';
