import type { AdminOperations } from '../../accounts/admin-access/admin-access';
import type { ApiKey } from '../../accounts/keys/api-key';
import type { OrganizationStore } from '../../accounts/memberships/organization.store';
import type { LiveSessions } from '../../accounts/sessions/live-sessions';
import { sessionPageSize } from '../../accounts/sessions/session-page';
import type { Identity } from '../../accounts/users/identity';
import type { IdentityStore } from '../../accounts/users/identity.store';
import type { ManagedUser } from '../../accounts/users/managed-user';
import type { Membership } from '../../accounts/users/organization';
import { noSuchUser } from '../../accounts/users/user';
import type { UserFields } from '../../accounts/users/user-fields';
import { fieldsSchema } from '../../accounts/users/user-fields.inputs';
import { mostCounted } from '../../accounts/users/user-list';
import type { UserListRequest, UserListStore } from '../../accounts/users/user-list.store';
import { invalidField, notFound } from '../../platform/errors/app-error';
import { readInput } from '../../platform/operations/run-operation';
import type { PagePosition } from '../../platform/request/page-cursor';
import type { RequestContext } from '../../platform/request/request-context';
import { isUuid } from '../../platform/runtime/uuid';
import { mostBulkIds } from './admin-bulk.inputs';
import { toAdminSession } from './admin-session.answers';
import { users as listUsers, user } from './admin-users.operations';
import type { SignInState } from './sign-in-state';
import type { SignInStates } from './sign-in-states';
import { usersInputOf } from './user-list.inputs';

export interface UserPage {
  users: ManagedUser[];
  /** Null if there is no previous page. */
  previous: PagePosition | null;
  /** Null if there is no next page. */
  next: PagePosition | null;
  /** Whether the request had a filter. */
  isFiltered: boolean;
}

export const estimatedTotalText = `The number of all users, counted up to ${mostCounted}. Beyond it, the database's own estimate. Null if the request has a filter, or if the database has no estimate yet.`;

/** The first page of a search, with the accounts that can be changed together. */
export interface UserSearch extends UserPage {
  /** The e-mail addresses of at most `mostBulkIds`, by their ids. Null without a filter, and on a later page. */
  matching: { emails: ReadonlyMap<string, string>; hasMore: boolean } | null;
}

/** An account with its identities and its live sessions. */
export interface ManagedAccount extends ManagedUser {
  /** Oldest first. */
  identities: Identity[];
  /** The first page, most recently used first. */
  sessions: readonly ReturnType<typeof toAdminSession>[];
  /** The number of live sessions, counted up to `mostCounted`. */
  sessionCount: number;
  signIn: SignInState;
}

/** The operations of a super admin on accounts, for both APIs. */
export class UserDirectoryService {
  private readonly listUsers;

  constructor(
    private readonly admin: AdminOperations,
    private readonly accounts: Pick<UserListStore, 'find' | 'findByEmail' | 'emailsOf'>,
    /** Can be some seconds old. */
    private readonly lists: Pick<UserListStore, 'list' | 'estimateTotal'>,
    private readonly of: {
      sessions: Pick<LiveSessions, 'list' | 'count'>;
      identities: Pick<IdentityStore, 'list'>;
      /** The live ones. */
      apiKeys(userId: string): Promise<ApiKey[]>;
      /** Null with ORGANIZATIONS=off. */
      organizations: Pick<OrganizationStore, 'listOf'> | null;
      signIns: Pick<SignInStates, 'of'>;
    },
    userFields: UserFields,
  ) {
    this.listUsers = { ...listUsers, input: usersInputOf(fieldsSchema(userFields, { by: 'admin' })) };
  }

  /** Returns a page of the users. */
  users(input: unknown, context: RequestContext): Promise<UserPage> {
    return this.admin.read(listUsers, context, async () => {
      const request = await this.requestOf(input, context);
      return { ...(await this.lists.list(request)), isFiltered: hasFilter(request) };
    });
  }

  /** As `users`. The first page of a search is read with all accounts that a bulk change can have. */
  search(input: unknown, context: RequestContext): Promise<UserSearch> {
    return this.admin.read(listUsers, context, async () => {
      const request = await this.requestOf(input, context);
      const isFiltered = hasFilter(request);
      if (!isFiltered || request.after || request.before) {
        return { ...(await this.lists.list(request)), isFiltered, matching: null };
      }
      const { users: all, next } = await this.lists.list({ ...request, first: mostBulkIds });
      const users = all.slice(0, request.first);
      const last = users.at(-1);
      return {
        users,
        previous: null,
        next: all.length > users.length && last ? { ts: last.createdTs, id: last.id } : next,
        isFiltered,
        matching: { emails: new Map(all.map((one) => [one.id, one.email])), hasMore: next !== null },
      };
    });
  }

  private async requestOf(input: unknown, context: RequestContext) {
    const request = readInput(this.listUsers, input, context);
    const position = request.after ?? request.before;
    // In the order of the addresses, a position is the address of a user, who may have been erased.
    if (position && request.sort === 'email' && (await this.accounts.emailsOf([position.id])).size === 0) {
      throw invalidField(request.after ? 'after' : 'before', 'must be the cursor of a user who was not erased');
    }
    return request;
  }

  /** Returns the e-mail addresses of those of these accounts that exist, by their ids. */
  emailsOf(ids: readonly string[], context: RequestContext): Promise<ReadonlyMap<string, string>> {
    return this.admin.read(listUsers, context, () => this.accounts.emailsOf(ids.filter(isUuid)));
  }

  /** Returns the account with this id, or with this e-mail address. */
  user(input: unknown, context: RequestContext): Promise<ManagedAccount> {
    return this.admin.read(user, context, async (about) => {
      const { id, email } = readInput(user, input, context);
      const managed = email ? await this.accounts.findByEmail(email.canonical) : await this.findById(id ?? '');
      if (!managed) throw notFound(noSuchUser);
      const userId = managed.id;
      about.userId = userId;
      const { items: sessions } = await this.of.sessions.list(userId, { first: sessionPageSize.atMost, after: null });
      const sessionCount = await this.of.sessions.count(userId);
      const identities = await this.of.identities.list(userId);
      const signIn = await this.of.signIns.of(managed, identities);
      return { ...managed, identities, sessions: sessions.map(toAdminSession), sessionCount, signIn };
    });
  }

  private async findById(id: string): Promise<ManagedUser | null> {
    return isUuid(id) ? this.accounts.find(id.toLowerCase()) : null;
  }

  /** The live API keys of an account that `user` has returned, the newest first: only some answers have them. */
  apiKeysOf({ id }: Pick<ManagedAccount, 'id'>): Promise<ApiKey[]> {
    return this.of.apiKeys(id);
  }

  /** Its organizations, by their slugs: likewise. */
  async membershipsOf({ id }: Pick<ManagedAccount, 'id'>): Promise<Membership[]> {
    return (await this.of.organizations?.listOf(id)) ?? [];
  }

  /** The caller must be allowed to see the page. See `UserListStore.estimateTotal`. */
  estimateTotal(): Promise<number | null> {
    return this.lists.estimateTotal();
  }
}

const hasFilter = ({ filter }: UserListRequest): boolean => Object.values(filter).some((value) => value !== null);
