import { asUserIf } from '../accounts/auth/switched-off';
import { TelService, telOff } from '../features/tel/tel.service';
import { TelCounts } from '../features/tel/tel-counts';
import type { Shared } from './shared';

/** Loaded only with SMS_URL. */
const smsDeliveryModule = () => require('./sms-delivery') as typeof import('./sms-delivery.js');

/** @throws ConfigError if SMS_COUNTRIES has a country without numbers */
export function createTel(shared: Shared) {
  const { config, telNumbers } = shared;
  const { sms } = config;
  if (telNumbers.isOn) telNumbers.check();
  const telCounts = new TelCounts(sms.countries);
  const asUser = asUserIf(telNumbers.isOn, shared, telOff);
  return {
    telCounts,
    tel: new TelService({ ...shared, asUser, telCounts, dailyBudget: sms.dailyBudget }),
    /** Null without SMS_URL. */
    smsDelivery: sms.url && smsDeliveryModule().createSmsDelivery(shared),
  };
}

export type Tel = ReturnType<typeof createTel>;
