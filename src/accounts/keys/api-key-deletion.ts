import { type AuditDetails, successEvent } from '../../platform/audit/audit-event';
import type { RequestContext } from '../../platform/request/request-context';
import type { Clock } from '../../platform/runtime/clock';
import { isUuid } from '../../platform/runtime/uuid';
import type { LiveSessions } from '../sessions/live-sessions';
import { apiKeyActions } from '../users/api-keys.audit';
import type { ApiKeyStore } from './api-key.store';

interface DeletionNeeds {
  apiKeys: Pick<ApiKeyStore, 'end'>;
  liveSessions: Pick<LiveSessions, 'rejectTokensIn'>;
  clock: Clock;
}

interface KeyToDelete {
  userId: string;
  /** As the client has sent it. */
  id: string;
  /** Of the user, who deletes the key. */
  sessionId?: string | null;
  /** What a super admin said about it. */
  stated?: Pick<AuditDetails, 'statedReason'>;
}

/** Deletes one key of a user, with the tokens for which it was exchanged. Returns false if the user has no live key with this id. */
export async function deleteApiKeyOf(
  { apiKeys, liveSessions, clock }: DeletionNeeds,
  { userId, id: sent, sessionId = null, stated = {} }: KeyToDelete,
  by: RequestContext,
): Promise<boolean> {
  if (!isUuid(sent)) return false;
  const id = sent.toLowerCase();
  const at = clock();
  const details = { keyId: id, ...stated };
  const audit = successEvent(apiKeyActions.api_key_deleted, at, by, { userId, sessionId, details });
  const isDeleted = await apiKeys.end({ userId, id }, at, audit);
  if (isDeleted) liveSessions.rejectTokensIn([id]);
  return isDeleted;
}
