import type { Transact } from '../../platform/db/database';
import { AppError } from '../../platform/errors/app-error';
import type { OneTimeToken, TokenDetails } from '../../platform/one-time-tokens/one-time-token';
import type { OneTimeTokenStore } from '../../platform/one-time-tokens/one-time-token.store';
import type { OneTimeTokens } from '../../platform/one-time-tokens/one-time-tokens';
import { oneTimeTokenReasons } from '../../platform/one-time-tokens/one-time-tokens.reasons';
import type { Spend } from '../../platform/one-time-tokens/spend';
import type { SpentChallengeStore } from '../../platform/one-time-tokens/spent-challenge.store';
import type { AuditSubject } from '../../platform/operations/run-operation';
import type { RateLimits } from '../../platform/rate-limits/rate-limits';
import { type EmailAddress, parseEmailAddress } from '../../platform/request/email-address';
import type { RequestContext } from '../../platform/request/request-context';
import { detailsOf, type ProviderAccount, providerAccountOf } from '../users/identity';
import { type MoreOfMail, type RequestedMailNeeds, requestLoginMail } from '../users/requested-mail';
import type { MailRecipient } from '../users/user.store';
import type { Providers } from './providers';
import { providerMails } from './providers.mails';
import { providerPurposes } from './providers.purposes';
import { providerReasons } from './providers.reasons';

/** No document says one. How long an account at a provider waits to be connected, in seconds. */
const linkS = 600;

/** An account at a provider that waits for the proof of an address. */
export interface PendingIdentity {
  account: ProviderAccount;
  /** Of a person without an account. Null if the address has one. */
  names: { firstName: string; lastName: string } | null;
  /** As the provider, or the person, has written it. */
  address: EmailAddress | null;
}

interface IdentityLinksNeeds extends RequestedMailNeeds {
  stores: RequestedMailNeeds['stores'] & {
    transaction: Transact<{ oneTimeTokens: OneTimeTokenStore; spentChallenges: SpentChallengeStore }>;
  };
  oneTimeTokens: OneTimeTokens;
  rateLimits: RateLimits;
  providers: Providers;
  sendsMails: boolean;
}

/** The two ways to connect a new identity with the account of its address: a login to it, or a code to its mailbox. */
export class IdentityLinks {
  constructor(private readonly needs: IdentityLinksNeeds) {}

  /** Returns the error `LINK_REQUIRED`. Its token is only good for this account, while it has this address. */
  async toAccount(
    { userId, emailCanonical: address }: MailRecipient,
    account: ProviderAccount,
    spend: Spend,
    context: RequestContext,
  ): Promise<AppError> {
    const { stores, oneTimeTokens, clock } = this.needs;
    const expiresTs = new Date(clock().getTime() + linkS * 1000);
    const request = {
      purpose: providerPurposes.link_identity,
      userId,
      address,
      details: this.detailsOf(account),
      expiresTs,
    };
    const token = await context.timings.measure('database', () =>
      stores.transaction(userId, async (tx) => {
        await spend(tx);
        return oneTimeTokens.issue(tx, request);
      }),
    );
    const { provider, email } = account;
    const link = {
      token: oneTimeTokens.tokenOf(token),
      provider,
      email: email ?? address,
      mailed: false,
      expiresInS: linkS,
    };
    return new AppError('LINK_REQUIRED', { link });
  }

  /**
   * Mails a code to an address that the provider does not vouch for, and returns the error `EMAIL_NOT_VERIFIED`. The answer and
   * the work are the same for every address (ASVS 5.0, 6.3.8).
   * @throws AppError `RATE_LIMITED`, `FORBIDDEN` if the service sends no mails
   */
  async byMail(
    { account, address, names }: PendingIdentity & { address: EmailAddress },
    spend: Spend,
    context: RequestContext,
    subject: AuditSubject,
  ): Promise<AppError> {
    this.requireMails();
    const details = { ...this.detailsOf(account), ...names, email: address.given };
    const more = { template: providerMails.connect_provider, details, spend } as const;
    const { token, expiresInS } = await requestLoginMail(this.needs, address.canonical, more, context, subject);
    const { provider } = account;
    const link = {
      token: this.needs.oneTimeTokens.requestOf(token),
      provider,
      email: address.given,
      mailed: true,
      expiresInS,
    };
    return new AppError('EMAIL_NOT_VERIFIED', { msg: mailedMsg, reason: providerReasons['unproved identity'], link });
  }

  /**
   * Returns what a mail is that connects what the token of `LINK_REQUIRED` is about.
   * @throws AppError `INVALID_TOKEN` if the token is not valid, or is for the account of another address; `FORBIDDEN` if the service
   * sends no mails
   */
  async mailOf(token: string, address: string, subject: AuditSubject): Promise<MoreOfMail> {
    this.requireMails();
    const proven = await this.needs.oneTimeTokens.prove({ token }, [providerPurposes.link_identity], subject);
    if (proven.token.address !== address)
      throw new AppError('INVALID_TOKEN', { reason: oneTimeTokenReasons['unknown link'] });
    return { template: providerMails.connect_provider, details: proven.token.details };
  }

  private requireMails(): void {
    if (!this.needs.sendsMails) {
      throw new AppError('FORBIDDEN', { msg: 'This service sends no e-mails, so it cannot connect this account.' });
    }
  }

  /** Names the provider, for the mail. */
  private detailsOf(account: ProviderAccount): TokenDetails {
    return { ...detailsOf(account), providerLabel: this.needs.providers.labelOf(account.provider) };
  }
}

/** Returns what the use of the mail connects. Null if the mail only signs in. */
export function pendingIdentityOf({ details }: Pick<OneTimeToken, 'details'>): PendingIdentity | null {
  const account = providerAccountOf(details);
  const { firstName, lastName, email } = details;
  const names = firstName !== undefined && lastName !== undefined ? { firstName, lastName } : null;
  return account && { account, names, address: email === undefined ? null : parseEmailAddress(email) };
}

const mailedMsg = 'Use the code or the link in the mail that was sent to the address, to prove that it is yours.';
