import { MailError } from '../email/mail-problem';
import type { OneTimeTokens } from '../one-time-tokens/one-time-tokens';
import type { Locale } from '../request/locale';
import type { Clock } from '../runtime/clock';
import type { SmsGateway } from '../sms/sms-gateway';
import type { Transport } from './message-delivery';

/** As many as one gateway gets at the same time. */
const atOnce = 5;

/** Sends the code of each message. It is derived each time, so it is stored nowhere. */
export function smsTransport(
  gateway: Pick<SmsGateway, 'send' | 'isRepeatable'>,
  textOf: (code: string, locale: Locale) => string,
  oneTimeTokens: Pick<OneTimeTokens, 'codeOf'>,
  clock: Clock,
): Transport {
  const stopped = new AbortController();
  return {
    channel: 'sms',
    atOnce,
    isRepeatable: gateway.isRepeatable,
    async send({ id, recipient, locale, createdTs }, token, signal) {
      const code = token && oneTimeTokens.codeOf(token);
      if (!code) throw new MailError('expired', true, null);
      const sms = { id, to: recipient, text: textOf(code.code, locale), createdTs };
      await gateway.send(sms, clock(), AbortSignal.any([signal, stopped.signal]));
    },
    close: () => stopped.abort(),
  };
}
