import { AppError } from '../../platform/errors/app-error';
import type { Clock } from '../../platform/runtime/clock';
import { isUuid } from '../../platform/runtime/uuid';
import type { OrganizationRevocation } from '../users/organization';
import type { FeedPosition, RevocationFeedStore } from './revocation-feed.store';
import { clockDifferenceMs, keptMs } from './revocations';
import type { AccountRevocation } from './session';

export interface RevocationPage {
  /** The `after` of the next request. */
  cursor: string;
  sessionIds: string[];
  accounts: AccountRevocation[];
  organizations: OrganizationRevocation[];
}

/** The maximum number of revocations in a page. After a full page, the next page is there at once. */
export const feedPageSize = 1000;
/** More than an operation takes from reading the clock until its transaction has begun, or has ended. */
const operationMs = 15_000;
/** A revocation can become visible so much later than its time says, unless its transaction is still open. */
const overlapMs = clockDifferenceMs + operationMs;
const firstId = '00000000-0000-0000-0000-000000000000';
/** `<start of the next pass>`, and within a pass also `.<time of the position>.<id of the position>`. */
const cursorForm = /^(\d{1,15})(?:\.(\d{1,15})\.([\da-f-]{36}))?$/;

interface Cursor {
  nextMs: number;
  position: FeedPosition | null;
}

/**
 * The revocations for services that verify access tokens themselves, read from the times of the revocations: no
 * revocation writes anything for the feed. A reader goes through the revocations in passes. Each pass begins before the
 * start of the last one, because a revocation becomes visible only when its transaction commits, and another instance
 * has another clock. So a reader can get a revocation several times, and misses none.
 */
export class RevocationFeed {
  constructor(
    private readonly store: Pick<RevocationFeedStore, 'list' | 'oldestOpenTransaction'>,
    private readonly clock: Clock,
  ) {}

  /**
   * @param after the cursor of the last page, or null for every revocation to which a valid token can belong
   * @throws AppError `CURSOR_EXPIRED` if the cursor is too old or not one of ours; `SERVICE_UNAVAILABLE`
   */
  async read(after: string | null): Promise<RevocationPage> {
    const nowMs = this.clock().getTime();
    const cursor = after === null ? { nextMs: nowMs - keptMs, position: null } : parseCursor(after, nowMs);
    const nextMs = cursor.position === null ? await this.startOfNextPass(nowMs) : cursor.nextMs;
    const from = cursor.position ?? { revokedTs: new Date(cursor.nextMs - overlapMs), id: firstId };
    const entries = await this.store.list(from, feedPageSize);
    const last = entries.length === feedPageSize ? entries.at(-1) : undefined;
    return {
      cursor: last ? `${nextMs}.${last.revokedTs.getTime()}.${last.id}` : String(nextMs),
      sessionIds: entries.flatMap(({ id, account, organization }) => (account || organization ? [] : [id])),
      accounts: entries.flatMap(({ account }) => account ?? []),
      organizations: entries.flatMap(({ organization }) => organization ?? []),
    };
  }

  /** Asked before the revocations are read: a transaction that ends in between is in the pass that starts now, or in the next. */
  private async startOfNextPass(nowMs: number): Promise<number> {
    const oldest = await this.store.oldestOpenTransaction();
    return Math.min(nowMs, oldest?.getTime() ?? nowMs);
  }
}

function parseCursor(text: string, nowMs: number): Cursor {
  const [, next, positionMs, id] = cursorForm.exec(text) ?? [];
  const nextMs = Number(next);
  const isKept = nextMs >= nowMs - keptMs && nextMs <= nowMs + clockDifferenceMs;
  if (!isKept || (id !== undefined && !isUuid(id))) throw new AppError('CURSOR_EXPIRED');
  return { nextMs, position: id === undefined ? null : { revokedTs: new Date(Number(positionMs)), id } };
}
