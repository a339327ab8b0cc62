import { randomBytes } from 'node:crypto';
import type { Config } from '../compose/config';
import type { LegacyAccountStore } from '../features/legacy/legacy-account.store';
import { LegacyClient } from '../features/legacy/legacy-client';
import { say } from '../platform/runtime/sentence';
import { type CheckResult, failure, messageOf, ok, skipped, warning } from './check-result';

/** Milliseconds. Longer than the server waits, so that the result says how slow the old service is. */
const answersWithinMs = 5000;

/** @param accounts null without the database */
export async function checkLegacy(
  config: Pick<Config, 'legacyUrl' | 'legacyTimeoutMs' | 'publicUrl' | 'port'>,
  accounts: Pick<LegacyAccountStore, 'countWaiting'> | null,
): Promise<CheckResult[]> {
  const { legacyUrl } = config;
  const waiting = accounts && (await accounts.countWaiting());
  if (legacyUrl === null) {
    if (!waiting) return [skipped(say`LEGACY_URL is not set: no old service is asked for passwords`)];
    const says = say`accounts whose password only the old service knows: ${waiting}`;
    return [warning(say`${says}. LEGACY_URL is not set, so their users cannot sign in before they reset the password`)];
  }
  if (isThisService(legacyUrl, config)) {
    return [
      failure(say`LEGACY_URL is ${legacyUrl}, the address of this service. Set it to the address of the old service`),
    ];
  }
  return [
    await checkAnswer(legacyUrl, config.legacyTimeoutMs),
    ...(legacyUrl.startsWith('http:')
      ? [
          warning(
            say`LEGACY_URL starts with http://: passwords are sent to another process of this machine in plain text`,
          ),
        ]
      : []),
    ...(waiting === null ? [] : [ok(say`accounts whose password only the old service knows: ${waiting}`)]),
  ];
}

function isThisService(legacyUrl: string, { publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>): boolean {
  const { origin, protocol, port: legacyPort } = new URL(legacyUrl);
  return origin === new URL(publicUrl).origin || (protocol === 'http:' && legacyPort === String(port));
}

/** Logs in with an address that cannot have an account. */
async function checkAnswer(url: string, timeoutMs: number): Promise<CheckResult> {
  const email = `gatehouse-doctor-${randomBytes(8).toString('hex')}@doctor.invalid`;
  const password = randomBytes(18).toString('base64url');
  const startedAt = performance.now();
  try {
    const answer = await new LegacyClient(url).login(email, password, AbortSignal.timeout(answersWithinMs));
    const ms = performance.now() - startedAt;
    if (answer.success) {
      return failure(say`the old service of LEGACY_URL accepted a random address and password. Check LEGACY_URL`);
    }
    const says = say`the old service of LEGACY_URL rejected a random address with status ${answer.status}, in ${ms.toFixed(0)} ms`;
    if (answer.status === 404) {
      return warning(say`${says}. If it also answers 404 where it has no route, check the path of LEGACY_URL`);
    }
    return ms > timeoutMs / 2 ? warning(say`${says}. LEGACY_TIMEOUT is ${timeoutMs} ms`) : ok(says);
  } catch (error) {
    return failure(say`users with a password of the old service cannot sign in: ${reasonOf(error)}`);
  }
}

/** `fetch` has the error of the connection as the cause of its own. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : 'unknown error';
  const cause = error instanceof Error ? error.cause : null;
  if (!(cause instanceof Error)) return message;
  return `${message}: ${messageOf(cause)}`;
}
