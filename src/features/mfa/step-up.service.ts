import { signingInByMail } from '../../accounts/auth/login.limits';
import type { Reauthentication } from '../../accounts/auth/reauthentication';
import type { RunAsUser } from '../../accounts/auth/run-as-user';
import type { SessionOpener, Tokens } from '../../accounts/auth/session-opener';
import type { TwoStepSignIn } from '../../accounts/auth/two-step-sign-in';
import type { PasskeyFactor } from '../../accounts/factors/passkey-factor';
import type { FactorTx, ProvenFactor, SecondFactorCodes } from '../../accounts/factors/second-factor-codes';
import type { LiveSessions } from '../../accounts/sessions/live-sessions';
import type { Session } from '../../accounts/sessions/session';
import type { SessionStore } from '../../accounts/sessions/session.store';
import type { Principal } from '../../accounts/tokens/access-token';
import { accessTokenRejected } from '../../accounts/tokens/access-token-rejection';
import { type Authentication, byFirstStep, combined, type FirstStep } from '../../accounts/tokens/authentication';
import { tokenReasons } from '../../accounts/tokens/tokens.reasons';
import { type RequestedCode, type RequestedMailNeeds, requestLoginMail } from '../../accounts/users/requested-mail';
import type { Credentials } from '../../accounts/users/user.store';
import { userPurposes } from '../../accounts/users/users.purposes';
import type { AuditStore } from '../../platform/audit/audit.store';
import { successEvent } from '../../platform/audit/audit-event';
import type { Transact } from '../../platform/db/database';
import { AppError } from '../../platform/errors/app-error';
import type { RequestProof } from '../../platform/one-time-tokens/one-time-token';
import type { OneTimeTokenStore } from '../../platform/one-time-tokens/one-time-token.store';
import type { OneTimeTokens, ProvenToken } from '../../platform/one-time-tokens/one-time-tokens';
import { oneTimeTokenReasons } from '../../platform/one-time-tokens/one-time-tokens.reasons';
import type { RateLimits } from '../../platform/rate-limits/rate-limits';
import type { RequestContext } from '../../platform/request/request-context';
import type { Clock } from '../../platform/runtime/clock';
import { challengeFactorsOf } from './login-challenges';
import { mfaActions } from './mfa.audit';
import { mfaMails } from './mfa.mails';
import type { ListedStepUpOptions } from './step-up.answers';
import { requestStepUpCode, stepUp, stepUpOptions } from './step-up.operations';

/** The stores of a transaction that steps a session up. */
interface StepUpStores extends FactorTx {
  sessions: Pick<SessionStore, 'findById' | 'stepUp'>;
  oneTimeTokens: OneTimeTokenStore;
  audit: Pick<AuditStore, 'insert'>;
}

/** What a user can use to step up. */
export interface StepUpOptions extends ListedStepUpOptions {
  /** Whether the account has a password, also if the password alone is not enough. Only for pages. */
  hasPassword: boolean;
  /** Whether an operation that needs a recent proof would ask for a step-up now. Only for pages. */
  isDue: boolean;
  /** Whether the user has signed in or stepped up in the last minutes, in whatever way. Only for pages. */
  isRecent: boolean;
  /** Whether an operation that adds a way in would ask for a code by mail now. Only for pages. */
  needsMailbox: boolean;
  /** Whether an operation that adds a way in needs no password, just after it was chosen. Only for pages. */
  hasJustBegun: boolean;
}

interface StepUpServiceNeeds {
  asUser: RunAsUser;
  transaction: Transact<StepUpStores>;
  reauthentication: Reauthentication;
  twoStep: TwoStepSignIn;
  secondFactors: SecondFactorCodes;
  passkeys: PasskeyFactor;
  liveSessions: Pick<LiveSessions, 'idleSince'>;
  opener: Pick<SessionOpener, 'tokensOf'>;
  oneTimeTokens: OneTimeTokens;
  rateLimits: RateLimits;
  mailNeeds: RequestedMailNeeds;
  /** Whether the service sends codes by mail. */
  sendsMails: boolean;
  clock: Clock;
}

/** Lets a signed-in user prove again who they are (RFC 9470), without a new session. */
export class StepUpService {
  constructor(private readonly needs: StepUpServiceNeeds) {}

  /**
   * Returns a new access token of the same session. Its refresh token stays valid. The password alone is only accepted
   * while two-step sign-in is off.
   */
  stepUp(input: unknown, context: RequestContext): Promise<Tokens> {
    return this.needs.asUser(stepUp, context, input, async (principal, proof) => {
      const { userId } = principal;
      const withFactor = (factor: ProvenFactor) => this.renew(principal, factor, context);
      if ('password' in proof) return this.withPassword(principal, proof.password, context);
      if ('email' in proof) return this.withMail(principal, proof.email, context);
      if ('code' in proof) return this.needs.secondFactors.withCode(userId, proof.code, context, withFactor);
      return this.needs.passkeys.withPasskey(userId, proof.passkey, context, withFactor);
    });
  }

  stepUpOptions(context: RequestContext): Promise<StepUpOptions> {
    return this.needs.asUser(stepUpOptions, context, null, async (principal) => {
      const account = await this.needs.reauthentication.accountOf(principal, context);
      const { factors, passwordHash } = account;
      const hasPasskey = factors.includes('passkey');
      const needsMailbox = await this.needs.reauthentication.needsMailbox(principal, account, context);
      return {
        password: passwordHash !== null && this.needs.twoStep.acceptsPassword(account) && !needsMailbox,
        email: needsMailbox || (this.needs.sendsMails && this.needs.twoStep.hasNoProof(account)),
        factors: challengeFactorsOf(account),
        passkeyOptions: hasPasskey ? await this.needs.passkeys.options(principal.userId) : null,
        hasPassword: passwordHash !== null,
        isDue: this.needs.reauthentication.needsStepUp(principal, account),
        isRecent: this.needs.twoStep.isRecent(principal),
        needsMailbox,
        hasJustBegun: this.needs.twoStep.hasJustBegun(principal, account),
      };
    });
  }

