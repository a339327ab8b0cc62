import { batchSize, type CleanUpStep, dayMs, expired, removeInBatches } from '../../platform/jobs/clean-up-step';
import type { SessionCleanUpStore } from './session-clean-up.store';

/** How long an ended session is kept, so that an operator can find out why it ended. */
const endedKeptMs = 30 * dayMs;
const sessionBatch = 1000;
/** How many pages of sessions one run reads to find idle sessions. The next run continues after these pages. */
const idlePages = 40;
const firstId = '00000000-0000-0000-0000-000000000000';

/** A session has expired after `idleS` seconds without use. */
export function sessionCleanUp(store: SessionCleanUpStore, idleS: number): CleanUpStep[] {
  /** The last session that the search for idle sessions has read. */
  let readUpTo = firstId;

  /** Removes the refresh tokens first and in batches, because a session can have any number of them. */
  async function removeSessions(ids: readonly string[], signal: AbortSignal): Promise<number> {
    if (ids.length === 0) return 0;
    await removeInBatches((n) => store.removeRefreshTokens(ids, n), signal);
    return signal.aborted ? 0 : store.removeSessions(ids);
  }

  async function removeEnded(before: Date, signal: AbortSignal): Promise<number> {
    let total = 0;
    for (let ids = [firstId]; ids.length > 0 && !signal.aborted; ) {
      ids = await store.listEnded(before, sessionBatch);
      total += await removeSessions(ids, signal);
    }
    return total;
  }

  async function removeIdle(since: Date, signal: AbortSignal): Promise<number> {
    let total = 0;
    for (let page = 0; page < idlePages && !signal.aborted; page += 1) {
      const { ids, last } = await store.listIdle(since, { after: readUpTo, size: batchSize });
      for (let i = 0; i < ids.length; i += sessionBatch) {
        total += await removeSessions(ids.slice(i, i + sessionBatch), signal);
      }
      readUpTo = last ?? firstId;
      if (last === null) break;
    }
    return total;
  }

  const ended = (now: Date) => new Date(now.getTime() - endedKeptMs);
  return [
    { name: 'sessions', run: (now, signal) => removeEnded(ended(now), signal) },
    {
      name: 'idle_sessions',
      run: (now, signal) => removeIdle(new Date(ended(now).getTime() - idleS * 1000), signal),
    },
    // Tokens from before must have expired.
    expired('account_revocations', { key: 'user_id', column: 'revoked_ts', keptMs: endedKeptMs }),
  ];
}
