import type { LoginPolicy, LoginSecondFactors, Registrations } from '../../accounts/auth/auth.service';
import { signingInByMail } from '../../accounts/auth/login.limits';
import type { Login, LoginOptions, SessionOpener } from '../../accounts/auth/session-opener';
import { type BeforeRegister, noRights } from '../../accounts/hooks/before-register';
import type { Ownership, OwnershipStores } from '../../accounts/ownership/ownership';
import { type IdentityLinks, type PendingIdentity, pendingIdentityOf } from '../../accounts/providers/identity-links';
import type { Providers } from '../../accounts/providers/providers';
import type { ClaimChangeStores, ClaimChanges } from '../../accounts/sessions/claim-changes';
import type { LiveSessions } from '../../accounts/sessions/live-sessions';
import type { RevokedAccount } from '../../accounts/sessions/session.store';
import { byFirstStep } from '../../accounts/tokens/authentication';
import { tokenReasons } from '../../accounts/tokens/tokens.reasons';
import type { ProviderAccount } from '../../accounts/users/identity';
import type { IdentityStore } from '../../accounts/users/identity.store';
import type { IdentityConnector } from '../../accounts/users/identity-connector';
import { type RequestedCode, requestLoginMail } from '../../accounts/users/requested-mail';
import type { Credentials, UserStore } from '../../accounts/users/user.store';
import type { UserChangesStore } from '../../accounts/users/user-changes.store';
import { userActions } from '../../accounts/users/users.audit';
import { userPurposes } from '../../accounts/users/users.purposes';
import { userEnds } from '../../accounts/users/users.reasons';
import { successEvent } from '../../platform/audit/audit-event';
import type { Challenges } from '../../platform/challenges/challenges';
import type { Transact } from '../../platform/db/database';
import { AppError } from '../../platform/errors/app-error';
import type { Outbox } from '../../platform/messages/outbox';
import type { OneTimeTokens, ProvenToken } from '../../platform/one-time-tokens/one-time-tokens';
import { type Spend, spendingToken } from '../../platform/one-time-tokens/spend';
import type { SpentChallengeStore } from '../../platform/one-time-tokens/spent-challenge.store';
import { type AuditSubject, type RunOperation, readInput } from '../../platform/operations/run-operation';
import type { RateLimits } from '../../platform/rate-limits/rate-limits';
import { parseEmailAddress } from '../../platform/request/email-address';
import type { RequestContext } from '../../platform/request/request-context';
import type { Clock } from '../../platform/runtime/clock';
import { emailLoginMails } from './email-login.mails';
import { completeEmailLogin, requestEmailLogin } from './email-login.operations';

interface TransactionStores extends OwnershipStores, ClaimChangeStores {
  users: UserStore;
  userChanges: UserChangesStore;
  identities: IdentityStore;
  spentChallenges: SpentChallengeStore;
}

export interface EmailLogin extends Login {
  /** Whether the account has lost its password, because its address was never verified before. */
  lostPassword: boolean;
}

