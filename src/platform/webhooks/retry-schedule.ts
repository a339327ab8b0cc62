/** Seconds from each failed attempt to the next one. After the last one, the delivery is given up. */
export type RetrySchedule = readonly number[];

/** 3 days in all. */
export const webhookSchedule: RetrySchedule = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];

/** Each delay is longer by up to this part, so that what failed together is not tried together. */
const jitter = 0.1;

interface FailedAttempt {
  /** The number of attempts so far, at least 1. */
  attempts: number;
  now: Date;
  /** The value of the header. */
  retryAfter: string | null;
  /** A number from 0 to 1. */
  random?: number;
}

/**
 * Returns the time of the next attempt, or null after the last one. A receiver that asks for more time with `Retry-After`
 * (RFC 9110, section 10.2.3) gets it, up to the longest delay of the schedule.
 */
export function nextAttemptAt(
  schedule: RetrySchedule,
  { attempts, now, retryAfter, random = Math.random() }: FailedAttempt,
): Date | null {
  const stepS = schedule[attempts - 1];
  if (stepS === undefined) return null;
  const askedS = Math.min(secondsOf(retryAfter, now), Math.max(...schedule));
  const delayS = Math.max(stepS * (1 + jitter * random), askedS);
  return new Date(now.getTime() + delayS * 1000);
}

/** Seconds, or a date. 0 for text that is neither. */
function secondsOf(retryAfter: string | null, now: Date): number {
  if (retryAfter === null) return 0;
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter);
  const at = Date.parse(retryAfter);
  return Number.isNaN(at) ? 0 : Math.max(0, (at - now.getTime()) / 1000);
}
