import type { Platform } from '../../wiring/platform';
import type { AccountRules } from '../email-verification/email-verification.module';
import type { Connecting } from '../identities/identities.module';
import type { SecondFactorParts } from '../mfa/mfa.module';
import type { OwnershipPart } from '../ownership/ownership.module';
import type { Passwords } from '../passwords/passwords.module';
import type { Sessions } from '../sessions/sessions.module';
import { EmailLoginService } from './email-login.service';
import { hasEmailLogin } from './email-login.settings';

type Needs = Connecting & SecondFactorParts & Sessions & Passwords & AccountRules & OwnershipPart;

export function emailLoginModule(platform: Platform, needs: Needs) {
  const isOn = hasEmailLogin(platform.config);
  return { emailLogins: new EmailLoginService({ ...platform, ...needs, isOn }) };
}
