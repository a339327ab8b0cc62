import { type BatchStep, dayMs, expired } from '../jobs/clean-up-step';

export const auditCleanUp = (keptDays: number): BatchStep[] => [
  expired('audit_events', { column: 'last_ts', keptMs: keptDays * dayMs }),
];
