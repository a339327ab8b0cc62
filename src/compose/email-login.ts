import { EmailLoginService } from '../features/email-login/email-login.service';
import { hasEmailLogin } from '../features/email-login/email-login.settings';
import type { AccountRules } from './email-verification';
import type { Connecting } from './identities';
import type { SecondFactors } from './mfa';
import type { OwnershipServices } from './ownership';
import type { Passwords } from './passwords';
import type { Sessions } from './sessions';
import type { Shared } from './shared';

type Needs = Connecting & SecondFactors & Sessions & Passwords & AccountRules & OwnershipServices;

export function createEmailLogin(shared: Shared, needs: Needs) {
  const isOn = hasEmailLogin(shared.config);
  return { emailLogins: new EmailLoginService({ ...shared, ...needs, isOn }) };
}
