import type { Identity } from '../../accounts/users/identity';
import type { ManagedUser } from '../../accounts/users/managed-user';
import type { AuditEvent } from '../../platform/audit/audit-event';
import type { ReachedLimit } from '../../platform/rate-limits/rate-limits';

/** Why somebody cannot sign in, or not with everything that the account has. */
export const signInBlockers = {
  disabled: 'The account is disabled.',
  deleted: 'The account is being deleted.',
  unverified: 'The address must be verified first. Only a code by mail, which proves it, still works.',
  no_method: 'The account has nothing to sign in with.',
} as const;
type SignInBlocker = keyof typeof signInBlockers;

export const secondSteps = {
  none: 'A first step is enough.',
  required: 'After a password, a code by mail or a provider, a second factor is asked for.',
  must_add: 'A second factor is required, and the account has none: the user adds one at the next sign-in.',
} as const;
export type SecondStep = keyof typeof secondSteps;

interface SignInVerdict {
  possible: boolean;
  /** `password`, `passkey`, `email`, or the id of a provider. */
  methods: readonly string[];
  blockers: readonly SignInBlocker[];
  secondFactor: SecondStep;
}

/** Whether a person can sign in now, and what has stopped them. */
export interface SignInState extends SignInVerdict {
  /** The newest rejected login or second factor in the audit, and its cause in one sentence. */
  lastFailure: (AuditEvent & { cause: string }) | null;
  limits: readonly ReachedLimit[];
}

/** What the settings of the installation allow. */
export interface SignInRules {
  passkeys: boolean;
  emailLogin: boolean;
  /** The ids of PROVIDERS. */
  providers: readonly string[];
  mustVerify(account: Pick<ManagedUser, 'factors'>): boolean;
  isTwoStepOn(account: ManagedUser): boolean;
}

/** Says what a login of the account would do. Limits are not part of it: they end by themselves. */
export function signInVerdict(
  managed: ManagedUser,
  identities: readonly Pick<Identity, 'provider'>[],
  rules: SignInRules,
): SignInVerdict {
  const { disabled, emailVerified, deletionDueTs, hasPassword, factors } = managed;
  const secondFactor: SecondStep = !rules.isTwoStepOn(managed)
    ? 'none'
    : factors.length === 0
      ? 'must_add'
      : 'required';
  const blocked = (blocker: SignInBlocker): SignInVerdict => ({
    possible: false,
    methods: [],
    blockers: [blocker],
    secondFactor,
  });
  if (disabled) return blocked(deletionDueTs ? 'deleted' : 'disabled');
  const all = [
    ...(hasPassword ? ['password'] : []),
    ...(rules.passkeys && factors.includes('passkey') ? ['passkey'] : []),
    ...(rules.emailLogin ? ['email'] : []),
    ...new Set(identities.map(({ provider }) => provider).filter((provider) => rules.providers.includes(provider))),
  ];
  if (all.length === 0) return blocked('no_method');
  const isUnverified = !emailVerified && rules.mustVerify(managed);
  const methods = isUnverified ? all.filter((method) => method === 'email') : all;
  return { possible: methods.length > 0, methods, blockers: isUnverified ? ['unverified'] : [], secondFactor };
}
