import { type Admin, type AdminOperations, requireChangeable } from '../../accounts/admin-access/admin-access';
import type { DeletionSchedule } from '../../accounts/deletion/deletion-schedule';
import { noSuchUser } from '../../accounts/users/user';
import type { UserListStore } from '../../accounts/users/user-list.store';
import { AppError, notFound, toAppError } from '../../platform/errors/app-error';
import type { ErrorCode } from '../../platform/errors/error-table';
import type { Log } from '../../platform/observability/log';
import { readInput } from '../../platform/operations/run-operation';
import type { RequestContext } from '../../platform/request/request-context';
import { isUuid } from '../../platform/runtime/uuid';
import type { BulkAction } from './admin-bulk.inputs';
import { bulkUsers } from './admin-users.operations';
import type { UserDataService } from './user-data.service';
import { type Stated, toStated, type UserLifecycleService } from './user-lifecycle.service';

/** What happened to one account. */
export interface BulkResult {
  id: string;
  success: boolean;
  /** Null if the account was changed. */
  code: ErrorCode | null;
  msg: string;
  /** Only the console shows it. */
  retryAfterS: number | null;
}

export interface BulkAnswer {
  /** In the order of the input. */
  results: BulkResult[];
  /** Whether every id was reached in time. */
  isComplete: boolean;
}

type HowToChange = Stated & { notify: boolean };

/** Milliseconds. The changes that have started must end before the operation does. */
const reservedMs = 1000;
/** How many accounts are changed at the same time, so that other requests get connections to the database. */
const atOnce = 4;

interface AdminBulkServiceNeeds {
  admin: AdminOperations;
  lists: Pick<UserListStore, 'find'>;
  users: Pick<UserLifecycleService, 'disable' | 'enable' | 'endSessions'>;
  updates: Pick<UserDataService, 'sendPasswordReset'>;
  deletions: Pick<DeletionSchedule, 'delete'>;
  log: Pick<Log, 'error'>;
  timeLimits: { operationMs: number };
}

/**
 * Changes many accounts in one request. Each change is a transaction of its own with its own event. Another event has the
 * numbers, so that accounts which could not be changed, and a search for ids that exist, also leave a trace. Can throw AppError
 * `UNAUTHENTICATED`, `STEP_UP_REQUIRED`, `FORBIDDEN`, `VALIDATION_FAILED`, `RATE_LIMITED` and `SERVICE_UNAVAILABLE`.
 */
export class AdminBulkService {
  constructor(private readonly needs: AdminBulkServiceNeeds) {}

  /**
   * Changes the accounts until the time is over or the client disconnects. The result of an account that was not reached is
   * `SERVICE_UNAVAILABLE`, and the account is unchanged.
   */
  bulkUsers(input: unknown, context: RequestContext): Promise<BulkAnswer> {
    const endsAt = performance.now() + this.needs.timeLimits.operationMs - reservedMs;
    return this.needs.admin.change(bulkUsers, context, async (admin) => {
      const { ids, action, reason, notify } = readInput(bulkUsers, input, context);
      const how = { ...toStated(reason), notify: notify ?? false };
      const results = new Map<string, BulkResult & { changed: boolean }>();
      const distinct = new Set(ids.map((id) => id.toLowerCase()));
      const waiting = [...distinct].values();
      const work = async () => {
        // All workers take from one iterator, so each account is changed once.
        for (const id of waiting) {
          if (context.signal.aborted || performance.now() >= endsAt) return;
          results.set(id, await this.changeOne(id, action, how, admin, context));
        }
      };
      await context.timings.measure('database', async () => {
        await Promise.all(Array.from({ length: atOnce }, work));
        const reached = [...results.values()];
        const details = {
          bulkAction: action,
          accounts: distinct.size,
          changed: reached.filter(({ changed }) => changed).length,
          failed: reached.filter(({ success }) => !success).length,
          ended: reached.length === distinct.size ? ('complete' as const) : ('stopped' as const),
          ...toStated(reason),
        };
        await this.needs.admin.recordRead(bulkUsers, context, { details });
      });
      const all = ids.map((id) => {
        const { success, code, msg, retryAfterS } = results.get(id.toLowerCase()) ?? notReached;
        return { id, success, code, msg, retryAfterS };
      });
      return { results: all, isComplete: all.every(({ code }) => code !== 'SERVICE_UNAVAILABLE') };
    });
  }

  private async changeOne(id: string, action: BulkAction, how: HowToChange, admin: Admin, by: RequestContext) {
    try {
      // A caller who has lost the right in the meantime changes no further account.
      await this.needs.admin.checkAgain(bulkUsers, by);
      const account = isUuid(id) ? await this.needs.lists.find(id) : null;
      if (!account) throw notFound(noSuchUser);
      requireChangeable(admin, account);
      if (id === admin.id && endsOwnAccess.has(action)) throw ownAccount();
      const { changed } = await this.apply(id, action, how, by);
      return { id, success: true, code: null, msg: 'Changed.', retryAfterS: null, changed };
    } catch (thrown) {
      // Also an unexpected error: the accounts before this one are changed, and their results must reach the client.
      const error = toAppError(thrown);
      if (error.code === 'INTERNAL') {
        this.needs.log.error(
          { err: error.cause ?? error, requestId: by.requestId },
          'unexpected error at one account of a bulk',
        );
      }
      const { code, message: msg, retryAfterS } = error;
      return { id, success: false, code, msg, retryAfterS, changed: false };
    }
  }

  private async apply(
    id: string,
    action: BulkAction,
    { notify, ...stated }: HowToChange,
    by: RequestContext,
  ): Promise<{ changed: boolean }> {
    if (action === 'disable') return this.needs.users.disable(id, by, { ...stated, notify });
    if (action === 'enable') return this.needs.users.enable(id, by, stated);
    if (action === 'end_sessions') return this.needs.users.endSessions(id, by, stated);
    if (action === 'delete') return this.needs.deletions.delete(id, by, stated);
    await this.needs.updates.sendPasswordReset(id, by, stated);
    return { changed: true };
  }
}

const endsOwnAccess: ReadonlySet<BulkAction> = new Set<BulkAction>(['disable', 'delete', 'end_sessions']);

const ownAccount = () =>
  new AppError('CONFLICT', { msg: 'This is the account of the super admin who sent the request.' });

const notReached = {
  success: false,
  code: 'SERVICE_UNAVAILABLE',
  msg: 'Not reached in time, so the account is unchanged. Send this id again.',
  retryAfterS: null,
} as const;
