import type { RunAsUser } from '../../accounts/auth/run-as-user';
import type { ClaimChangeStores, ClaimChanges } from '../../accounts/sessions/claim-changes';
import type { Principal } from '../../accounts/tokens/access-token';
import { accountRejected } from '../../accounts/tokens/access-token-rejection';
import { notifySuperAdmins } from '../../accounts/users/super-admin-mails';
import type { TelNumber, TelNumbers } from '../../accounts/users/tel-numbers';
import type { Person, User } from '../../accounts/users/user';
import type { UserStore } from '../../accounts/users/user.store';
import type { UserChangesStore } from '../../accounts/users/user-changes.store';
import type { AuditStore } from '../../platform/audit/audit.store';
import { successEvent } from '../../platform/audit/audit-event';
import type { Challenges } from '../../platform/challenges/challenges';
import { orList } from '../../platform/config/or-list';
import type { Transact } from '../../platform/db/database';
import { AppError, invalidField } from '../../platform/errors/app-error';
import type { MessageStore } from '../../platform/messages/message.store';
import type { Outbox } from '../../platform/messages/outbox';
import type { OneTimeToken } from '../../platform/one-time-tokens/one-time-token';
import type { OneTimeTokenStore } from '../../platform/one-time-tokens/one-time-token.store';
import type { OneTimeTokens, ProvenToken } from '../../platform/one-time-tokens/one-time-tokens';
import type { RateLimits } from '../../platform/rate-limits/rate-limits';
import type { RequestContext } from '../../platform/request/request-context';
import type { Clock } from '../../platform/runtime/clock';
import { verifyTelSms } from './sms-text';
import { telActions } from './tel.audit';
import { codeTo } from './tel.limits';
import { telMails } from './tel.mails';
import { confirmTel, sendTelVerification } from './tel.operations';
import { telPurposes } from './tel.purposes';
import { telReasons } from './tel.reasons';
import type { TelCountStore } from './tel-count.store';
import { muchOfBudget, type TelCounts } from './tel-counts';

interface TransactionStores extends ClaimChangeStores {
  users: UserStore;
  userChanges: UserChangesStore;
  telCounts: TelCountStore;
  oneTimeTokens: OneTimeTokenStore;
  messages: MessageStore;
  audit: Pick<AuditStore, 'insert'>;
}

interface TelServiceNeeds {
  /** Unless no codes can be sent. */
  asUser: RunAsUser;
  stores: { users: Pick<UserStore, 'findByIdsWithLocale'>; transaction: Transact<TransactionStores> };
  telNumbers: TelNumbers;
  telCounts: TelCounts;
  oneTimeTokens: OneTimeTokens;
  outbox: Outbox;
  claimChanges: ClaimChanges;
  rateLimits: Pick<RateLimits, 'count'>;
  /** Null with CHALLENGE=off. */
  botChallenges: Pick<Challenges, 'check'> | null;
  dailyBudget: number;
  clock: Clock;
}

interface SentTelVerification {
  tel: string;
  expiresInS: number;
}

const notSent = { paused: telReasons['paused country'], spent: telReasons['spent SMS budget'] };

/**
 * Proves phone numbers with a code by SMS. Who asks for codes can be paid for them, so each way to a message is bounded. A code
 * opens nothing: it is no sign-in and no second factor (NIST SP 800-63B-4, section 3.1.3.3).
 */
export class TelService {
  constructor(private readonly needs: TelServiceNeeds) {}

  get isOn(): boolean {
    return this.needs.telNumbers.isOn;
  }

  /** A paused country and a spent budget have the same answer after the same work, with a decoy. */
  sendTelVerification(input: unknown, context: RequestContext): Promise<SentTelVerification> {
    const { asUser, botChallenges, rateLimits } = this.needs;
    return asUser(sendTelVerification, context, input, async (principal, { tel: sent, challenge }) => {
      const person = await this.personOf(principal, context);
      if (!person.user.emailVerified) {
        throw new AppError('EMAIL_NOT_VERIFIED', { msg: 'Verify the e-mail address of the account first.' });
      }
      const number = this.mobileNumber(sent ?? person.user.tel);
      await botChallenges?.check(sendTelVerification, { challenge }, context);
      const token = await rateLimits.count(codeTo(number, principal.userId), context, () =>
        context.timings.measure('database', () => this.send(principal, person, number, context)),
      );
      const { createdTs, expiresTs } = token;
      return { tel: number.tel, expiresInS: (expiresTs.getTime() - createdTs.getTime()) / 1000 };
    });
  }

