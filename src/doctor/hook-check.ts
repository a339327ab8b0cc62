import { randomBytes } from 'node:crypto';
import { hookAnswersWithinMs } from '../accounts/hooks/before-register';
import { HookClient } from '../accounts/hooks/hook-client';
import { openUserFields } from '../accounts/users/user-fields-file';
import type { Config } from '../compose/config';
import type { Clock } from '../platform/runtime/clock';
import { say } from '../platform/runtime/sentence';
import { type CheckResult, failure, messageOf, ok, skipped, warning } from './check-result';

/** Milliseconds. Longer than the server waits, so that the result says how slow the hook is. */
const answersWithinMs = 5000;

/** Asks the hook about a person with an address that cannot have an account. */
export async function checkHook(
  {
    hookBeforeRegister: url,
    hookSecret: secret,
    userFields: file,
  }: Pick<Config, 'hookBeforeRegister' | 'hookSecret' | 'userFields'>,
  clock: Clock,
): Promise<CheckResult[]> {
  if (url === null || secret === null) {
    return [skipped(say`HOOK_BEFORE_REGISTER is not set: no service is asked about registrations`)];
  }
  const email = `gatehouse-doctor-${randomBytes(8).toString('hex')}@doctor.invalid`;
  const startedAt = performance.now();
  try {
    const userFields = openUserFields(file);
    const fields = userFields.areDefined ? userFields.defaults : null;
    const user = { email, firstName: 'Gatehouse', lastName: 'Doctor', tel: null, fields };
    const question = { user, method: 'password', ip: null, locale: null };
    await new HookClient(url, secret, userFields, clock).ask(question, AbortSignal.timeout(answersWithinMs));
  } catch (error) {
    return [failure(say`nobody can register: ${messageOf(error)}. Check HOOK_BEFORE_REGISTER and HOOK_SECRET`)];
  }
  const ms = performance.now() - startedAt;
  const says = say`the hook of HOOK_BEFORE_REGISTER answered in ${ms.toFixed(0)} ms`;
  return [
    ms > hookAnswersWithinMs / 2 ? warning(say`${says}. The server waits at most ${hookAnswersWithinMs} ms`) : ok(says),
    ...(url.startsWith('http:')
      ? [
          warning(
            say`HOOK_BEFORE_REGISTER starts with http://: names and addresses are sent to another process of this machine in plain text`,
          ),
        ]
      : []),
  ];
}
