import { PasskeyLoginService } from '../features/passkeys/passkey-login.service';
import { PasskeysService } from '../features/passkeys/passkeys.service';
import type { AccountRules } from './account.module';
import type { SecondFactorParts } from './mfa.module';
import type { Passwords } from './passwords.module';
import type { Platform } from './platform';
import type { Sessions } from './sessions.module';

export function passkeysModule(platform: Platform, needs: SecondFactorParts & Sessions & Passwords & AccountRules) {
  const { config, stores } = platform;
  const isOn = config.passkeys;
  return {
    passkeys: new PasskeysService({ ...platform, ...needs, passkeys: stores.passkeys, isOn }),
    passkeyLogins: new PasskeyLoginService({ ...platform, ...needs, verification: needs.passkeyVerification, isOn }),
  };
}
