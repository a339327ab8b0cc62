import type { z } from 'zod';
import type { TokenClaims } from '../../accounts/tokens/token-claims';
import { nameOfAddress } from '../../accounts/users/name-of-address';
import { noSuchUser } from '../../accounts/users/user';
import type { UserStore } from '../../accounts/users/user.store';
import { fieldsOfNewUser } from '../../accounts/users/user-field-changes';
import type { FieldChanges, UserFields } from '../../accounts/users/user-fields';
import { userActions } from '../../accounts/users/users.audit';
import { userPurposes } from '../../accounts/users/users.purposes';
import type { AuditStore } from '../../platform/audit/audit.store';
import { successEvent } from '../../platform/audit/audit-event';
import type { Transact } from '../../platform/db/database';
import type { LinkOf } from '../../platform/email/links';
import { AppError, notFound } from '../../platform/errors/app-error';
import type { MessageStore } from '../../platform/messages/message.store';
import type { Outbox } from '../../platform/messages/outbox';
import type { OneTimeTokenStore } from '../../platform/one-time-tokens/one-time-token.store';
import type { OneTimeTokens } from '../../platform/one-time-tokens/one-time-tokens';
import type { RateLimits } from '../../platform/rate-limits/rate-limits';
import { defaultLocale } from '../../platform/request/locale';
import type { RequestContext } from '../../platform/request/request-context';
import type { Clock } from '../../platform/runtime/clock';
import { uuidv7 } from '../../platform/runtime/uuid';
import { mailOfSuperAdmin } from './admin-mail.limits';
import { adminUserMails } from './admin-users.mails';
import type { createUserInput } from './user-changes.inputs';

interface InvitationStores {
  users: Pick<UserStore, 'findCredentials' | 'findCredentialsById' | 'findRecipientById'>;
  transaction: Transact<{
    users: UserStore;
    oneTimeTokens: OneTimeTokenStore;
    messages: MessageStore;
    audit: Pick<AuditStore, 'insert'>;
  }>;
}

interface Invitation {
  userId: string;
  email: string;
  expiresTs: Date;
  /** The link, if it was not mailed. */
  link: string | null;
}

/** Whom an invitation creates an account for. */
type Invited = Pick<z.output<typeof createUserInput>, 'email' | 'firstName' | 'lastName' | 'locale' | 'roles'>;

export interface InvitationsServiceNeeds {
  stores: InvitationStores;
  oneTimeTokens: OneTimeTokens;
  outbox: Outbox;
  linkOf: LinkOf;
  userFields: Pick<UserFields, 'defaults'>;
  tokenClaims: Pick<TokenClaims, 'rejectNew'>;
  /** Null for a command, whose mails no limit counts. */
  rateLimits: Pick<RateLimits, 'count'> | null;
  clock: Clock;
}

/** Creates accounts without a password. Their users set one with a link, which also verifies the address. */
export class InvitationsService {
  constructor(private readonly needs: InvitationsServiceNeeds) {}

  /**
   * Creates the account and mails the link, or returns it. For an account that was invited before and has no password
   * yet, replaces the link, unless `isNew`. Without names, the account gets the part of the address before the @. `by` is
   * null for a command.
   * @throws AppError `VALIDATION_FAILED` if a field breaks a rule; `RATE_LIMITED`; `EMAIL_TAKEN` if the account has a password, or if `isNew` and there is an account
   */
  async invite(
    invitee: Invited,
    { isMailed, isNew = false, fields = {} }: { isMailed: boolean; isNew?: boolean; fields?: FieldChanges },
    by: RequestContext | null,
  ): Promise<Invitation> {
    const { given, canonical } = invitee.email;
    const firstName = invitee.firstName ?? nameOfAddress(given);
    const lastName = invitee.lastName ?? nameOfAddress(given);
    const locale = invitee.locale ?? defaultLocale;
    const roles = invitee.roles ?? [];
    const createdTs = this.needs.clock();
    const invited = await this.needs.stores.users.findCredentials(canonical);
    if (invited && (isNew || invited.passwordHash !== null)) throw new AppError('EMAIL_TAKEN');
    const userId = invited?.user.id ?? uuidv7(createdTs);
    const details = invited ? { again: true as const } : {};
    const audit = successEvent(userActions.user_invited, createdTs, by, { userId, details });
    const write = () =>
      this.needs.stores.transaction(userId, async (tx) => {
        if (invited) {
          await tx.audit.insert([audit]);
        } else {
          const user = { id: userId, email: given, emailCanonical: canonical, firstName, lastName, locale };
          const own = { fields: fieldsOfNewUser(this.needs.userFields, fields), roles };
          const source = { email: given, firstName, lastName, tel: null, roles, claims: {}, fields: own.fields };
          this.needs.tokenClaims.rejectNew(source, fields);
          const rest = { passwordHash: null, tel: null, isSuperAdmin: false, createdTs };
          if (!(await tx.users.insert({ ...user, ...own, ...rest }, audit))) throw new AppError('EMAIL_TAKEN');
        }
        const issued = await this.needs.oneTimeTokens.issue(tx, {
          purpose: userPurposes.invite,
          userId,
          address: canonical,
        });
        if (isMailed)
          await this.needs.outbox.write(tx, {
            template: adminUserMails.invite,
            userId,
            to: canonical,
            locale,
            token: issued,
          });
        return issued;
      });
    const token = await (isMailed ? this.countMail(canonical, by, write) : write());
    const link = isMailed ? null : this.needs.linkOf(userPurposes.invite.name, this.needs.oneTimeTokens.tokenOf(token));
    return { userId, email: given, expiresTs: token.expiresTs, link };
  }

  /**
   * Mails the link again, with a new token. The link before is no longer valid.
   * @throws AppError `NOT_FOUND`; `RATE_LIMITED`; `CONFLICT` if the account has a password, or is disabled
   */
  async inviteAgain(userId: string, by: RequestContext): Promise<void> {
    const account = await this.needs.stores.users.findCredentialsById(userId);
    if (!account) throw notFound(noSuchUser);
    if (account.passwordHash !== null) {
      throw new AppError('CONFLICT', { msg: 'The user has set a password. Send a reset of the password instead.' });
    }
    if (account.user.disabled) throw new AppError('CONFLICT', { msg: 'The account is disabled or deleted.' });
    const recipient = await this.needs.stores.users.findRecipientById(userId);
    const locale = recipient?.locale ?? by.locale;
    const { emailCanonical: address } = account;
    const write = () =>
      this.needs.stores.transaction(userId, async (tx) => {
        const token = await this.needs.oneTimeTokens.issue(tx, { purpose: userPurposes.invite, userId, address });
        await this.needs.outbox.write(tx, { template: adminUserMails.invite, userId, to: address, locale, token });
        await tx.audit.insert([
          successEvent(userActions.user_invited, this.needs.clock(), by, { userId, details: { again: true } }),
        ]);
      });
    await this.countMail(address, by, write);
  }

  private countMail<Result>(address: string, by: RequestContext | null, write: () => Promise<Result>): Promise<Result> {
    return this.needs.rateLimits && by
      ? this.needs.rateLimits.count(mailOfSuperAdmin('invite', address), by, write)
      : write();
  }
}