  private async personOf({ userId }: Principal, { timings }: RequestContext): Promise<Person> {
    const [person] = await timings.measure('database', () => this.needs.stores.users.findByIdsWithLocale([userId]));
    if (!person) throw accountRejected(null);
    return person;
  }

  /** With the number as it was sent. */
  private mobileNumber(tel: string | null): TelNumber & { tel: string } {
    if (tel === null) throw invalidField('tel', 'is required, because the account has no number', 'mobile');
    const { telNumbers } = this.needs;
    const number = telNumbers.parse(tel);
    if (number?.isMobile && telNumbers.countries.includes(number.country)) return { ...number, tel };
    throw invalidField('tel', `must be a mobile number of ${orList(telNumbers.countries)}`, 'mobile');
  }

  private send(
    { userId, sessionId }: Principal,
    { locale }: Person,
    { tel, e164, country }: TelNumber & { tel: string },
    context: RequestContext,
  ): Promise<OneTimeToken> {
    const { stores, oneTimeTokens, outbox, dailyBudget: budget, clock, telCounts } = this.needs;
    return stores.transaction(userId, async (tx) => {
      const at = clock();
      // Before the counts, as a confirmation does.
      await tx.userChanges.lock(userId);
      const { reason, sentToday, pauses } = await tx.telCounts.take({ country, at, budget });
      const token = await oneTimeTokens.issue(tx, {
        purpose: telPurposes.verify_tel,
        userId,
        address: e164,
        details: { tel, country },
        isDecoy: reason !== null,
      });
      const sms = { channel: 'sms', template: verifyTelSms, userId, to: e164, token } as const;
      await outbox.write(tx, { ...sms, locale: locale ?? context.locale });
      const details = { country, ...(reason && { reason: notSent[reason].name }) };
      const about = { userId, sessionId, details };
      await tx.audit.insert([successEvent(telActions.tel_verification_requested, at, context, about)]);
      if (pauses || (reason === null && sentToday === Math.ceil(muchOfBudget * budget))) {
        await notifySuperAdmins(tx, outbox, telMails.sms_alert);
      }
      telCounts.count(country, reason ?? 'sent');
      return token;
    });
  }

  /** Sets the number to which the code was sent, which may be another one than that of the account. */
  confirmTel(input: unknown, context: RequestContext): Promise<User> {
    const { asUser, oneTimeTokens, stores } = this.needs;
    return asUser(confirmTel, context, input, async ({ userId, sessionId }, { code }) =>
      context.timings.measure('database', async () => {
        const proven = await oneTimeTokens.proveOfUser(userId, code, telPurposes.verify_tel);
        const { user, announce } = await stores.transaction(userId, (tx) =>
          this.confirm(tx, proven, { userId, sessionId }, context),
        );
        announce();
        return user;
      }),
    );
  }

  private async confirm(
    tx: TransactionStores,
    proven: ProvenToken,
    by: Pick<Principal, 'userId' | 'sessionId'>,
    context: RequestContext,
  ): Promise<{ user: User; announce(): void }> {
    const { oneTimeTokens, claimChanges, telCounts, clock } = this.needs;
    const at = clock();
    const { details, address, createdTs } = await oneTimeTokens.consume(tx, proven);
    const { tel = '', country = '' } = details;
    const watched = await claimChanges.watch(tx, by.userId);
    const user = await tx.userChanges.verifyTel(by.userId, { tel, telE164: address, at });
    if (!user) throw accountRejected(null);
    await tx.telCounts.confirm(country, createdTs);
    await tx.audit.insert([successEvent(telActions.tel_verified, at, context, { ...by, details: { country } })]);
    telCounts.count(country, 'confirmed');
    return { user, ...(await watched.settle(['tel', 'telVerified'])) };
  }
}

export const telOff = () => new AppError('FORBIDDEN', { msg: 'Phone numbers cannot be confirmed here.' });
