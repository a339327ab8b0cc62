export type Verdict = 'ok' | 'warning' | 'failure' | 'skipped';

/** What an examination says of one part of an installation. */
export interface Finding {
  check: string;
  verdict: Verdict;
  /** One sentence; of a failure, with what is to be done. */
  says: string;
}

export type Said = Pick<Finding, 'verdict' | 'says'>;

export const ok = (says: string): Said => ({ verdict: 'ok', says });
export const warning = (says: string): Said => ({ verdict: 'warning', says });
export const failure = (says: string): Said => ({ verdict: 'failure', says });
export const skipped = (says: string): Said => ({ verdict: 'skipped', says });

/** What is said of a failure that an error reports: of one that is translated, what is behind it. */
export function sayingOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  return error.cause instanceof Error ? error.cause.message || nameOf(error.cause) : error.message;
}

/** Node leaves the message of some errors of connections empty. */
const nameOf = (error: Error): string => ('code' in error ? String(error.code) : error.name);
