import type { Session } from './session';

/** How many sessions a page has: by default, and at most. */
export const sessionPageSize = { byDefault: 50, atMost: 100 } as const;

/** A place in the list of live sessions, which is sorted by these two, the greatest first. */
export type SessionPosition = Pick<Session, 'lastUsedTs' | 'id'>;

export interface SessionPageRequest {
  first: number;
  /** The page begins behind it; null: at the session that was used last. */
  after: SessionPosition | null;
}

export interface SessionPage<Listed extends Session = Session> {
  sessions: Listed[];
  /** Whether there are sessions behind this page. */
  hasMore: boolean;
}

const decoded = /^(\d{1,15}) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
/** In characters; a cursor has some 70. */
const longestCursor = 100;

/** A position as an opaque text, base64url. */
export function toSessionCursor({ lastUsedTs, id }: SessionPosition): string {
  return Buffer.from(`${lastUsedTs.getTime()} ${id}`).toString('base64url');
}

/** Null for a text that is no cursor. */
export function parseSessionCursor(cursor: string): SessionPosition | null {
  if (cursor.length > longestCursor) return null;
  const [, ms, id] = decoded.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  return ms !== undefined && id !== undefined ? { lastUsedTs: new Date(Number(ms)), id } : null;
}
