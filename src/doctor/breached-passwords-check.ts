import { createHash } from 'node:crypto';
import type { BreachedPasswordsSource } from '../accounts/passwords/password-policy.settings';
import { RangeApi } from '../accounts/passwords/range-api';
import { RangeFiles } from '../accounts/passwords/range-files';
import { say } from '../platform/runtime/sentence';
import { type CheckResult, failure, messageOf, ok, skipped, warning } from './check-result';

/** Milliseconds. Longer than the server waits, so that the result says how slow the list is. */
const answersWithinMs = 5000;
const slowMs = 500;
/** Every set of stolen passwords contains this one. */
const knownPassword = createHash('sha1').update('password').digest();

export async function checkBreachedPasswords(source: BreachedPasswordsSource): Promise<CheckResult> {
  if (!source) return skipped(say`BREACHED_PASSWORDS is off: passwords are not compared with stolen ones`);
  try {
    return await (source.kind === 'api' ? checkRangeApi(source.url) : checkFolder(source.folder));
  } catch (error) {
    const message = messageOf(error);
    return failure(source.kind === 'api' ? say`new passwords are not compared with stolen ones: ${message}` : message);
  }
}

async function checkRangeApi(url: string): Promise<CheckResult> {
  const startedAt = performance.now();
  const isFound = await new RangeApi(url).includes(knownPassword, AbortSignal.timeout(answersWithinMs));
  const ms = performance.now() - startedAt;
  if (!isFound)
    return failure(say`the range API of BREACHED_PASSWORDS does not know the password "password". Check the URL`);
  const says = say`the range API of BREACHED_PASSWORDS answered in ${ms.toFixed(0)} ms`;
  return ms > slowMs ? warning(say`${says}. The server waits at most 800 ms`) : ok(says);
}

async function checkFolder(folder: string): Promise<CheckResult> {
  const isFound = await RangeFiles.open(folder).includes(knownPassword, AbortSignal.timeout(answersWithinMs));
  return isFound
    ? ok(say`the folder of BREACHED_PASSWORDS has the stolen passwords`)
    : failure(say`the folder of BREACHED_PASSWORDS does not have the password "password". Download it again`);
}
