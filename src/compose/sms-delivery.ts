import { smsWith } from '../features/tel/sms-text';
import { MessageDelivery } from '../platform/messages/message-delivery';
import { smsTransport } from '../platform/messages/sms-transport';
import { createSmsGateway } from '../platform/sms/sms-gateway';
import type { Shared } from './shared';

/** Sends the codes of the outbox. Returns null without SMS_URL. */
export function createSmsDelivery({ config, stores, oneTimeTokens, clock, log, timeLimits }: Shared) {
  const gateway = createSmsGateway(config.sms);
  const place = { product: config.productName, host: new URL(config.publicUrl).hostname };
  return (
    gateway &&
    new MessageDelivery({
      ...{ stores, oneTimeTokens, clock, log },
      transport: smsTransport(gateway, (code, locale) => smsWith(code, locale, place), oneTimeTokens, clock),
      listen: stores.listen,
      settleMs: timeLimits.mailSettleMs,
    })
  );
}
