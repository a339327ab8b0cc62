import type { Platform } from '../../wiring/platform';
import type { AccountRules } from '../email-verification/email-verification.module';
import type { SecondFactorParts } from '../mfa/mfa.module';
import type { Passwords } from '../passwords/passwords.module';
import type { Sessions } from '../sessions/sessions.module';
import { PasskeyLoginService } from './passkey-login.service';
import { PasskeysService } from './passkeys.service';

export function passkeysModule(platform: Platform, needs: SecondFactorParts & Sessions & Passwords & AccountRules) {
  const { config, stores } = platform;
  const isOn = config.passkeys;
  return {
    passkeys: new PasskeysService({ ...platform, ...needs, passkeys: stores.passkeys, isOn }),
    passkeyLogins: new PasskeyLoginService({ ...platform, ...needs, verification: needs.passkeyVerification, isOn }),
  };
}
