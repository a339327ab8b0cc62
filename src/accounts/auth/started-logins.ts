import { createHmac } from 'node:crypto';
import type { Derive } from '../../platform/encryption/derivation-key';
import { AppError } from '../../platform/errors/app-error';
import type { RunOperation } from '../../platform/operations/run-operation';
import type { RateLimits } from '../../platform/rate-limits/rate-limits';
import type { RequestContext } from '../../platform/request/request-context';
import type { Clock } from '../../platform/runtime/clock';
import { isSameText } from '../../platform/runtime/same-text';
import { byPassword } from '../tokens/authentication';
import type { UserStore } from '../users/user.store';
import { login } from './auth.operations';
import type { LoginPolicy, LoginSecondFactors } from './auth.service';
import type { Login, LoginOptions, SessionOpener } from './session-opener';

/** What a browser keeps while the e-mail address of its user is confirmed. */
export interface StartedLogin {
  text: string;
  expiresTs: Date;
}

/** Longer than the code of a mail is valid, so that a second mail is soon enough, too. */
const startedForMs = 3_600_000;

interface StartedLoginsNeeds {
  operation: RunOperation;
  users: Pick<UserStore, 'findCredentialsById'>;
  loginPolicy: LoginPolicy;
  secondFactors: LoginSecondFactors;
  opener: SessionOpener;
  rateLimits: Pick<RateLimits, 'noteNetwork'>;
  derive: Derive;
  clock: Clock;
}

/**
 * Logins that wait for the proof of an e-mail address. A browser that has registered, or has shown the password, gets a
 * signed text. With the text, and only after the proof, its user is signed in there. The link of the mail alone signs in
 * nobody: it may be open on another device, or in the hands of a mail scanner.
 */
export class StartedLogins {
  constructor(private readonly needs: StartedLoginsNeeds) {}

  /** `userId` can also be the id of a registration, with which its account is created. */
  start(userId: string): StartedLogin {
    const expiresTs = new Date(this.needs.clock().getTime() + startedForMs);
    return { text: this.textOf(userId, expiresTs.getTime()), expiresTs };
  }

  /** Whether a login of this user was started in the browser that sent the text. */
  isOf(userId: string, text: string | null): boolean {
    return this.userOf(text) === userId;
  }

  /** The user whose login was started in the browser that sent the text. */
  userOf(text: string | null): string | null {
    const [userId = '', expires] = text?.split('.') ?? [];
    const expiresMs = Number(expires);
    const isNow = text !== null && expiresMs > this.needs.clock().getTime();
    return isNow && isSameText(text, this.textOf(userId, expiresMs)) ? userId : null;
  }

  /**
   * Opens the session after the proof of the address. The caller has checked `isOf`.
   * @throws AppError `ACCOUNT_DISABLED`, `EMAIL_NOT_VERIFIED`, `MFA_REQUIRED`, `SERVICE_UNAVAILABLE`
   */
  finish(userId: string, options: LoginOptions, context: RequestContext): Promise<Login> {
    return this.needs.operation(login, context, async (subject) => {
      subject.userId = userId;
      const credentials = await context.timings.measure('database', () => this.needs.users.findCredentialsById(userId));
      if (!credentials) throw new AppError('SERVICE_UNAVAILABLE');
      subject.account = credentials.emailCanonical;
      const problem = await this.needs.loginPolicy.problemOf(credentials, context);
      if (problem) throw problem;
      if (this.needs.secondFactors.areNeeded(credentials)) {
        throw await this.needs.secondFactors.challenge(credentials, options, context);
      }
      const { passwordHash, factors, twoStep } = credentials;
      const proven = { account: credentials, authentication: byPassword, guard: { passwordHash, factors, twoStep } };
      const opened = await this.needs.opener.open(proven, options, context);
      // The account has changed at this moment.
      if (!opened) throw new AppError('SERVICE_UNAVAILABLE');
      await this.needs.rateLimits.noteNetwork(credentials, context);
      return opened;
    });
  }

  /**
   * Sends the mail again that a login of this user gets whose account is being deleted. Opens nothing: nobody has proved the address.
   * @throws AppError `ACCOUNT_DISABLED`, `SERVICE_UNAVAILABLE`
   */
  mailAgain(userId: string, context: RequestContext): Promise<void> {
    return this.needs.operation(login, context, async (subject) => {
      subject.userId = userId;
      const credentials = await context.timings.measure('database', () => this.needs.users.findCredentialsById(userId));
      if (!credentials?.user.disabled) return;
      subject.account = credentials.emailCanonical;
      throw (await this.needs.loginPolicy.problemOf(credentials, context)) ?? new AppError('SERVICE_UNAVAILABLE');
    });
  }

  private textOf(userId: string, expiresMs: number): string {
    const of = `${userId}.${expiresMs}`;
    return `${of}.${createHmac('sha256', this.needs.derive('started logins')).update(of).digest('base64url')}`;
  }
}
