import { successEvent } from '../../platform/audit/audit-event';
import type { Transact } from '../../platform/db/database';
import { AppError } from '../../platform/errors/app-error';
import type { Outbox } from '../../platform/messages/outbox';
import type { OneTimeTokens, ProvenToken } from '../../platform/one-time-tokens/one-time-tokens';
import { type RunOperation, readInput } from '../../platform/operations/run-operation';
import type { RateLimits } from '../../platform/rate-limits/rate-limits';
import type { RequestContext } from '../../platform/request/request-context';
import type { Clock } from '../../platform/runtime/clock';
import type { LoginPolicy, LoginSecondFactors } from '../auth/auth.service';
import type { Login, LoginOptions, SessionOpener } from '../auth/session-opener';
import type { Ownership, OwnershipStores } from '../ownership/ownership';
import type { LiveSessions } from '../sessions/live-sessions';
import { byFirstStep } from '../tokens/authentication';
import { parseEmailAddress } from '../users/email-address';
import { sendRequestedMail } from '../users/requested-mail';
import type { Credentials, UserStore } from '../users/user.store';
import type { UserChangesStore } from '../users/user-changes.store';
import { completeEmailLogin, requestEmailLogin } from './email-login.operations';

interface TransactionStores extends OwnershipStores {
  users: UserStore;
  userChanges: UserChangesStore;
}

export interface EmailLoginRequest {
  /** What the client keeps that has asked. The mail does not contain it. */
  token: string;
  /** How long the code and the link are valid, in seconds. */
  expiresInS: number;
  /** Seconds until another mail can be asked for. */
  waitS: number;
}

export interface EmailLogin extends Login {
  /** Whether the account has lost its password, because its address was never verified before. */
  lostPassword: boolean;
}

export interface EmailLoginServiceNeeds {
  operation: RunOperation;
  stores: {
    users: Pick<UserStore, 'findRecipient' | 'findCredentialsById'>;
    transaction: Transact<TransactionStores>;
  };
  oneTimeTokens: OneTimeTokens;
  outbox: Outbox;
  rateLimits: RateLimits;
  loginPolicy: LoginPolicy;
  logins: LoginSecondFactors;
  opener: SessionOpener;
  ownership: Ownership;
  liveSessions: LiveSessions;
  clock: Clock;
  isOn: boolean;
}

/** Disabled accounts get it, too: the right code then says so. */
const loginMail = { purpose: 'email_login', action: 'email_login_requested', isFor: () => true } as const;

/**
 * Logins with a code by mail. Possession of the mail alone signs in nobody: the client that asked for it holds a second
 * secret, so neither a mail scanner nor a person who reads the mail elsewhere signs in, and wrong codes of a stranger only
 * spend the attempts of the stranger's own request. The mail is no second factor (ASVS 5.0, 6.6.2; NIST SP 800-63B,
 * section 5.1.3.1).
 */
export class EmailLoginService {
  constructor(private readonly needs: EmailLoginServiceNeeds) {}

  /**
   * An address without an account gets the same answer after the same work (ASVS 5.0, 6.3.8). The mail belongs to this
   * request, so a request that sends none is rejected.
   * @throws AppError `VALIDATION_FAILED`, `FORBIDDEN`, `RATE_LIMITED`, `SERVICE_UNAVAILABLE`
   */
  request(input: unknown, context: RequestContext): Promise<EmailLoginRequest> {
    return this.needs.operation(requestEmailLogin, context, async (subject) => {
      const { email } = readInput(requestEmailLogin, input, context);
      this.requireOn();
      subject.account = email.canonical;
      const { rateLimits, oneTimeTokens } = this.needs;
      const { token, waitS } = await rateLimits.mail('email_login', email.canonical, context, async (turn) => {
        const send = () => sendRequestedMail(this.needs, loginMail, email.canonical, context, subject);
        return { token: turn.isPaused ? null : await context.timings.measure('database', send), waitS: turn.waitS };
      });
      // Thrown here, so that the network keeps its count.
      if (!token) throw new AppError('RATE_LIMITED', { limit: 'MAIL_ADDRESS_PAUSE', retryAfterS: waitS });
      const expiresInS = (token.expiresTs.getTime() - token.createdTs.getTime()) / 1000;
      return { token: oneTimeTokens.requestOf(token), expiresInS, waitS };
    });
  }

