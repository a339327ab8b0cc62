import { PasskeyLoginService } from '../features/passkeys/passkey-login.service';
import { PasskeysService } from '../features/passkeys/passkeys.service';
import type { AccountRules } from './email-verification';
import type { SecondFactors } from './mfa';
import type { Passwords } from './passwords';
import type { Sessions } from './sessions';
import type { Shared } from './shared';

export function createPasskeys(shared: Shared, needs: SecondFactors & Sessions & Passwords & AccountRules) {
  const { config, stores } = shared;
  const isOn = config.passkeys;
  return {
    passkeys: new PasskeysService({
      ...shared,
      ...needs,
      passkeys: stores.passkeys,
      factors: stores.factors,
      sessions: stores.sessions,
      isOn,
      isUpgradeOn: config.passkeyUpgrade,
    }),
    passkeyLogins: new PasskeyLoginService({ ...shared, ...needs, verification: needs.passkeyVerification, isOn }),
  };
}
