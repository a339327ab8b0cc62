export type Verdict = 'ok' | 'warning' | 'failure' | 'skipped';

/** The result of one check. */
export interface Finding {
  check: string;
  verdict: Verdict;
  /** One sentence; for a failure, with what to do. */
  says: string;
}

export type CheckResult = Pick<Finding, 'verdict' | 'says'>;

export const ok = (says: string): CheckResult => ({ verdict: 'ok', says });
export const warning = (says: string): CheckResult => ({ verdict: 'warning', says });
export const failure = (says: string): CheckResult => ({ verdict: 'failure', says });
export const skipped = (says: string): CheckResult => ({ verdict: 'skipped', says });

/** The text for a failed check. For a translated error, the text of its cause. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  return error.cause instanceof Error ? error.cause.message || nameOf(error.cause) : error.message;
}

/** Node leaves the message of some connection errors empty. */
const nameOf = (error: Error): string => ('code' in error ? String(error.code) : error.name);
