import { notFound } from '../../platform/errors/app-error';
import { readInput } from '../../platform/operations/run-operation';
import type { PagePosition } from '../../platform/request/page-cursor';
import type { RequestContext } from '../../platform/request/request-context';
import { isUuid } from '../../platform/runtime/uuid';
import type { AdminOperations } from '../administration/admin-access';
import type { LiveSessions } from '../sessions/live-sessions';
import type { Session } from '../sessions/session';
import { sessionPageSize } from '../sessions/session-page';
import type { ManagedUser } from '../users/managed-user';
import type { UserListStore } from '../users/user-list.store';
import { users as listUsers, user } from './admin-users.operations';

export interface UserPage {
  users: ManagedUser[];
  /** Null if there is no next page. */
  next: PagePosition | null;
  /** Whether the request had a filter. */
  isFiltered: boolean;
}

/** An account with its live sessions. */
export interface ManagedAccount {
  managed: ManagedUser;
  /** The first page, most recently used first. */
  sessions: Session[];
  /** The number of live sessions, counted up to `mostCounted`. */
  sessionCount: number;
}

/**
 * The operations of a super admin on accounts, for both APIs. All can throw AppError `UNAUTHENTICATED`, `STEP_UP_REQUIRED`,
 * `FORBIDDEN`, `RATE_LIMITED` and `SERVICE_UNAVAILABLE`.
 */
export class UserDirectoryService {
  constructor(
    private readonly admin: AdminOperations,
    private readonly accounts: Pick<UserListStore, 'find' | 'findByEmail'>,
    /** Can be some seconds old. */
    private readonly lists: Pick<UserListStore, 'list' | 'estimateTotal'>,
    private readonly sessions: Pick<LiveSessions, 'list' | 'count'>,
  ) {}

  /** Returns a page of the users, the newest first. @throws AppError `VALIDATION_FAILED` */
  users(input: unknown, context: RequestContext): Promise<UserPage> {
    return this.admin.read(listUsers, context, async () => {
      const request = readInput(listUsers, input, context);
      const { users, next } = await this.lists.list(request);
      const isFiltered = Object.values(request.filter).some((value) => value !== null);
      return { users, next, isFiltered };
    });
  }

  /** Returns the account with this id, or with this e-mail address. @throws AppError `VALIDATION_FAILED`, `NOT_FOUND` */
  user(input: unknown, context: RequestContext): Promise<ManagedAccount> {
    return this.admin.read(user, context, async (about) => {
      const { id, email } = readInput(user, input, context);
      const managed = email ? await this.accounts.findByEmail(email.canonical) : await this.findById(id ?? '');
      if (!managed) throw notFound('user');
      const userId = managed.user.id;
      about.userId = userId;
      const { sessions } = await this.sessions.list(userId, { first: sessionPageSize.atMost, after: null });
      return { managed, sessions, sessionCount: await this.sessions.count(userId) };
    });
  }

  private async findById(id: string): Promise<ManagedUser | null> {
    return isUuid(id) ? this.accounts.find(id.toLowerCase()) : null;
  }

  /** The caller must be allowed to see the page. Null if the database has no estimate. */
  estimateTotal(): Promise<number | null> {
    return this.lists.estimateTotal();
  }
}
