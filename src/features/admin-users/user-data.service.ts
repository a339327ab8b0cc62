import type { ClaimChanges } from '../../accounts/sessions/claim-changes';
import type { LiveSessions } from '../../accounts/sessions/live-sessions';
import type { RevokedAccount, SessionStore } from '../../accounts/sessions/session.store';
import type { EmailChangeStore } from '../../accounts/users/email-change.store';
import type { TelNumbers } from '../../accounts/users/tel-numbers';
import { noSuchUser } from '../../accounts/users/user';
import type { MailRecipient, UserStore } from '../../accounts/users/user.store';
import type { UserChangesStore } from '../../accounts/users/user-changes.store';
import type { UserClaimsStore } from '../../accounts/users/user-claims.store';
import { changeFields } from '../../accounts/users/user-field-changes';
import type { UserFieldsStore } from '../../accounts/users/user-fields.store';
import { userActions } from '../../accounts/users/users.audit';
import { userMails } from '../../accounts/users/users.mails';
import { userPurposes } from '../../accounts/users/users.purposes';
import type { AuditStore } from '../../platform/audit/audit.store';
import { successEvent } from '../../platform/audit/audit-event';
import type { Transact } from '../../platform/db/database';
import { AppError, invalidField, notFound } from '../../platform/errors/app-error';
import type { MessageStore } from '../../platform/messages/message.store';
import type { Outbox } from '../../platform/messages/outbox';
import type { OneTimeTokenStore } from '../../platform/one-time-tokens/one-time-token.store';
import type { OneTimeTokens } from '../../platform/one-time-tokens/one-time-tokens';
import type { RateLimits } from '../../platform/rate-limits/rate-limits';
import type { EmailAddress } from '../../platform/request/email-address';
import type { RequestContext } from '../../platform/request/request-context';
import type { Clock } from '../../platform/runtime/clock';
import type { AccessRightsService } from './access-rights.service';
import { mailOfSuperAdmin } from './admin-mail.limits';
import { adminUserActions } from './admin-users.audit';
import { adminUserMails } from './admin-users.mails';
import { adminUserEnds } from './admin-users.reasons';
import type { UserUpdate } from './user-changes.inputs';
import type { Stated } from './user-lifecycle.service';

interface Transaction {
  users: UserStore;
  userChanges: UserChangesStore;
  userClaims: UserClaimsStore;
  userFields: UserFieldsStore;
  emailChanges: EmailChangeStore;
  sessions: SessionStore;
  oneTimeTokens: OneTimeTokenStore;
  messages: MessageStore;
  audit: Pick<AuditStore, 'insert'>;
}

interface AccountUpdateStores {
  users: Pick<UserStore, 'findRecipientById'>;
  transaction: Transact<Transaction>;
}

interface UserDataServiceNeeds {
  stores: AccountUpdateStores;
  oneTimeTokens: OneTimeTokens;
  outbox: Outbox;
  liveSessions: LiveSessions;
  claimChanges: ClaimChanges;
  telNumbers: Pick<TelNumbers, 'e164Of'>;
  rights: Pick<AccessRightsService, 'setRolesWith'>;
  rateLimits: Pick<RateLimits, 'count'>;
  clock: Clock;
}

/** Changes what an account contains, for a super admin. Every operation can throw AppError `NOT_FOUND` and `SERVICE_UNAVAILABLE`. */
export class UserDataService {
  constructor(private readonly needs: UserDataServiceNeeds) {}

  /**
   * Changes the fields that are set. If one field cannot be changed, nothing is. The super admin vouches
   * for a new e-mail address, which ends all sessions, and the old address gets a notice.
   * @throws AppError `EMAIL_TAKEN`; `VALIDATION_FAILED` if the account has the address already, or no number to verify, or if
   * the claims of its access tokens would be too large
   */
  async update(
    userId: string,
    { email, reason, roles, claims, fields: own, ...changes }: UserUpdate,
    by: RequestContext,
  ): Promise<{ changed: boolean }> {
    const at = this.needs.clock();
    const { revoked, announce, changed } = await this.needs.stores.transaction(userId, async (tx) => {
      const owner = await lockOwner(tx, userId);
      const watched = await this.needs.claimChanges.watch(tx, userId);
      const outdated = roles && (await this.needs.rights.setRolesWith(tx, userId, roles, by));
      const ended = email ? await this.changeEmail(tx, owner, email, reason ?? '', by) : null;
      const updated = await tx.userChanges.updateProfile(userId, changes, at);
      if (changes.telVerified && updated?.user.tel === null) {
        throw invalidField('telVerified', 'needs a phone number');
      }
      if (updated?.fields.some((field) => field === 'tel' || field === 'telVerified')) {
        const { tel, telVerified } = updated.user;
        await tx.userChanges.setTelE164(userId, telVerified ? this.needs.telNumbers.e164Of(tel) : null);
      }
      const fields: string[] = [...(updated?.fields ?? [])];
      if (claims !== undefined && (await tx.userClaims.set(userId, claims ?? {}, at))) fields.push('claims');
      fields.push(...(await changeFields(tx.userFields, userId, own, at)));
      if (fields.length > 0) {
        await tx.audit.insert([successEvent(adminUserActions.user_updated, at, by, { userId, details: { fields } })]);
      }
      const changed = email !== undefined || fields.length > 0 || outdated?.changed === true;
      const shown = await watched.settle([...fields, ...(email ? ['email', 'emailVerified'] : [])]);
      const announce = () => {
        outdated?.announce();
        shown.announce();
      };
      return { revoked: ended, announce, changed };
    });
    announce();
    this.needs.liveSessions.rejectTokensOf(revoked);
    return { changed };
  }

