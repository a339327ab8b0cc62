import { type CleanUpStep, removeInBatches } from '../jobs/clean-up-step';
import type { EmailChangeCleanUpStore } from './email-change-clean-up.store';

export function emailChangeCleanUp(store: EmailChangeCleanUpStore): CleanUpStep[] {
  return [{ name: 'email_changes', run: (now, signal) => removeInBatches((n) => store.removeExpired(now, n), signal) }];
}