interface EmailLoginServiceNeeds {
  operation: RunOperation;
  stores: {
    users: Pick<UserStore, 'findRecipient' | 'findCredentialsById'>;
    transaction: Transact<TransactionStores>;
  };
  oneTimeTokens: OneTimeTokens;
  outbox: Outbox;
  rateLimits: RateLimits;
  botChallenges: Pick<Challenges, 'check'> | null;
  loginPolicy: LoginPolicy;
  logins: LoginSecondFactors;
  opener: SessionOpener;
  ownership: Ownership;
  registrations: Registrations;
  beforeRegister: BeforeRegister | null;
  providers: Pick<Providers, 'areAny'>;
  links: IdentityLinks;
  connector: IdentityConnector;
  liveSessions: LiveSessions;
  claimChanges: ClaimChanges;
  clock: Clock;
  isOn: boolean;
}

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
   */
  requestEmailLogin(input: unknown, context: RequestContext): Promise<RequestedCode> {
    return this.needs.operation(requestEmailLogin, context, async (subject) => {
      const request = readInput(requestEmailLogin, input, context);
      const { email, linkToken = null } = request;
      if (linkToken === null) this.requireOn();
      subject.account = email.canonical;
      await this.needs.botChallenges?.check(requestEmailLogin, request, context);
      const more = linkToken === null ? {} : await this.needs.links.mailOf(linkToken, email.canonical, subject);
      const { token, expiresInS, waitS } = await requestLoginMail(this.needs, email.canonical, more, context, subject);
      return { token: this.needs.oneTimeTokens.requestOf(token), expiresInS, waitS };
    });
  }

  /** Whether the token is of a request for a mail to this address that can still be completed. Only for pages. */
  async isWaiting(token: string, address: string): Promise<boolean> {
    const waiting = await this.needs.oneTimeTokens.findRequest(token, userPurposes.email_login);
    return waiting !== null && waiting.address === parseEmailAddress(address)?.canonical;
  }

  /** The result is the result of a login with a password. */
  completeEmailLogin(input: unknown, context: RequestContext): Promise<EmailLogin> {
    return this.needs.operation(completeEmailLogin, context, async (subject) => {
      const { proof, options } = readInput(completeEmailLogin, input, context);
      if (!this.needs.providers.areAny) this.requireOn();
      return signingInByMail(this.needs.rateLimits, proof.mailed, context, async () => {
        const proven = await context.timings.measure('database', () =>
          this.needs.oneTimeTokens.proveRequest(
            proof,
            userPurposes.email_login,
            subject,
            this.needs.rateLimits.knownNetworkOf(context),
          ),
        );
        const pending = pendingIdentityOf(proven.token);
        if (!pending) this.requireOn();
        return this.signIn(proven, pending, options, context, subject);
      });
    });
  }

  private async signIn(
    proven: ProvenToken,
    pending: PendingIdentity | null,
    options: LoginOptions,
    context: RequestContext,
    subject: AuditSubject,
  ): Promise<EmailLogin> {
    const owner = await this.ownerOf(proven, context);
    if (owner === null && pending) {
      const created = await this.register(proven, pending, context);
      subject.userId = created;
      return this.open(await this.credentialsOf(created, context), { spend: null, connects: null }, options, context);
    }
    const found = await this.credentialsOf(owner, context);
    if (found.user.disabled) {
      const problem = await this.needs.loginPolicy.problemOf(found, context);
      if (problem) throw problem;
    }
    const isProof = !found.user.emailVerified;
    const lostPassword =
      isProof && (await context.timings.measure('database', () => this.verify(proven, found, context)));
    const account = isProof ? await this.credentialsOf(owner, context) : found;
    const spend = spendingToken(this.needs.oneTimeTokens, proven);
    const by = { spend: isProof ? null : spend, connects: pending?.account ?? null };
    return { ...(await this.open(account, by, options, context)), lostPassword };
  }

  /** Opens the session, or asks for the second factor. Connects the account at the provider together with the session. */
  private async open(
    account: Credentials,
    { spend, connects }: { spend: Spend | null; connects: ProviderAccount | null },
    options: LoginOptions,
    context: RequestContext,
  ): Promise<EmailLogin> {
    if (this.needs.logins.areNeeded(account)) {
      throw await this.needs.logins.challenge(account, options, context, { firstStep: 'email', spend, connects });
    }
    const { user, factors, twoStep } = account;
    const login = await this.needs.opener.openSpending(
      this.needs.stores.transaction,
      async (tx) => {
        await spend?.(tx);
        if (connects) await this.needs.connector.connect(tx, { userId: user.id }, connects, context);
      },
      {
        account,
        authentication: byFirstStep('email'),
        guard: { passwordHash: null, factors, twoStep },
        method: 'email',
      },
      options,
      context,
    );
    await this.needs.rateLimits.noteNetwork(account, context);
    await this.needs.rateLimits.trustNetwork(account.emailCanonical, context);
    return { ...login, lostPassword: false };
  }

  /** The account can have been created after the mail. Null if the address has none. */
  private async ownerOf({ token }: ProvenToken, { timings }: RequestContext): Promise<string | null> {
    const { userId, address } = token;
    if (userId !== null || address === null) return userId;
    return (await timings.measure('database', () => this.needs.stores.users.findRecipient(address)))?.userId ?? null;
  }

  /** Creates the account of a person whom a provider has named, and who has now proved the address. Returns its id. */
  private async register(
    proven: ProvenToken,
    { account, names, address }: PendingIdentity,
    context: RequestContext,
  ): Promise<string> {
    if (!address || !names) throw new AppError('INVALID_TOKEN', { reason: tokenReasons['no account'] });
    this.needs.registrations.reject(address);
    const { provider } = account;
    const newcomer = { email: address, ...names, tel: null };
    const rights = (await this.needs.beforeRegister?.decide(newcomer, { provider }, context)) ?? noRights;
    const newPerson = { address, ...names, ...rights };
    const identity = await context.timings.measure('database', () =>
      this.needs.stores.transaction(null, async (tx) => {
        await this.needs.oneTimeTokens.consume(tx, proven);
        const identity = await this.needs.connector.register(tx, newPerson, account, context);
        // Thrown, so that the code can be used again: then the address has an account.
        if (!identity) throw new AppError('SERVICE_UNAVAILABLE');
        return identity;
      }),
    );
    return identity.userId;
  }

  private async credentialsOf(userId: string | null, { timings }: RequestContext): Promise<Credentials> {
    const found =
      userId && (await timings.measure('database', () => this.needs.stores.users.findCredentialsById(userId)));
    if (!found) throw new AppError('INVALID_TOKEN', { reason: tokenReasons['no account'] });
    return found;
  }

  /**
   * Verifies the address. With its first proof, because anyone can have registered it and acted in the account, everything ends that
   * could let them in again. Returns whether the account has lost its password.
   */
  private async verify(proven: ProvenToken, found: Credentials, context: RequestContext): Promise<boolean> {
    const { id: userId } = found.user;
    const at = this.needs.clock();
    const { revoked, lostPassword, announce } = await this.needs.stores.transaction(userId, async (tx) => {
      await this.needs.oneTimeTokens.consume(tx, proven);
      const owner = await tx.users.findRecipientById(userId);
      if (!owner) throw new AppError('INVALID_TOKEN', { reason: tokenReasons['no account'] });
      const watched = await this.needs.claimChanges.watch(tx, userId);
      const isFirst = !owner.emailProved;
      const revoked = isFirst ? await this.endOlder(tx, userId, context) : null;
      // Unless it was verified at the same time in another way.
      if (!owner.emailVerified) {
        await tx.userChanges.verifyEmail(userId, at);
        await tx.audit.insert([successEvent(userActions.email_verified, at, context, { userId })]);
      }
      const lostPassword = isFirst && found.passwordHash !== null;
      if (lostPassword) await this.needs.outbox.notify(tx, emailLoginMails.password_removed, userId, context.locale);
      return { revoked, lostPassword, ...(await watched.settle(['emailVerified'])) };
    });
    this.needs.liveSessions.rejectTokensOf(revoked);
    announce();
    return lostPassword;
  }

  private async endOlder(
    tx: TransactionStores,
    userId: string,
    context: RequestContext,
  ): Promise<RevokedAccount | null> {
    const reason = userEnds.email_verified;
    const revoked = await this.needs.liveSessions.endAllWith(tx, { userId }, reason, context);
    await this.needs.ownership.endAll(tx, { userId, reason }, context);
    await tx.userChanges.removePassword(userId, this.needs.clock());
    return revoked;
  }

  private requireOn(): void {
    if (!this.needs.isOn) throw new AppError('FORBIDDEN', { msg: 'Sign-in with a code by mail is switched off.' });
  }
}
