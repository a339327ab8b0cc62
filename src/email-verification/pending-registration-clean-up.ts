import { type CleanUpStep, removeInBatches } from '../jobs/clean-up-step';
import type { PendingRegistrationCleanUpStore } from './pending-registration-clean-up.store';

export function pendingRegistrationCleanUp(store: PendingRegistrationCleanUpStore): CleanUpStep[] {
  return [
    {
      name: 'pending_registrations',
      run: (now, signal) => removeInBatches((n) => store.removeExpired(now, n), signal),
    },
  ];
}
