import { PasskeyLoginService } from '../features/passkeys/passkey-login.service';
import { PasskeysService } from '../features/passkeys/passkeys.service';
import type { AccountRules } from './email-verification';
import type { SecondFactorParts } from './mfa';
import type { Passwords } from './passwords';
import type { Sessions } from './sessions';
import type { Platform } from './shared';

export function passkeysModule(platform: Platform, needs: SecondFactorParts & Sessions & Passwords & AccountRules) {
  const { config, stores } = platform;
  const isOn = config.passkeys;
  return {
    passkeys: new PasskeysService({ ...platform, ...needs, passkeys: stores.passkeys, isOn }),
    passkeyLogins: new PasskeyLoginService({ ...platform, ...needs, verification: needs.passkeyVerification, isOn }),
  };
}
