import { type Sentence, say, textOf } from '../platform/runtime/sentence';

export type Verdict = 'ok' | 'warning' | 'failure' | 'skipped';

export interface Finding {
  check: string;
  verdict: Verdict;
  /** One sentence. For a failure, also what to do. */
  says: string;
  /** The same, for the console in other languages. */
  sentence: Sentence;
}

export type CheckResult = Omit<Finding, 'check'>;

/** A text that is no sentence, such as the message of an error, is not translated. */
const resultWith =
  (verdict: Verdict) =>
  (says: Sentence | string): CheckResult => {
    const sentence = typeof says === 'string' ? say`${says}` : says;
    return { verdict, says: textOf(sentence), sentence };
  };
export const ok = resultWith('ok');
export const warning = resultWith('warning');
export const failure = resultWith('failure');
export const skipped = resultWith('skipped');

/** Returns the text for a failed check. For an AppError with a cause, this is the text of the cause. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  return error.cause instanceof Error ? error.cause.message || nameOf(error.cause) : error.message;
}

/** Some connection errors of Node have an empty message. */
const nameOf = (error: Error): string => ('code' in error ? String(error.code) : error.name);
