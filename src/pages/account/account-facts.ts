import type { PasskeyOwner } from '../../accounts/factors/passkey';
import type { ListedPasskey } from '../../accounts/factors/passkey.answers';
import { type Identity, isOnlyWayIn } from '../../accounts/users/identity';
import type { User } from '../../accounts/users/user';
import type { Factors } from '../../features/mfa/factors.service';
import type { ChallengeFactor } from '../../platform/errors/login-challenge';
import type { Locale } from '../../platform/request/locale';
import { labelOf, type ShownProvider } from '../kit/provider';
import type { Words } from '../words/en';

type FactorKind = Exclude<ChallengeFactor, 'recovery_code'>;

/** What decides about the states, the sentences and the buttons of the pages of an account. */
export interface AccountFacts {
  user: PasskeyOwner & Pick<User, 'emailVerified'>;
  factors: Factors;
  identities: readonly Identity[];
  /** Of the settings. */
  providers: readonly ShownProvider[];
  /** Whether passkeys are switched on. */
  passkeys: boolean;
  passkeyRpId: string;
  /** Whether people sign in with a code by mail. */
  emailLogin: boolean;
  sendsMails: boolean;
  /** Whether a super admin acts as the user, who alone can change these things. */
  isActing: boolean;
}

/** What the operations would do now, after the proof that they ask for. */
interface AccountOffers {
  /** A passkey, an authenticator app or a provider. */
  addWayIn: boolean;
  switchOn: boolean;
  switchOff: boolean;
  newCodes: boolean;
  removeTotp: boolean;
  removePasskey(passkey: Pick<ListedPasskey, 'automatic'>): boolean;
  disconnect(identity: Identity): boolean;
}

/** A passkey that stands for the password is no factor. */
const kindsOf = ({ totp, passkeys }: Factors): FactorKind[] => [
  ...passkeys.filter(({ automatic }) => !automatic).map(() => 'passkey' as const),
  ...(totp ? ['totp' as const] : []),
];

/** Nobody signs in with a provider that is no longer in the settings. */
const usedOf = ({ identities, providers }: AccountFacts): Identity[] =>
  identities.filter(({ provider }) => providers.some(({ id }) => id === provider));

export const mustConfirmFirst = ({ user, sendsMails }: AccountFacts): boolean => !user.emailVerified && sendsMails;

export function offersOf(facts: AccountFacts): AccountOffers {
  const { factors, isActing } = facts;
  const { hasPassword, twoStep, isTwoStepRequired } = factors;
  const kinds = kindsOf(factors);
  const used = usedOf(facts);
  const hasFactor = kinds.length > 0 && !isActing;
  const removeFactor = (kind: FactorKind) =>
    hasFactor && kinds.includes(kind) && (kinds.length > 1 || !isTwoStepRequired);
  const addWayIn = !mustConfirmFirst(facts) && !isActing;
  return {
    addWayIn,
    switchOn: hasFactor && !twoStep && addWayIn,
    switchOff: hasFactor && twoStep && !isTwoStepRequired,
    newCodes: hasFactor && twoStep,
    removeTotp: removeFactor('totp'),
    removePasskey: ({ automatic }) => (automatic ? !isActing : removeFactor('passkey')),
    disconnect: (identity) =>
      !isActing && !(used.includes(identity) && isOnlyWayIn(used, { hasPassword, factors: kinds })),
  };
}

/** The lists are parts of sentences, such as "your password, your passkey or Acme ID". */
export function sentencesOf(facts: AccountFacts, { account }: Words, locale: Locale) {
  const { factors, providers, passkeys, emailLogin } = facts;
  const { hasPassword, twoStep, isTwoStepRequired, totp, recoveryCodes } = factors;
  const { security } = account;
  const { ways, seconds } = security;
  const hasPasskey = factors.passkeys.length > 0;
  const listOf = (names: readonly string[]) => new Intl.ListFormat(locale, { type: 'disjunction' }).format(names);
  const labels = new Set(usedOf(facts).map(({ provider }) => labelOf(providers, provider)));
  const others = [...(hasPassword ? [ways.password] : []), ...labels, ...(emailLogin ? [ways.mail] : [])];
  const kinds = kindsOf(factors);
  const all = [...others, ...(hasPasskey && passkeys ? [ways.passkey] : [])];
  // A passkey alone is both steps, unless it stands for the password.
  const firstSteps = kinds.includes('passkey') ? others : all;
  const secondSteps = (hasCodes: boolean): string => {
    const own: Set<ChallengeFactor> = new Set([...kinds, ...(hasCodes ? (['recovery_code'] as const) : [])]);
    return listOf([...own].map((factor) => seconds[factor]));
  };
  const hasFactor = kinds.length > 0;
  // A person with nothing else sets a password by e-mail.
  const orReset = (names: readonly string[]) => listOf(names.length > 0 ? names : [ways.reset]);
  const isAsked = twoStep && hasFactor;
  const more = isTwoStepRequired
    ? hasFactor
      ? security.twoStepRequired
      : security.factorRequired
    : hasFactor || twoStep
      ? null
      : security.twoStepNeedsFactor;
  const signIn = isAsked
    ? security.needs(orReset(firstSteps), secondSteps(recoveryCodes > 0))
    : security.signsIn(orReset(all));
  return {
    /** How the person signs in, and what must be done about it. */
    twoStep: more === null ? signIn : `${signIn} ${more}`,
    totp: totp && !twoStep ? security.totpNotAsked : security.totpText,
    totpTag: !totp ? ('off' as const) : isAsked ? ('on' as const) : ('added' as const),
    /** What removing a factor does further. */
    ifLast: twoStep && kinds.length === 1 ? account.removeTotp.last : null,
    ifOn: account.twoStep.on(orReset(firstSteps), secondSteps(true)),
    ifOff: account.twoStep.off(orReset(all)),
  };
}