  /** Whether the token is of a request for a mail to this address that can still be completed. Only for pages. */
  async isWaiting(token: string, address: string): Promise<boolean> {
    const waiting = await this.needs.oneTimeTokens.findRequest(token, 'email_login');
    return waiting !== null && waiting.address === parseEmailAddress(address)?.canonical;
  }

  /**
   * The result is the result of a login with a password.
   * @throws AppError `VALIDATION_FAILED`, `FORBIDDEN`, `INVALID_TOKEN`, `MFA_REQUIRED`, `ACCOUNT_DISABLED`,
   * `RATE_LIMITED`, `SERVICE_UNAVAILABLE`
   */
  complete(input: unknown, context: RequestContext): Promise<EmailLogin> {
    return this.needs.operation(completeEmailLogin, context, async (subject) => {
      const { proof, options } = readInput(completeEmailLogin, input, context);
      this.requireOn();
      return this.needs.rateLimits.emailLogin(proof.mailed, context, async () => {
        const proven = await context.timings.measure('database', () =>
          this.needs.oneTimeTokens.proveRequest(proof, 'email_login', subject),
        );
        return this.signIn(proven, options, context);
      });
    });
  }

  private async signIn(proven: ProvenToken, options: LoginOptions, context: RequestContext): Promise<EmailLogin> {
    const found = await this.credentialsOf(proven, context);
    if (found.user.disabled) {
      const problem = await this.needs.loginPolicy.problemOf(found, context);
      if (problem) throw problem;
    }
    const isFirstProof = !found.user.emailVerified;
    const lostPassword =
      isFirstProof && (await context.timings.measure('database', () => this.takeOver(proven, found, context)));
    const account = isFirstProof ? await this.credentialsOf(proven, context) : found;
    const unspent = isFirstProof ? null : proven;
    if (this.needs.logins.areNeeded(account)) {
      throw await this.needs.logins.challenge(account, options, context, { firstStep: 'email', proven: unspent });
    }
    const { user, factors, twoStep } = account;
    const login = await this.needs.opener.openSpending(
      this.needs.stores.transaction,
      async (tx) => {
        if (unspent) await this.needs.oneTimeTokens.consume(tx, unspent);
      },
      {
        user,
        authentication: byFirstStep('email'),
        guard: { passwordHash: null, factors, twoStep },
        firstStep: 'email',
      },
      options,
      context,
    );
    await this.needs.rateLimits.noteNetwork(account, context);
    return { ...login, lostPassword };
  }

  private async credentialsOf({ token }: ProvenToken, { timings }: RequestContext): Promise<Credentials> {
    const { userId } = token;
    const found =
      userId && (await timings.measure('database', () => this.needs.stores.users.findCredentialsById(userId)));
    if (!found) throw new AppError('INVALID_TOKEN', { reason: 'no account' });
    return found;
  }

  /**
   * The first proof of the address: anyone can have registered it and acted in the account, so everything ends that could
   * let them in again. Returns whether the account had a password.
   */
  private async takeOver(proven: ProvenToken, found: Credentials, context: RequestContext): Promise<boolean> {
    const { id: userId } = found.user;
    const at = this.needs.clock();
    const taken = await this.needs.stores.transaction(userId, async (tx) => {
      await this.needs.oneTimeTokens.consume(tx, proven);
      const owner = await tx.users.findRecipientById(userId);
      if (!owner) throw new AppError('INVALID_TOKEN', { reason: 'no account' });
      // Proved at the same time in another way.
      if (owner.emailVerified) return null;
      await this.needs.ownership.endAll(tx, userId, context);
      await tx.userChanges.removePassword(userId, at);
      await tx.userChanges.verifyEmail(userId, at);
      await tx.audit.insert([successEvent('email_verified', at, context, { userId })]);
      const hadPassword = found.passwordHash !== null;
      if (hadPassword) await this.needs.outbox.notify(tx, 'password_removed', userId, context.locale);
      return {
        hadPassword,
        revoked: await this.needs.liveSessions.endAllWith(tx, { userId }, 'email_verified', context),
      };
    });
    this.needs.liveSessions.rejectTokensOf(taken?.revoked ?? null);
    return taken?.hadPassword ?? false;
  }

  private requireOn(): void {
    if (!this.needs.isOn) throw new AppError('FORBIDDEN', { msg: 'Sign-in with a code by mail is switched off.' });
  }
}
