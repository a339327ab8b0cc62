/** A position in a list that is sorted by a time and an id. */
export interface PagePosition {
  ts: Date;
  /** A UUID. */
  id: string;
}

/** The end of the year 9999 in ms (RFC 3339, section 5.6). Later times have no form that every database reads. */
const latestMs = 253_402_300_799_999;
/** No document says one: our own, a time and a UUID. */
const decoded = /^(\d{1,15}) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
/** No document says one. The maximum length in characters: a cursor has about 70 characters. */
export const longestCursor = 100;

/** Encodes a position as text in base64url, which clients must not interpret. */
export function toPageCursor({ ts, id }: PagePosition): string {
  return Buffer.from(`${ts.getTime()} ${id}`).toString('base64url');
}

/** Returns null if the text is not a cursor. */
export function parsePageCursor(cursor: string): PagePosition | null {
  if (cursor.length > longestCursor) return null;
  const [, ms, id] = decoded.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  if (ms === undefined || id === undefined || Number(ms) > latestMs) return null;
  return { ts: new Date(Number(ms)), id };
}
