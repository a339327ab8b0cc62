import type { ListedSession } from '../auth/account.service';
import { type SessionPage, toSessionCursor } from '../sessions/session-page';
import { component, nullable, object, string, timestamp, uuid } from './json-schema';
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

export const sessionSchema = component(
  'Session',
  object({
    id: uuid,
    current: { type: 'boolean', description: 'Whether this is the session of the request.' },
    created_ts: timestamp,
    last_used_ts: timestamp,
    expires_ts: timestamp,
    user_agent: nullable(string),
    ip: nullable(string),
  }),
);

/** `next` is the cursor of the next page, or null on the last page. */
export function toSessionPageRecord({ sessions, hasMore }: SessionPage<ListedSession>) {
  const last = sessions.at(-1);
  return { sessions: sessions.map(toSessionRecord), next: hasMore && last ? toSessionCursor(last) : null };
}

export const sessionPageSchema = object({
  sessions: { type: 'array', items: sessionSchema },
  next: nullable({ type: 'string', description: '`after` of the next page; null on the last page.' }),
});
