import { type CleanUpStep, removeInBatches } from '../jobs/clean-up-step';
import type { RateLimitCleanUpStore } from './rate-limit-clean-up.store';
import { knownForMs } from './rate-limits';

export function rateLimitCleanUp(store: RateLimitCleanUpStore): CleanUpStep[] {
  return [
    {
      name: 'rate_limits',
      run: (now, signal) => removeInBatches((n) => store.removeCounts(now.getTime(), n), signal),
    },
    {
      name: 'known_networks',
      run: (now, signal) => {
        const before = new Date(now.getTime() - knownForMs);
        return removeInBatches((n) => store.removeKnownNetworks(before, n), signal);
      },
    },
  ];
}
