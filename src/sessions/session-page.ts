import type { Session } from './session';

export const sessionPageSize = { byDefault: 50, atMost: 100 } as const;

/** A position in the list of live sessions. The list is sorted by these two fields in descending order. */
export type SessionPosition = Pick<Session, 'lastUsedTs' | 'id'>;

export interface SessionPageRequest {
  first: number;
  /** The page starts after this position. Null for the first page. */
  after: SessionPosition | null;
}

export interface SessionPage<Listed extends Session = Session> {
  sessions: Listed[];
  hasMore: boolean;
}

const decoded = /^(\d{1,15}) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
/** The maximum length in characters. A cursor has about 70 characters. */
const longestCursor = 100;

/** Encodes a position as text in base64url, which clients must not interpret. */
export function toSessionCursor({ lastUsedTs, id }: SessionPosition): string {
  return Buffer.from(`${lastUsedTs.getTime()} ${id}`).toString('base64url');
}

/** Returns null if the text is not a cursor. */
export function parseSessionCursor(cursor: string): SessionPosition | null {
  if (cursor.length > longestCursor) return null;
  const [, ms, id] = decoded.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  return ms !== undefined && id !== undefined ? { lastUsedTs: new Date(Number(ms)), id } : null;
}
