import type { AuditStore } from '../../platform/audit/audit.store';
import { successEvent } from '../../platform/audit/audit-event';
import type { Transact } from '../../platform/db/database';
import type { MessageStore } from '../../platform/messages/message.store';
import type { OneTimeTokenStore } from '../../platform/one-time-tokens/one-time-token.store';
import type { Clock } from '../../platform/runtime/clock';
import type { AllSessionsStore } from '../sessions/all-sessions.store';
import type { KeyRing } from '../tokens/key-ring';

/** Small enough that one transaction ends well within its time limit of two seconds. */
const rowsPerTransaction = 500;

interface RestoreStores {
  allSessions: AllSessionsStore;
  oneTimeTokens: Pick<OneTimeTokenStore, 'voidSome'>;
  messages: Pick<MessageStore, 'endSome'>;
  audit: Pick<AuditStore, 'insert'>;
}

/**
 * Invalidates every access token, refresh token, link and code of a restored database, because a backup does not
 * contain what was revoked or used after the backup. A new key signs and all other keys are revoked, so every access
 * token is rejected. All sessions end, so every refresh token is rejected. Mails that waited at the time of the backup
 * end, because they were sent after the backup. If the command is interrupted, it can be repeated.
 * @throws Error if another process adds a signing key at the same time; AppError `SERVICE_UNAVAILABLE`
 */
export async function invalidateAllTokens(
  keys: KeyRing,
  transaction: Transact<RestoreStores>,
  clock: Clock,
): Promise<{ keysRetired: number; sessionsEnded: number; linksVoided: number; mailsEnded: number }> {
  const added = await keys.rotate({ atOnce: true });
  if (!added) throw new Error('another process added a key at the same time. Stop that process, and try again');
  let keysRetired = 0;
  for (const { kid } of keys.list()) {
    if (kid !== added.kid && (await keys.revoke(kid)) === 'revoked') keysRetired += 1;
  }
  const linksVoided = await inBatches(() =>
    transaction(null, (tx) => tx.oneTimeTokens.voidSome(rowsPerTransaction, clock())),
  );
  const mailsEnded = await inBatches(() =>
    transaction(null, (tx) => tx.messages.endSome(rowsPerTransaction, 'restored', clock())),
  );
  const sessionsEnded = await inBatches(() => transaction(null, (tx) => endSome(tx, clock())));
  return { keysRetired, sessionsEnded, linksVoided, mailsEnded };
}

/** Calls `changeSome` until it changes nothing. Returns the number of changes. */
async function inBatches(changeSome: () => Promise<number>): Promise<number> {
  let total = 0;
  for (let changed = await changeSome(); changed > 0; changed = await changeSome()) total += changed;
  return total;
}

async function endSome({ allSessions, audit }: RestoreStores, at: Date): Promise<number> {
  const ended = await allSessions.revokeSome(rowsPerTransaction, 'restored', at);
  const details = { reason: 'restored' };
  await audit.insert(ended.map((sessionId) => successEvent('session_ended', at, null, { sessionId, details })));
  return ended.length;
}
