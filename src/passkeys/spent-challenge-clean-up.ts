import { type CleanUpStep, daysBefore, removeInBatches } from '../jobs/clean-up-step';
import type { SpentChallengeCleanUpStore } from './spent-challenge-clean-up.store';

/** An expired challenge is rejected without its row. The clock of another instance can be behind by less than this time. */
const keptDays = 1;

export function spentChallengeCleanUp(store: SpentChallengeCleanUpStore): CleanUpStep[] {
  return [
    {
      name: 'spent_challenges',
      run: (now, signal) => removeInBatches((n) => store.removeExpired(daysBefore(now, keptDays), n), signal),
    },
  ];
}
