import type { Metric } from '../../platform/observability/metric';
import type { PasswordCheck } from './password-check';

export function passwordCheckMetrics({
  passwordCheck,
}: {
  passwordCheck: Pick<PasswordCheck, 'unusableHashes'>;
}): Metric[] {
  return [
    {
      name: 'gatehouse_unusable_password_hashes_total',
      help: 'Logins to an account with an unusable password hash. The log names the account.',
      type: 'counter',
      read: () => passwordCheck.unusableHashes,
    },
  ];
}
