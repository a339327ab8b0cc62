import { type CleanUpStep, daysBefore, removeInBatches } from '../jobs/clean-up-step';
import type { AuditCleanUpStore } from './audit-clean-up.store';

/** Removes audit events that are older than `keptDays` days. */
export function auditCleanUp(store: AuditCleanUpStore, keptDays: number): CleanUpStep[] {
  return [
    {
      name: 'audit_events',
      run: (now, signal) => removeInBatches((n) => store.removeEvents(daysBefore(now, keptDays), n), signal),
    },
  ];
}
