import type { AuditAction, AuditEvent } from '../audit/audit-event';
import { deed } from '../audit/audit-event';
import { parseRegisterInput } from '../auth/auth.inputs';
import { newUserOf } from '../auth/new-user';
import type { Clock } from '../clock';
import { AppError } from '../errors';
import type { LiveSessions } from '../sessions/live-sessions';
import type { Session } from '../sessions/session';
import { sessionPageSize } from '../sessions/session-page';
import type { User } from '../users/user';
import type { UserFilter, UserStore } from '../users/user.store';

export interface UserAccount {
  user: User;
  /** The live ones that were used last, the last used first. */
  sessions: Session[];
  /** How many live ones there are; of more than `mostCounted`, that many. */
  liveSessions: number;
}

export interface Change {
  /** False where it was so already. */
  changed: boolean;
  sessionsEnded: number;
}

/** What an operator sees and does of people's accounts. All of it throws AppError `SERVICE_UNAVAILABLE`. */
export class UsersService {
  constructor(
    private readonly users: UserStore,
    private readonly sessions: LiveSessions,
    /** A PHC string. */
    private readonly hash: (password: string) => Promise<string>,
    private readonly clock: Clock,
  ) {}

  /** The newest first. */
  find(filter: UserFilter): Promise<User[]> {
    return this.users.search(filter);
  }

  /** `person` is an id or an e-mail address in its canonical form. @throws AppError `NOT_FOUND` */
  async get(person: string): Promise<UserAccount> {
    const user = person.includes('@') ? await this.users.findByEmail(person) : await this.users.findById(person);
    if (!user) throw new AppError('NOT_FOUND', { msg: 'There is no such user.' });
    const { sessions } = await this.sessions.list(user.id, { first: sessionPageSize.atMost, after: null });
    return { user, sessions, liveSessions: await this.sessions.count(user.id) };
  }

  /** A session, live or not. @throws AppError `NOT_FOUND` */
  async getSession(id: string): Promise<{ session: Session; user: User }> {
    const session = await this.sessions.find(id);
    const user = session && (await this.users.findById(session.userId));
    if (!user) throw new AppError('NOT_FOUND', { msg: 'There is no such session.' });
    return { session, user };
  }

  /** By the rules of a registration. @throws AppError `VALIDATION_FAILED`, `EMAIL_TAKEN` */
  async create(input: unknown, { isSuperAdmin }: { isSuperAdmin: boolean }): Promise<User> {
    const registration = parseRegisterInput(input);
    const passwordHash = await this.hash(registration.password);
    const newUser = newUserOf(registration, passwordHash, this.clock(), { isSuperAdmin });
    const reason = isSuperAdmin ? 'super admin' : undefined;
    const user = await this.users.insert(newUser, this.deed('user_created', newUser.id, reason));
    if (!user) throw new AppError('EMAIL_TAKEN');
    return user;
  }

  /** Ends all its sessions in the same statement: a login that is under way has opened its session by then, or opens none. */
  async disable(userId: string): Promise<Change> {
    const { disabled, ended } = await this.sessions.endAll({ userId, disable: true }, 'user_disabled', null);
    return { changed: disabled, sessionsEnded: ended };
  }

  async enable(userId: string): Promise<Change> {
    const changed = await this.users.enable(userId, this.clock(), this.deed('user_enabled', userId));
    return { changed, sessionsEnded: 0 };
  }

  async endSessions(userId: string): Promise<Change> {
    const { ended } = await this.sessions.endAll({ userId }, 'ended_by_operator', null);
    return { changed: ended > 0, sessionsEnded: ended };
  }

  /** False if it was over already. */
  endSession({ userId, id }: Session): Promise<boolean> {
    return this.sessions.end({ userId, id }, 'ended_by_operator', null);
  }

  private deed(action: AuditAction, userId: string, reason?: string): AuditEvent {
    return deed(action, this.clock(), null, { userId, details: reason ? { reason } : {} });
  }
}
