import type { MessageStore } from '../../platform/messages/message.store';
import type { Outbox } from '../../platform/messages/outbox';
import type { OneTimeToken } from '../../platform/one-time-tokens/one-time-token';
import type { OneTimeTokenStore } from '../../platform/one-time-tokens/one-time-token.store';
import type { OneTimeTokens, TokenRequest } from '../../platform/one-time-tokens/one-time-tokens';
import type { RequestContext } from '../../platform/request/request-context';
import { verificationMails } from './email-verification.mails';
import { verificationPurposes } from './email-verification.purposes';

type Tx = { oneTimeTokens: OneTimeTokenStore; messages: MessageStore };

/** What the request that causes a mail decides about it. */
type MailRequest = Pick<RequestContext, 'locale' | 'returnTo'> & Pick<TokenRequest, 'isOfKnownNetwork'>;

/** The e-mails with which a user verifies an address. They are written in the transaction of the caller. */
export class VerificationMails {
  constructor(
    private readonly oneTimeTokens: OneTimeTokens,
    private readonly outbox: Outbox,
  ) {}

  /** `userId` is null for a decoy. */
  async writeForAccount(tx: Tx, userId: string | null, address: string, request: MailRequest): Promise<void> {
    const isDecoy = userId === null;
    const { locale, returnTo, isOfKnownNetwork = false } = request;
    const asked = { purpose: verificationPurposes.verify_email, userId, address, isDecoy, returnTo, isOfKnownNetwork };
    const token = await this.oneTimeTokens.issue(tx, asked);
    await this.outbox.write(tx, { template: verificationMails.verify_email, userId, to: address, locale, token });
  }

  /** If the address has an account, its user gets another e-mail without a token. The work is the same. */
  async writeForRegistration(
    tx: Tx,
    id: string,
    address: string,
    { locale, returnTo }: MailRequest,
    { isTaken }: { isTaken: boolean },
  ): Promise<OneTimeToken> {
    const details = { registration: id };
    const purpose = verificationPurposes.confirm_registration;
    const request = { purpose, userId: null, address, details, returnTo, isDecoy: isTaken };
    const token = await this.oneTimeTokens.issue(tx, request);
    const mail = { userId: null, to: address, locale };
    if (isTaken) await this.outbox.write(tx, { template: verificationMails.account_exists, ...mail });
    else await this.outbox.write(tx, { template: verificationMails.verify_email, ...mail, token });
    return token;
  }
}
