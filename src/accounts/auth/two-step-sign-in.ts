import { AppError } from '../../platform/errors/app-error';
import type { Clock } from '../../platform/runtime/clock';
import type { Principal } from '../tokens/access-token';
import type { User } from '../users/user';
import type { Credentials } from '../users/user.store';
import { isAuthenticated, requireAuthentication } from './required-authentication';

/** The age of a proof that sensitive operations accept, in seconds. */
export const freshForS = 300;
/** How long after a reset by mail a sign-in stands for a lost second factor, and after a registration for the password, in seconds. */
const soonS = 900;

export const ofAnyLevel = { acr: null, maxAgeS: freshForS } as const;
export const bySecondFactor = { acr: 'aal2', maxAgeS: freshForS } as const;

/** What decides about the second factors of an account. */
export type SecuredAccount = Pick<Credentials, 'factors' | 'twoStep' | 'passwordResetTs'> & {
  user: Pick<User, 'isSuperAdmin'>;
};

interface TwoStepSettings {
  mfa: 'optional' | 'required';
  admin: { minAcr: 'aal1' | 'aal2' };
}

/**
 * The rules of two-step sign-in: whether the password of an account needs a second step, and what proves that the owner of a
 * second factor asks for a change. The two are independent: a password alone may open a session of an account with a passkey, and yet it
 * changes nothing that the passkey protects.
 */
export class TwoStepSignIn {
  constructor(
    private readonly settings: TwoStepSettings,
    private readonly clock: Clock,
  ) {}

  /** Whether the user cannot switch it off. */
  isRequired({ user }: Pick<SecuredAccount, 'user'>): boolean {
    return this.settings.mfa === 'required' || (user.isSuperAdmin && this.settings.admin.minAcr === 'aal2');
  }

  /** With `MFA=required`, it is also on for a user who must add the first factor. */
  isOn(account: Pick<SecuredAccount, 'factors' | 'twoStep' | 'user'>): boolean {
    if (account.factors.length === 0) return this.settings.mfa === 'required';
    return account.twoStep || this.isRequired(account);
  }

  /** Whether the password alone proves again who a signed-in user is. */
  acceptsPassword(account: Pick<SecuredAccount, 'factors' | 'twoStep' | 'user'>): boolean {
    return account.factors.length === 0 || !this.isOn(account);
  }

  /**
   * Whether the user of the session is allowed to change what the second factors protect. While two-step sign-in is off, a
   * sign-in soon after a reset by mail is as good as a factor: otherwise a lost passkey could never be removed.
   */
  isProven(
    session: Pick<Principal, 'acr' | 'authTimeS'>,
    account: SecuredAccount,
    maxAgeS: number = freshForS,
  ): boolean {
    if (account.factors.length === 0) return true;
    const now = this.clock();
    if (isAuthenticated(session, { acr: 'aal2', maxAgeS }, now)) return true;
    if (this.isOn(account) || !isAuthenticated(session, { acr: null, maxAgeS }, now)) return false;
    return this.isSoonAfterReset(session, account);
  }

  /** Whether the last sign-in came soon after a reset, which has proved the mailbox. */
  isSoonAfterReset(
    { authTimeS }: Pick<Principal, 'authTimeS'>,
    account: Pick<SecuredAccount, 'passwordResetTs'>,
  ): boolean {
    return isSoonAfter(authTimeS, account.passwordResetTs);
  }

  /**
   * Whether the password of an account without a factor was chosen just before this sign-in, with a registration, an invitation
   * or a reset: then its user need not type it again to add a first way in.
   */
  hasJustBegun(
    session: Pick<Principal, 'acr' | 'authTimeS'>,
    { factors, user, passwordResetTs }: Pick<Credentials, 'factors' | 'user' | 'passwordResetTs'>,
  ): boolean {
    if (factors.length > 0 || !this.isRecent(session)) return false;
    return [user.createdTs, passwordResetTs].some((ts) => isSoonAfter(session.authTimeS, ts));
  }

  /**
   * Whether an account has nothing that its user could show again: then a recent sign-in proves who the user is, or a code
   * by mail.
   */
  hasNoProof({ factors, passwordHash }: Pick<Credentials, 'factors' | 'passwordHash'>): boolean {
    return factors.length === 0 && passwordHash === null;
  }

  isRecent(session: Pick<Principal, 'acr' | 'authTimeS'>): boolean {
    return isAuthenticated(session, ofAnyLevel, this.clock());
  }

  /** @throws AppError `STEP_UP_REQUIRED` */
  requireRecent(session: Pick<Principal, 'acr' | 'authTimeS'>): void {
    requireAuthentication(session, ofAnyLevel, this.clock());
  }

  /** @throws AppError `STEP_UP_REQUIRED` */
  requireProof(session: Pick<Principal, 'acr' | 'authTimeS'>, account: SecuredAccount, maxAgeS?: number): void {
    if (!this.isProven(session, account, maxAgeS)) {
      throw new AppError('STEP_UP_REQUIRED', { stepUp: bySecondFactor });
    }
  }
}

function isSoonAfter(authTimeS: number, fromTs: Date | null): boolean {
  if (fromTs === null) return false;
  // The claim `auth_time` has whole seconds.
  const fromS = Math.floor(fromTs.getTime() / 1000);
  return authTimeS >= fromS && authTimeS <= fromS + soonS;
}
