/** The authenticator assurance level of NIST SP 800-63B: `aal1` with one factor, `aal2` with two. */
export const levels = ['aal1', 'aal2'] as const;
export type Acr = (typeof levels)[number];

/**
 * How a user has proved who they are (RFC 8176, section 2): `pwd` a password, `otp` a code, `swk` or `hwk` the key of a
 * passkey in software or in hardware, `user` that the passkey verified the user, `mfa` several factors. `fed`, which the RFC
 * does not have: another provider says who the user is.
 */
const methods = ['pwd', 'otp', 'fed', 'swk', 'hwk', 'user', 'mfa'] as const;
export type AuthenticationMethod = (typeof methods)[number];

export interface Authentication {
  acr: Acr;
  amr: readonly AuthenticationMethod[];
}

/**
 * How a login can begin: with a password, with a passkey that stands for the password, with a code or a link by mail, or at the
 * provider with this id.
 */
export type FirstStep = 'password' | 'passkey' | 'email' | `provider ${string}`;

export const isFirstStep = (text: string | undefined): text is FirstStep =>
  text === 'password' || text === 'passkey' || text === 'email' || text?.startsWith('provider ') === true;

/** `password`, `passkey`, `email` or the id of the provider, which is never one of the other names. */
export const nameOf = (method: FirstStep): string => method.replace('provider ', '');

/** A code by mail is `otp`, and no second factor (NIST SP 800-63B, section 5.1.3.1). */
function methodOf(step: FirstStep): AuthenticationMethod {
  if (step === 'password') return 'pwd';
  // Only a password manager makes a passkey by itself.
  if (step === 'passkey') return 'swk';
  return step === 'email' ? 'otp' : 'fed';
}

/** Of a login with the first step alone. */
export const byFirstStep = (step: FirstStep): Authentication => ({ acr: 'aal1', amr: [methodOf(step)] });

/** Of a login with a second factor. */
export const bySecondFactor = (step: FirstStep, factor: readonly AuthenticationMethod[]): Authentication => ({
  acr: 'aal2',
  amr: combined([methodOf(step)], factor, ['mfa']),
});

export const byPassword = byFirstStep('password');

/**
 * The user of the session has proved nothing, because a super admin acts as the user. The time is older than every age
 * that a service can ask for, and no method stands for a second factor.
 */
export const unproven = { acr: 'aal1', amr: [], authTs: new Date(0) } as const satisfies Authentication & {
  authTs: Date;
};

/** Returns each method once, in a fixed order. */
export const combined = (...lists: (readonly AuthenticationMethod[])[]): AuthenticationMethod[] =>
  methods.filter((method) => lists.some((list) => list.includes(method)));

/** Whether the first level is at least as strong as the second. */
export const isAtLeast = (acr: Acr, required: Acr): boolean => required === 'aal1' || acr === 'aal2';
