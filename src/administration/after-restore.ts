import type { AuditStore } from '../audit/audit.store';
import { successEvent } from '../audit/audit-event';
import type { Transact } from '../db/database';
import type { Clock } from '../runtime/clock';
import type { AllSessionsStore } from '../sessions/all-sessions.store';
import type { KeyRing } from '../tokens/key-ring';

/** Small enough that one transaction ends well within its time limit of two seconds. */
const sessionsPerTransaction = 500;

interface RestoreStores {
  allSessions: AllSessionsStore;
  audit: Pick<AuditStore, 'insert'>;
}

/**
 * Invalidates every access token and refresh token of a restored database, because a backup does not contain the
 * revocations that were made after the backup. A new key signs and all other keys are revoked, so every access token is
 * rejected. All sessions end, so every refresh token is rejected. If the command is interrupted, it can be repeated.
 * @throws Error if another process adds a signing key at the same time; AppError `SERVICE_UNAVAILABLE`
 */
export async function invalidateAllTokens(
  keys: KeyRing,
  transaction: Transact<RestoreStores>,
  clock: Clock,
): Promise<{ keysRetired: number; sessionsEnded: number }> {
  const added = await keys.rotate({ atOnce: true });
  if (!added)
    throw new Error('another process added a key at the same time. Stop that process, then run this command again');
  let keysRetired = 0;
  for (const { kid } of keys.list()) {
    if (kid !== added.kid && (await keys.revoke(kid)) === 'revoked') keysRetired += 1;
  }
  let sessionsEnded = 0;
  for (;;) {
    const ended = await transaction((tx) => endSome(tx, clock()));
    if (ended === 0) return { keysRetired, sessionsEnded };
    sessionsEnded += ended;
  }
}

async function endSome({ allSessions, audit }: RestoreStores, at: Date): Promise<number> {
  const ended = await allSessions.revokeSome(sessionsPerTransaction, 'restored', at);
  const details = { reason: 'restored' };
  await audit.insert(ended.map((sessionId) => successEvent('session_ended', at, null, { sessionId, details })));
  return ended.length;
}
