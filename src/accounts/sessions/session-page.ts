import { toPageCursor } from '../../platform/request/page-cursor';
import type { Session } from './session';

export const sessionPageSize = { byDefault: 50, atMost: 100 } as const;

/** A position in the list of live sessions. The list is sorted by these two fields in descending order. */
export type SessionPosition = Pick<Session, 'lastUsedTs' | 'id'>;

export interface SessionPageRequest {
  first: number;
  /** The page starts after this position. Null for the first page. */
  after: SessionPosition | null;
}

/** Encodes a position as text in base64url, which clients must not interpret. */
export const toSessionCursor = ({ lastUsedTs, id }: SessionPosition): string => toPageCursor({ ts: lastUsedTs, id });
