import type { AuditStore } from '../audit/audit.store';
import { successEvent } from '../audit/audit-event';
import type { Transact } from '../db/database';
import type { Clock } from '../runtime/clock';
import type { AllSessionsStore } from '../sessions/all-sessions.store';
import type { KeyRing } from '../tokens/key-ring';

/** Few enough for the two seconds of a transaction. */
const sessionsPerTransaction = 500;

/** The stores that one transaction writes to. */
interface RestoreStores {
  allSessions: AllSessionsStore;
  audit: Pick<AuditStore, 'insert'>;
}

/**
 * Invalidates every access token and refresh token of a restored database. The backup does not know what was revoked
 * after it was made. A new key signs and the other keys are revoked, so every access token is rejected. All sessions
 * end, so every refresh token is rejected. The command can be interrupted and repeated.
 */
export async function invalidateAllTokens(
  keys: KeyRing,
  transaction: Transact<RestoreStores>,
  clock: Clock,
): Promise<{ keysRetired: number; sessionsEnded: number }> {
  const added = await keys.rotate({ atOnce: true });
  if (!added)
    throw new Error('another process added a key at the same time: stop that process, then repeat the command');
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
