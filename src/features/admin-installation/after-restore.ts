import type { ConsentStore } from '../../accounts/applications/consent.store';
import type { ApiKeyStore } from '../../accounts/keys/api-key.store';
import type { AllSessionsStore } from '../../accounts/sessions/all-sessions.store';
import { sessionActions } from '../../accounts/sessions/sessions.audit';
import type { KeyRing } from '../../accounts/tokens/key-ring';
import { apiKeyActions } from '../../accounts/users/api-keys.audit';
import type { AuditStore } from '../../platform/audit/audit.store';
import { successEvent } from '../../platform/audit/audit-event';
import type { Transact } from '../../platform/db/database';
import type { MessageStore } from '../../platform/messages/message.store';
import type { OneTimeTokenStore } from '../../platform/one-time-tokens/one-time-token.store';
import type { Clock } from '../../platform/runtime/clock';
import { installationEnds } from './admin-installation.reasons';

/** Small enough that one transaction ends well within its time limit of two seconds. */
const rowsPerTransaction = 500;

interface RestoreStores {
  allSessions: AllSessionsStore;
  oneTimeTokens: Pick<OneTimeTokenStore, 'voidSome'>;
  messages: Pick<MessageStore, 'endSome'>;
  consents: Pick<ConsentStore, 'removeSome'>;
  apiKeys: Pick<ApiKeyStore, 'endSome'>;
  audit: Pick<AuditStore, 'insert'>;
}

interface Invalidated {
  keysRetired: number;
  sessionsEnded: number;
  linksVoided: number;
  mailsEnded: number;
  consentsRemoved: number;
  apiKeysEnded: number;
}

/**
 * Invalidates every access token, refresh token, link and code of a restored database, because a backup does not
 * contain what was revoked or used after the backup. New keys sign and all other keys are revoked, so every access
 * token is rejected. All sessions end, so every refresh token is rejected. Mails that waited at the time of the backup
 * end, because they were sent after the backup. Consents are removed, because the user may have withdrawn one: applications
 * ask again. API keys end, because the user may have deleted one. If the command is interrupted, it can be repeated.
 * @throws Error if another process adds a signing key at the same time; AppError `SERVICE_UNAVAILABLE`
 */
export async function invalidateAllTokens(
  keys: KeyRing,
  transaction: Transact<RestoreStores>,
  clock: Clock,
): Promise<Invalidated> {
  const before = keys.list();
  for (const alg of new Set(before.map((key) => key.alg))) {
    const added = await keys.rotate({ alg, atOnce: true });
    if (!added) throw new Error('another process added a key at the same time. Stop that process, and try again');
  }
  let keysRetired = 0;
  for (const { kid } of before) if ((await keys.revoke(kid)) === 'revoked') keysRetired += 1;
  const linksVoided = await inBatches(() =>
    transaction(null, (tx) => tx.oneTimeTokens.voidSome(rowsPerTransaction, clock())),
  );
  const mailsEnded = await inBatches(() =>
    transaction(null, (tx) => tx.messages.endSome(rowsPerTransaction, 'restored', clock())),
  );
  const consentsRemoved = await inBatches(() => transaction(null, (tx) => tx.consents.removeSome(rowsPerTransaction)));
  const apiKeysEnded = await inBatches(() => transaction(null, (tx) => endSomeKeys(tx, clock())));
  const sessionsEnded = await inBatches(() => transaction(null, (tx) => endSome(tx, clock())));
  return { keysRetired, sessionsEnded, linksVoided, mailsEnded, consentsRemoved, apiKeysEnded };
}

/** Calls `changeSome` until it changes nothing. Returns the number of changes. */
async function inBatches(changeSome: () => Promise<number>): Promise<number> {
  let total = 0;
  for (let changed = await changeSome(); changed > 0; changed = await changeSome()) total += changed;
  return total;
}

async function endSome({ allSessions, audit }: RestoreStores, at: Date): Promise<number> {
  const ended = await allSessions.revokeSome(rowsPerTransaction, installationEnds.restored, at);
  const details = { reason: installationEnds.restored.name };
  await audit.insert(
    ended.map((sessionId) => successEvent(sessionActions.session_ended, at, null, { sessionId, details })),
  );
  return ended.length;
}

async function endSomeKeys({ apiKeys, audit }: RestoreStores, at: Date): Promise<number> {
  const ended = await apiKeys.endSome(rowsPerTransaction, at);
  const reason = installationEnds.restored.name;
  await audit.insert(
    ended.map(({ id: keyId, userId }) =>
      successEvent(apiKeyActions.api_key_deleted, at, null, { userId, details: { reason, keyId } }),
    ),
  );
  return ended.length;
}
