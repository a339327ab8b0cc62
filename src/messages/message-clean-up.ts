import { type CleanUpStep, daysBefore, removeInBatches } from '../jobs/clean-up-step';
import type { MessageCleanUpStore } from './message-clean-up.store';

/** How long a message is kept after its end, so that an operator can see why a mail failed. */
const keptDays = 7;

export function messageCleanUp(store: MessageCleanUpStore): CleanUpStep[] {
  return [
    { name: 'expired_messages', run: (now, signal) => removeInBatches((n) => store.endExpired(now, n), signal) },
    {
      name: 'messages',
      run: (now, signal) => removeInBatches((n) => store.removeEnded(daysBefore(now, keptDays), n), signal),
    },
  ];
}
