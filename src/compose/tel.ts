import { asUserIf } from '../accounts/auth/switched-off';
import { smsWith } from '../features/tel/sms-text';
import { TelService, telOff } from '../features/tel/tel.service';
import { TelCounts } from '../features/tel/tel-counts';
import { MessageDelivery } from '../platform/messages/message-delivery';
import { smsTransport } from '../platform/messages/sms-transport';
import { createSmsGateway } from '../platform/sms/sms-gateway';
import type { Shared } from './shared';

/** @throws ConfigError if SMS_COUNTRIES has a country without numbers */
export function createTel(shared: Shared) {
  const { config, stores, oneTimeTokens, telNumbers, clock, log } = shared;
  const { sms } = config;
  if (telNumbers.isOn) telNumbers.check();
  const telCounts = new TelCounts(sms.countries);
  const gateway = createSmsGateway(sms);
  const place = { product: config.productName, host: new URL(config.publicUrl).hostname };
  const textOf: Parameters<typeof smsTransport>[1] = (code, locale) => smsWith(code, locale, place);
  const asUser = asUserIf(telNumbers.isOn, shared, telOff);
  return {
    telCounts,
    tel: new TelService({ ...shared, asUser, telCounts, dailyBudget: sms.dailyBudget }),
    /** Null without SMS_URL. */
    smsDelivery:
      gateway &&
      new MessageDelivery({
        ...{ stores, oneTimeTokens, clock, log },
        transport: smsTransport(gateway, textOf, oneTimeTokens, clock),
        listen: stores.listen,
        settleMs: shared.timeLimits.mailSettleMs,
      }),
  };
}

export type Tel = ReturnType<typeof createTel>;
