import type { AuditStore } from '../audit/audit.store';
import type { AuditAction, AuditEvent } from '../audit/audit-event';
import { successEvent } from '../audit/audit-event';
import { parseRegisterInput } from '../auth/auth.inputs';
import { newUserOf } from '../auth/new-user';
import type { Transact } from '../db/database';
import { AppError } from '../errors/app-error';
import type { Clock } from '../runtime/clock';
import type { LiveSessions } from '../sessions/live-sessions';
import type { Session } from '../sessions/session';
import { sessionPageSize } from '../sessions/session-page';
import { parseEmailAddress } from '../users/email-address';
import type { User } from '../users/user';
import type { UserFilter, UserStore } from '../users/user.store';

export interface UserAccount {
  user: User;
  /** The live sessions of the first page, most recently used first. */
  sessions: Session[];
  /** The number of all live sessions, counted up to `mostCounted`. */
  liveSessions: number;
}

export interface Change {
  /** False if the account was already in that state. */
  changed: boolean;
  sessionsEnded: number;
}

export interface UserStores {
  users: UserStore;
  transaction: Transact<{ users: UserStore; audit: Pick<AuditStore, 'insert'> }>;
}

/** The operations of an operator on accounts. Every operation can throw AppError `SERVICE_UNAVAILABLE`. */
export class UsersService {
  constructor(
    private readonly stores: UserStores,
    private readonly sessions: LiveSessions,
    /** Returns the password hash as a PHC string. */
    private readonly hash: (password: string) => Promise<string>,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the newest accounts first. If the text is a complete e-mail address with an account, returns only this
   * account.
   */
  async find(filter: UserFilter): Promise<User[]> {
    const address = parseEmailAddress(filter.text ?? '');
    const user = address && (await this.stores.users.findByEmail(address.canonical));
    return user ? [user].filter((one) => isSelected(one, filter)) : this.stores.users.search(filter);
  }

  /** `person` is the id of a user, or an e-mail address in its canonical form. @throws AppError `NOT_FOUND` */
  async get(person: string): Promise<UserAccount> {
    const user = person.includes('@')
      ? await this.stores.users.findByEmail(person)
      : await this.stores.users.findById(person);
    if (!user)
      throw new AppError('NOT_FOUND', {
        msg: 'No account has this id or e-mail address. List accounts with: gatehouse users find',
      });
    const { sessions } = await this.sessions.list(user.id, { first: sessionPageSize.atMost, after: null });
    return { user, sessions, liveSessions: await this.sessions.count(user.id) };
  }

  /** Returns a session that is live or has ended. @throws AppError `NOT_FOUND` */
  async getSession(id: string): Promise<{ session: Session; user: User }> {
    const session = await this.sessions.find(id);
    const user = session && (await this.stores.users.findById(session.userId));
    if (!user)
      throw new AppError('NOT_FOUND', {
        msg: 'There is no session with this id. List the sessions of an account with: gatehouse users show',
      });
    return { session, user };
  }

  /** Applies the same rules to the input as a registration does. @throws AppError `VALIDATION_FAILED`, `EMAIL_TAKEN` */
  async create(input: unknown, { isSuperAdmin }: { isSuperAdmin: boolean }): Promise<User> {
    const registration = parseRegisterInput(input);
    const passwordHash = await this.hash(registration.password);
    const newUser = newUserOf(registration, passwordHash, this.clock(), { isSuperAdmin });
    const reason = isSuperAdmin ? 'super admin' : undefined;
    const user = await this.stores.users.insert(newUser, this.successEvent('user_created', newUser.id, reason));
    if (!user) throw new AppError('EMAIL_TAKEN');
    return user;
  }

  /**
   * Disables the account and ends all of its sessions in one statement. A login at the same time either opens its
   * session before that statement, which ends the session, or fails.
   */
  async disable(userId: string): Promise<Change> {
    const { disabled, ended } = await this.sessions.endAll({ userId, disable: true }, 'user_disabled', null);
    return { changed: disabled, sessionsEnded: ended };
  }

  async enable(userId: string): Promise<Change> {
    const changed = await this.stores.transaction(async (tx) => {
      if (!(await tx.users.enable(userId, this.clock()))) return false;
      await tx.audit.insert([this.successEvent('user_enabled', userId)]);
      return true;
    });
    return { changed, sessionsEnded: 0 };
  }

  async endSessions(userId: string): Promise<Change> {
    const { ended } = await this.sessions.endAll({ userId }, 'ended_by_operator', null);
    return { changed: ended > 0, sessionsEnded: ended };
  }

  /** Returns false if the session was already revoked. */
  endSession({ userId, id }: Session): Promise<boolean> {
    return this.sessions.end({ userId, id }, 'ended_by_operator', null);
  }

  private successEvent(action: AuditAction, userId: string, reason?: string): AuditEvent {
    return successEvent(action, this.clock(), null, { userId, details: reason ? { reason } : {} });
  }
}

const isSelected = (user: User, { disabled, isSuperAdmin }: UserFilter): boolean =>
  (disabled ?? user.disabled) === user.disabled && (isSuperAdmin ?? user.isSuperAdmin) === user.isSuperAdmin;
