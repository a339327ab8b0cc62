import type { AuditAction } from '../../platform/audit/action';
import type { AuditStore } from '../../platform/audit/audit.store';
import { successEvent } from '../../platform/audit/audit-event';
import type { Transact } from '../../platform/db/database';
import type { MailTemplate } from '../../platform/email/mail-template';
import { AppError } from '../../platform/errors/app-error';
import type { MessageStore } from '../../platform/messages/message.store';
import type { Outbox } from '../../platform/messages/outbox';
import type { OneTimeToken, TokenDetails } from '../../platform/one-time-tokens/one-time-token';
import type { OneTimeTokenStore } from '../../platform/one-time-tokens/one-time-token.store';
import type { OneTimeTokens } from '../../platform/one-time-tokens/one-time-tokens';
import type { Spend } from '../../platform/one-time-tokens/spend';
import type { SpentChallengeStore } from '../../platform/one-time-tokens/spent-challenge.store';
import type { AuditSubject } from '../../platform/operations/run-operation';
import type { RateLimits } from '../../platform/rate-limits/rate-limits';
import type { RequestContext } from '../../platform/request/request-context';
import type { Clock } from '../../platform/runtime/clock';
import { mailLimits, requestedMail } from './mail.limits';
import type { MailRecipient, UserStore } from './user.store';
import { userActions } from './users.audit';
import { userMails } from './users.mails';
import { userPurposes } from './users.purposes';

/** What a mail with a token is about, besides the address. */
export interface MoreOfMail {
  /** By default, it is the mail of a sign-in. */
  template?: MailTemplate;
  details?: TokenDetails;
  /** Uses up what has led to the mail. */
  spend?: Spend;
}

interface RequestedMail extends MoreOfMail {
  template: MailTemplate;
  purpose: typeof userPurposes.reset_password | typeof userPurposes.email_login;
  /** Recorded for every address. */
  action: AuditAction;
  /** Whether the user of the address has signed in from the network of the client. */
  isOfKnownNetwork: boolean;
  isFor(recipient: MailRecipient | null): boolean;
}

/** A mail with a code that a client has asked for. */
export interface RequestedCode {
  /** What the client keeps that has asked. The mail does not contain it. */
  token: string;
  /** How long the code, and the link if there is one, are valid, in seconds. */
  expiresInS: number;
  /** Seconds until another mail can be asked for. */
  waitS: number;
}

export interface RequestedMailNeeds {
  stores: {
    users: Pick<UserStore, 'findRecipient'>;
    transaction: Transact<{
      oneTimeTokens: OneTimeTokenStore;
      spentChallenges: SpentChallengeStore;
      messages: Pick<MessageStore, 'insert'>;
      audit: Pick<AuditStore, 'insert'>;
    }>;
  };
  oneTimeTokens: Pick<OneTimeTokens, 'issue'>;
  outbox: Outbox;
  clock: Clock;
}

/**
 * Writes the mail with a link and a code that anyone can ask for with an address, and returns its token. An address that
 * gets no mail makes the same work, with a decoy (ASVS 5.0, 6.3.8).
 */
export async function sendRequestedMail(
  { stores, oneTimeTokens, outbox, clock }: RequestedMailNeeds,
  { purpose, action, isFor, isOfKnownNetwork, template, details = {}, spend }: RequestedMail,
  address: string,
  context: RequestContext,
  subject: AuditSubject,
): Promise<OneTimeToken> {
  const recipient = await stores.users.findRecipient(address);
  const isDecoy = !isFor(recipient);
  const userId = recipient?.userId ?? null;
  if (userId !== null) subject.userId = userId;
  const audit = successEvent(action, clock(), context, { userId });
  return stores.transaction(null, async (tx) => {
    const { returnTo } = context;
    await spend?.(tx);
    const request = { purpose, userId, address, details, isDecoy, returnTo, isOfKnownNetwork };
    const token = await oneTimeTokens.issue(tx, request);
    const locale = recipient?.locale ?? context.locale;
    await outbox.write(tx, { template, userId, to: address, locale, token });
    await tx.audit.insert([audit]);
    return token;
  });
}

/**
 * Sends the mail with a code to sign in. The mail belongs to its request, so a request that sends none is rejected. With
 * `details`, a person without an account gets it, too: the token then says what becomes of the person. Disabled accounts get
 * it: the right code then says so.
 * @throws AppError `RATE_LIMITED`, `SERVICE_UNAVAILABLE`
 */
export async function requestLoginMail(
  needs: RequestedMailNeeds & { rateLimits: RateLimits },
  address: string,
  more: MoreOfMail,
  context: RequestContext,
  subject: AuditSubject,
): Promise<{ token: OneTimeToken; expiresInS: number; waitS: number }> {
  const isFor = (recipient: MailRecipient | null) => recipient !== null || more.details !== undefined;
  const template = more.template ?? userMails.email_login;
  const mail = {
    ...more,
    template,
    purpose: userPurposes.email_login,
    action: userActions.email_login_requested,
    isFor,
  } as const;
  const ofUseHere = requestedMail('email_login', address, { isOfUseElsewhere: false });
  const { token, waitS } = await needs.rateLimits.count(ofUseHere, context, async (turn) => {
    const { isPaused, waitS, isOfKnownNetwork } = turn;
    const send = () => sendRequestedMail(needs, { ...mail, isOfKnownNetwork }, address, context, subject);
    return { token: isPaused ? null : await context.timings.measure('database', send), waitS };
  });
  // Thrown here, so that the network keeps its count.
  if (!token) throw new AppError('RATE_LIMITED', { limit: mailLimits.MAIL_ADDRESS_PAUSE.name, retryAfterS: waitS });
  return { token, expiresInS: (token.expiresTs.getTime() - token.createdTs.getTime()) / 1000, waitS };
}
