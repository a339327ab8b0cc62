import { deed } from '../audit/audit-event';
import type { Clock } from '../clock';
import type { AllSessionsStore } from '../sessions/all-sessions.store';
import type { KeyRing } from '../signing-keys/key-ring';

/** Few enough for the two seconds of a statement. */
const sessionsPerStatement = 500;

/**
 * Invalidates every token of a restored database. What was revoked after the backup is not revoked in it: a new key
 * signs and the others are revoked, which rejects every access token; all sessions end, which rejects every refresh
 * token. It can be interrupted and repeated.
 */
export async function invalidateAllTokens(
  keys: KeyRing,
  sessions: AllSessionsStore,
  clock: Clock,
): Promise<{ keysRetired: number; sessionsEnded: number }> {
  const added = await keys.rotate({ atOnce: true });
  if (!added) throw new Error('another process added a key at the same moment: stop it, and repeat');
  let keysRetired = 0;
  for (const { kid } of keys.list()) {
    if (kid !== added.kid && (await keys.retire(kid)) === 'retired') keysRetired += 1;
  }
  let sessionsEnded = 0;
  for (;;) {
    const at = clock();
    const audit = deed('session_ended', at, null, { details: { reason: 'restored' } });
    const ended = await sessions.revokeSome(sessionsPerStatement, 'restored', at, audit);
    if (ended === 0) return { keysRetired, sessionsEnded };
    sessionsEnded += ended;
  }
}
