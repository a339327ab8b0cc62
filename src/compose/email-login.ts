import { EmailLoginService } from '../features/email-login/email-login.service';
import { hasEmailLogin } from '../features/email-login/email-login.settings';
import type { AccountRules } from './email-verification';
import type { Connecting } from './identities';
import type { SecondFactorParts } from './mfa';
import type { OwnershipPart } from './ownership';
import type { Passwords } from './passwords';
import type { Sessions } from './sessions';
import type { Platform } from './shared';

type Needs = Connecting & SecondFactorParts & Sessions & Passwords & AccountRules & OwnershipPart;

export function emailLoginModule(platform: Platform, needs: Needs) {
  const isOn = hasEmailLogin(platform.config);
  return { emailLogins: new EmailLoginService({ ...platform, ...needs, isOn }) };
}
