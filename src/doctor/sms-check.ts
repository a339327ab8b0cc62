import { TelNumbers } from '../accounts/users/tel-numbers';
import type { Config } from '../compose/config';
import type { Stores } from '../compose/stores';
import { muchOfBudget } from '../features/tel/tel-counts';
import { say } from '../platform/runtime/sentence';
import { uuidv7 } from '../platform/runtime/uuid';
import { createSmsGateway } from '../platform/sms/sms-gateway';
import { type CheckResult, failure, messageOf, ok, skipped, warning } from './check-result';

/** Milliseconds. */
const sendMs = 30_000;

/** Looks at the codes of the day. Sends nothing. */
export async function checkSms(
  { sms }: Pick<Config, 'sms'>,
  telCounts: Pick<Stores['telCounts'], 'list' | 'sentToday'>,
  now: Date,
): Promise<CheckResult> {
  if (sms.url === null) return skipped(say`SMS_URL is not set: phone numbers cannot be confirmed`);
  if (sms.countries.length === 0) return warning(say`SMS_COUNTRIES is not set: no codes are sent to phone numbers`);
  const paused = (await telCounts.list(now)).flatMap((one) => (one.pausedUntilTs ? [one.country] : []));
  if (paused.length > 0) {
    return warning(
      say`too few codes were confirmed in ${paused}, so none are sent there for a day. If this was no attack, end the pause in the console`,
    );
  }
  const sent = await telCounts.sentToday(now);
  const says = say`codes to phone numbers today: ${sent} of ${sms.dailyBudget} (SMS_DAILY_BUDGET)`;
  return sent >= muchOfBudget * sms.dailyBudget ? warning(says) : ok(says);
}

/** Sends a message to a number, which need not be of SMS_COUNTRIES. */
export async function sendTestSms(config: Pick<Config, 'sms' | 'productName'>, to: string): Promise<CheckResult> {
  const gateway = createSmsGateway(config.sms);
  if (!gateway) return failure('SMS_URL is not set');
  const number = new TelNumbers(config.sms).parse(to);
  if (!number) return failure(`${to} is no phone number`);
  const createdTs = new Date();
  const text = `This is a test message of ${config.productName}.`;
  try {
    const sms = { id: uuidv7(createdTs), to: number.e164, text, createdTs };
    await gateway.send(sms, createdTs, AbortSignal.timeout(sendMs));
    return ok(`a message was sent to ${number.e164}`);
  } catch (error) {
    return failure(`${messageOf(error).replace('mail server', 'service of SMS_URL')} Check SMS_URL`);
  }
}
