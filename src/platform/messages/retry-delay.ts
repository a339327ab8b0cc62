/** Seconds from a failed attempt to the next one: first short, for a server that restarts. */
const steps = [10, 60, 300, 1800, 7200, 18_000] as const;
/** Each delay is longer or shorter by up to this part, so that mails that failed together are not tried together. */
const jitter = 0.2;
/** The shortest delay before the end of a link. */
const lastStepS = 60;

/**
 * Returns the time of the next attempt, or null if it would be after `expiresTs`. Before the end of a link, the attempts
 * come closer together: half of the remaining time passes until the next one.
 * @param attempts the number of attempts so far, at least 1
 * @param random a number from 0 to 1
 */
export function nextAttempt(attempts: number, now: Date, expiresTs: Date, random = Math.random()): Date | null {
  const stepS = steps[Math.min(attempts, steps.length) - 1] ?? lastStepS;
  const remainingS = (expiresTs.getTime() - now.getTime()) / 1000;
  const delayS = Math.min(stepS, Math.max(remainingS / 2, lastStepS)) * (1 + jitter * (2 * random - 1));
  return delayS < remainingS ? new Date(now.getTime() + delayS * 1000) : null;
}
