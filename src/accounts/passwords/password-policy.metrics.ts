import type { Metric } from '../../platform/observability/metric';
import { type BreachedPasswords, breachCheckResults } from './breached-passwords';
import { type PasswordPolicy, passwordLists } from './password-policy';

/** @param breached null if the setting `BREACHED_PASSWORDS` is off */
interface Sources {
  passwordPolicy: Pick<PasswordPolicy, 'rejected'>;
  /** Null if the setting `BREACHED_PASSWORDS` is off. */
  breached: Pick<BreachedPasswords, 'counts'> | null;
}

export function passwordPolicyMetrics({ passwordPolicy: policy, breached }: Sources): Metric[] {
  return [
    {
      name: 'gatehouse_listed_passwords_total',
      help: 'New passwords that were rejected. `list` is `common`, `own_words` or `breached`.',
      type: 'counter',
      labels: ['list'],
      read: () => passwordLists.map((list) => ({ labels: { list }, value: policy.rejected[list] })),
    },
    {
      name: 'gatehouse_breach_checks_total',
      help: 'Passwords that were looked up in `BREACHED_PASSWORDS`. `result` is `found`, `not_found`, or `failed`.',
      type: 'counter',
      labels: ['result'],
      read: () => breachCheckResults.map((result) => ({ labels: { result }, value: breached?.counts[result] ?? 0 })),
    },
  ];
}
