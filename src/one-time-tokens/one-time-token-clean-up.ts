import { type CleanUpStep, daysBefore, removeInBatches } from '../jobs/clean-up-step';
import type { OneTimeTokenCleanUpStore } from './one-time-token-clean-up.store';

/** Longer than a day, for which wrong codes are counted, so that the audit can name an expired link as such. */
const keptDays = 7;
/** Each login with a second factor makes a challenge. The audit can name one as expired that comes a little late. */
const challengeKeptMs = 3_600_000;

export function oneTimeTokenCleanUp(store: OneTimeTokenCleanUpStore): CleanUpStep[] {
  return [
    {
      name: 'one_time_tokens',
      run: (now, signal) => removeInBatches((n) => store.removeExpired(daysBefore(now, keptDays), n), signal),
    },
    {
      name: 'login_challenges',
      run: (now, signal) => {
        const before = new Date(now.getTime() - challengeKeptMs);
        return removeInBatches((n) => store.removeExpiredChallenges(before, n), signal);
      },
    },
  ];
}
