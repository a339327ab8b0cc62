export type Verdict = 'ok' | 'warning' | 'failure' | 'skipped';

export interface Finding {
  check: string;
  verdict: Verdict;
  /** One sentence. For a failure, also what to do. */
  says: string;
}

export type CheckResult = Pick<Finding, 'verdict' | 'says'>;

export const ok = (says: string): CheckResult => ({ verdict: 'ok', says });
export const warning = (says: string): CheckResult => ({ verdict: 'warning', says });
export const failure = (says: string): CheckResult => ({ verdict: 'failure', says });
export const skipped = (says: string): CheckResult => ({ verdict: 'skipped', says });

/** Returns the text for a failed check. For an AppError with a cause, this is the text of the cause. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  return error.cause instanceof Error ? error.cause.message || nameOf(error.cause) : error.message;
}

/** Some connection errors of Node have an empty message. */
const nameOf = (error: Error): string => ('code' in error ? String(error.code) : error.name);
