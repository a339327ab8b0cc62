import { type CleanUpStep, daysBefore, removeInBatches } from '../jobs/clean-up-step';
import type { AuditCleanUpStore } from './audit-clean-up.store';

/** `keptDays`: for how many days events are kept. */
export function auditCleanUp(store: AuditCleanUpStore, keptDays: number): CleanUpStep[] {
  return [
    {
      name: 'audit_events',
      run: (now, signal) => removeInBatches((n) => store.removeEvents(daysBefore(now, keptDays), n), signal),
    },
  ];
}
