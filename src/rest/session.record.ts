import type { ListedSession } from '../auth/account.service';
import { type SessionPage, toSessionCursor } from '../sessions/session-page';
import { toTimestamp } from './user.record';

export function toSessionRecord(session: ListedSession) {
  return {
    id: session.id,
    current: session.current,
    created_ts: toTimestamp(session.createdTs),
    last_used_ts: toTimestamp(session.lastUsedTs),
    expires_ts: toTimestamp(session.expiresTs),
    user_agent: session.userAgent,
    ip: session.ip,
  };
}

/** `next` is the cursor of the next page; null where there is none. */
export function toSessionPageRecord({ sessions, hasMore }: SessionPage<ListedSession>) {
  const last = sessions.at(-1);
  return { sessions: sessions.map(toSessionRecord), next: hasMore && last ? toSessionCursor(last) : null };
}