  private async changeEmail(
    tx: Transaction,
    { userId, emailCanonical, emailVerified, locale }: MailRecipient,
    email: EmailAddress,
    statedReason: string,
    by: RequestContext,
  ): Promise<RevokedAccount | null> {
    const at = this.needs.clock();
    if (email.canonical === emailCanonical) {
      const msg = 'is already the e-mail address of the account';
      throw invalidField('email', msg);
    }
    const to = { email: email.given, emailCanonical: email.canonical, at };
    if (!(await tx.userChanges.changeEmail(userId, to))) throw new AppError('EMAIL_TAKEN');
    await tx.emailChanges.removeOfUser(userId);
    // Also links that restore an earlier address: only the super admin knows which mailbox belongs to the user.
    await this.needs.oneTimeTokens.voidAll(tx, userId, { andTakingBack: true });
    const mail = { userId, to: emailCanonical, locale: locale ?? by.locale };
    if (emailVerified)
      await this.needs.outbox.write(tx, { template: adminUserMails.email_changed_by_operator, ...mail });
    await tx.audit.insert([successEvent(userActions.email_changed, at, by, { userId, details: { statedReason } })]);
    return this.needs.liveSessions.endAllWith(tx, { userId, keys: true }, adminUserEnds.email_changed_by_operator, by);
  }

  /** Marks the address as verified. Does nothing if it is. */
  async verifyEmail(userId: string, by: RequestContext): Promise<{ changed: boolean }> {
    const at = this.needs.clock();
    const { changed, announce } = await this.needs.stores.transaction(userId, async (tx) => {
      const owner = await lockOwner(tx, userId);
      if (owner.emailVerified) return { changed: false, announce: () => {} };
      const watched = await this.needs.claimChanges.watch(tx, userId);
      await tx.userChanges.verifyEmail(userId, at);
      await tx.audit.insert([successEvent(userActions.email_verified, at, by, { userId })]);
      return { changed: true, ...(await watched.settle(['emailVerified'])) };
    });
    announce();
    return { changed };
  }

  /**
   * Mails the user a link and a code to set a new password.
   * @throws AppError `CONFLICT` if the account is disabled; `RATE_LIMITED`
   */
  async sendPasswordReset(userId: string, by: RequestContext, stated: Stated = {}): Promise<void> {
    const found = await this.needs.stores.users.findRecipientById(userId);
    if (!found) throw notFound(noSuchUser);
    if (found.disabled) throw disabled();
    await this.needs.rateLimits.count(mailOfSuperAdmin('reset_password', found.emailCanonical), by, () =>
      this.mailPasswordReset(userId, by, stated),
    );
  }

  private mailPasswordReset(userId: string, by: RequestContext, stated: Stated): Promise<void> {
    const at = this.needs.clock();
    return this.needs.stores.transaction(userId, async (tx) => {
      const owner = await lockOwner(tx, userId);
      if (owner.disabled) throw disabled();
      const { emailCanonical: address } = owner;
      const token = await this.needs.oneTimeTokens.issue(tx, { purpose: userPurposes.reset_password, userId, address });
      const locale = owner.locale ?? by.locale;
      await this.needs.outbox.write(tx, { template: userMails.reset_password, userId, to: address, locale, token });
      await tx.audit.insert([successEvent(userActions.password_reset_requested, at, by, { userId, details: stated })]);
    });
  }
}

/**
 * Without the lock, the account could change between the read and the write: an address that the user has just entered would
 * be marked as verified, or a disabled account would get a link.
 */
async function lockOwner(tx: Pick<Transaction, 'users' | 'userChanges'>, userId: string): Promise<MailRecipient> {
  const owner = (await tx.userChanges.lock(userId)) && (await tx.users.findRecipientById(userId));
  if (!owner) throw notFound(noSuchUser);
  return owner;
}

const disabled = () => new AppError('CONFLICT', { msg: 'The account is disabled or deleted.' });
