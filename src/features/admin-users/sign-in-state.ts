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
export type SignInBlocker = keyof typeof signInBlockers;

export const secondSteps = {
  none: 'A first step is enough.',
  required: 'After a password, a code by mail or a provider, a second factor is asked for.',
  must_add: 'A second factor is required, and the account has none: the user adds one at the next sign-in.',
} as const;
export type SecondStep = keyof typeof secondSteps;

export interface SignInVerdict {
  possible: boolean;
  /** `password`, `passkey`, `email`, or the id of a provider. */
  methods: readonly string[];
  blockers: readonly SignInBlocker[];
  secondFactor: SecondStep;
}

/** Whether a person can sign in now, and what has stopped them. */
export interface SignInState extends SignInVerdict {
  /** The newest rejected login or second factor in the audit. */
  lastFailure: AuditEvent | null;
  limits: readonly ReachedLimit[];
}

/** What the settings of the installation allow. */
export interface SignInRules {
  passkeys: boolean;
  emailLogin: boolean;
  /** The ids of PROVIDERS. */
  providers: readonly string[];
  mustVerify(account: Pick<ManagedUser, 'factors'>): boolean;
  isTwoStepOn(account: Pick<ManagedUser, 'factors' | 'twoStep' | 'user'>): boolean;
}

/** Says what a login of the account would do. Limits are not part of it: they end by themselves. */
export function signInVerdict(
  managed: ManagedUser,
  identities: readonly Pick<Identity, 'provider'>[],
  rules: SignInRules,
): SignInVerdict {
  const { user, deletionDueTs, hasPassword, factors } = managed;
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
  if (user.disabled) return blocked(deletionDueTs ? 'deleted' : 'disabled');
  const all = [
    ...(hasPassword ? ['password'] : []),
    ...(rules.passkeys && factors.includes('passkey') ? ['passkey'] : []),
    ...(rules.emailLogin ? ['email'] : []),
    ...new Set(identities.map(({ provider }) => provider).filter((provider) => rules.providers.includes(provider))),
  ];
  if (all.length === 0) return blocked('no_method');
  const isUnverified = !user.emailVerified && rules.mustVerify(managed);
  const methods = isUnverified ? all.filter((method) => method === 'email') : all;
  return { possible: methods.length > 0, methods, blockers: isUnverified ? ['unverified'] : [], secondFactor };
}

const listed = (meanings: Readonly<Record<string, string>>) =>
  Object.entries(meanings)
    .map(([name, meaning]) => `\`${name}\`: ${meaning}`)
    .join(' ');

export const signInDescriptions = {
  possible: 'Whether the user can sign in. The limits are not part of it.',
  methods: 'What the user can sign in with: `password`, `passkey`, `email` (a code by mail), or the id of a provider.',
  blockers: `Why the user cannot sign in, or not with everything that the account has. ${listed(signInBlockers)}`,
  secondFactor: `Whether a second factor is asked for. ${listed(secondSteps)}`,
  lastFailure: 'The newest rejected login or second factor of the account. Null if the audit has none.',
  limits: 'The limits of wrong passwords and second factors that stop the user now. `liftLimits` lifts them.',
} as const satisfies Record<keyof SignInState, string>;

export const failureDescriptions = {
  ts: 'The time of the last such attempt.',
  cause: 'Why it was rejected, in one sentence.',
  count: 'How many similar attempts there were in that hour.',
} as const;

export const reachedLimitDescriptions = {
  limit: 'The limit.',
  network: 'The network that it stops. Null: all networks from which the user has not signed in before.',
  untilTs: 'When the next attempt passes.',
} as const satisfies Record<keyof ReachedLimit, string>;
