import type { ListedSession } from '../auth/account.service';
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