  /** Mails a code to the address of the account, for `stepUp` in this session. */
  requestStepUpCode(context: RequestContext): Promise<RequestedCode> {
    return this.needs.asUser(requestStepUpCode, context, null, async (principal) => {
      if (!this.needs.sendsMails) throw new AppError('FORBIDDEN', { msg: 'This service sends no e-mails.' });
      const account = await this.needs.reauthentication.accountOf(principal, context);
      if (!(await this.acceptsMail(principal, account, context))) {
        throw new AppError('CONFLICT', { msg: 'A code by mail is not needed. Use the password or the second factor.' });
      }
      const { mailNeeds, rateLimits, oneTimeTokens } = this.needs;
      const needs = { ...mailNeeds, rateLimits };
      const mail = { template: mfaMails.step_up } as const;
      const { token, expiresInS, waitS } = await requestLoginMail(needs, account.emailCanonical, mail, context, {});
      return { token: oneTimeTokens.requestOf(token), expiresInS, waitS };
    });
  }

  /** A code by mail is weaker than a second factor, and than the password unless that may be stolen. */
  private async acceptsMail(principal: Principal, account: Credentials, context: RequestContext): Promise<boolean> {
    const { twoStep, reauthentication } = this.needs;
    return twoStep.hasNoProof(account) || reauthentication.needsMailbox(principal, account, context);
  }

  private async withPassword(principal: Principal, password: string, context: RequestContext): Promise<Tokens> {
    const account = await this.needs.reauthentication.accountOf(principal, context);
    // Before anything is hashed, so that this does not say whether a password is right.
    if (!this.needs.twoStep.acceptsPassword(account)) throw passwordNotEnough();
    return this.needs.reauthentication.withPassword(account, password, context, () =>
      this.renew(principal, null, context),
    );
  }

  private async withMail(principal: Principal, proof: RequestProof, context: RequestContext): Promise<Tokens> {
    const { rateLimits, oneTimeTokens, reauthentication } = this.needs;
    const account = await reauthentication.accountOf(principal, context);
    if (!(await this.acceptsMail(principal, account, context))) throw notByMail();
    return signingInByMail(rateLimits, proof.mailed, context, async () => {
      const proven = await context.timings.measure('database', () =>
        oneTimeTokens.proveRequest(proof, userPurposes.email_login, {}, rateLimits.knownNetworkOf(context)),
      );
      if (proven.token.userId !== principal.userId) throw notByMail();
      const renewed = await this.renew(principal, null, context, proven);
      if (proven.token.address !== null) await rateLimits.trustNetwork(proven.token.address, context);
      return renewed;
    });
  }

  /**
   * Uses up the factor and changes the session in one transaction. `factor` is null for the password, and for a code by
   * mail, which is `proven` then.
   */
  private async renew(
    { userId, sessionId }: Principal,
    factor: ProvenFactor | null,
    context: RequestContext,
    proven: ProvenToken | null = null,
  ): Promise<Tokens> {
    const at = this.needs.clock();
    const idleSince = this.needs.liveSessions.idleSince(at);
    const isOwner = factor !== null || proven !== null;
    const session = await context.timings.measure('database', () =>
      this.needs.transaction(userId, async (tx) => {
        // From here on, no other change of the account's factors or step-up of its sessions runs.
        const account = await tx.factors.lock(userId);
        if (!account) throw accessTokenRejected(tokenReasons['no account']);
        if (!factor && !this.needs.twoStep.acceptsPassword(account)) throw passwordNotEnough();
        // A factor that was added in the meantime.
        if (proven && account.factors.length > 0) throw notByMail();
        await factor?.spend(tx);
        if (proven) await this.needs.oneTimeTokens.consume(tx, proven);
        const before = await tx.sessions.findById(sessionId);
        const step = proven ? 'email' : 'password';
        const authentication = before && authenticationOf(before, factor, step);
        const renewed =
          authentication &&
          (await tx.sessions.stepUp({ userId, id: sessionId }, { authentication, authTs: at, at, idleSince, isOwner }));
        // Thrown, so that the transaction is rolled back, and the factor is not used up.
        if (!renewed) throw accessTokenRejected(tokenReasons['ended session']);
        const details = factor ? { acr: renewed.acr, factor: factor.kind } : { method: step };
        await tx.audit.insert([successEvent(mfaActions.stepped_up, at, context, { userId, sessionId, details })]);
        return renewed;
      }),
    );
    return this.needs.opener.tokensOf({ session, refreshToken: null }, 'body', at, context.timings);
  }
}

/** One step alone proves `aal1`, also in a session that was opened with a second factor. */
function authenticationOf(session: Session, factor: ProvenFactor | null, step: FirstStep): Authentication {
  return factor ? { acr: 'aal2', amr: combined(session.amr, factor.methods, ['mfa']) } : byFirstStep(step);
}

const notByMail = () => new AppError('INVALID_TOKEN', { reason: oneTimeTokenReasons['unknown link'], attemptsLeft: 0 });

/** The error for a password of an account with two-step sign-in. It has no challenge: the user is signed in. */
export const passwordNotEnough = () =>
  new AppError('MFA_REQUIRED', { msg: 'Two-step sign-in is on. Send a code or a passkey instead.' });
