import type { Config } from '../compose/config';
import { askSite, siteAnswersWithinMs } from '../platform/challenges/site-verifier';
import { say } from '../platform/runtime/sentence';
import { type CheckResult, failure, messageOf, ok, skipped, warning } from './check-result';

/** Milliseconds. Longer than the server waits, so that the result says how slow the site is. */
const answersWithinMs = 5000;

/** Asks the site about an invented token. */
export async function checkChallengeSite({ challenge }: Pick<Config, 'challenge'>): Promise<CheckResult> {
  const { verifyUrl, siteKey, secret } = challenge;
  if (verifyUrl === null || secret === null)
    return skipped(say`CHALLENGE is not site: no service is asked whether a client is a program`);
  const startedAt = performance.now();
  try {
    // Cap compares the secret only for a token of this form.
    const token = `${siteKey}:gatehouse:doctor`;
    const { success, error } = await askSite(verifyUrl, secret, token, AbortSignal.timeout(answersWithinMs));
    if (success)
      return failure(
        say`the site of CHALLENGE_VERIFY_URL accepts any token. Check CHALLENGE_SECRET: is it one for tests?`,
      );
    if (error === 'Invalid site key or secret')
      return failure(
        say`nobody passes a challenge: the site does not know the secret. Check CHALLENGE_SITE_KEY and CHALLENGE_SECRET`,
      );
  } catch (error) {
    return failure(
      say`requests pass without a challenge: ${messageOf(error)}. Check CHALLENGE_VERIFY_URL and CHALLENGE_SECRET`,
    );
  }
  const ms = performance.now() - startedAt;
  const says = say`the site of CHALLENGE_VERIFY_URL answered in ${ms.toFixed(0)} ms`;
  return ms > siteAnswersWithinMs / 2
    ? warning(say`${says}. The server waits at most ${siteAnswersWithinMs} ms`)
    : ok(says);
}
