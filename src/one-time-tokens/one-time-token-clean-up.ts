import { type CleanUpStep, daysBefore, removeInBatches } from '../jobs/clean-up-step';
import type { OneTimeTokenCleanUpStore } from './one-time-token-clean-up.store';

/** Longer than a day, for which wrong codes are counted, so that the audit can name an expired link as such. */
const keptDays = 7;

export function oneTimeTokenCleanUp(store: OneTimeTokenCleanUpStore): CleanUpStep[] {
  return [
    {
      name: 'one_time_tokens',
      run: (now, signal) => removeInBatches((n) => store.removeExpired(daysBefore(now, keptDays), n), signal),
    },
  ];
}
