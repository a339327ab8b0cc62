import type { CheckedRegistration, Registrations } from '../../accounts/auth/auth.service';
import { requestedMail } from '../../accounts/users/mail.limits';
import { type RegisterDomains, rejectOtherDomain } from '../../accounts/users/register-domains';
import { rolesOf } from '../../accounts/users/role';
import type { User } from '../../accounts/users/user';
import type { UserStore } from '../../accounts/users/user.store';
import { userActions } from '../../accounts/users/users.audit';
import type { AuditStore } from '../../platform/audit/audit.store';
import { successEvent } from '../../platform/audit/audit-event';
import type { Transact } from '../../platform/db/database';
import { AppError } from '../../platform/errors/app-error';
import type { MessageStore } from '../../platform/messages/message.store';
import type { OneTimeTokenStore } from '../../platform/one-time-tokens/one-time-token.store';
import type { AuditSubject } from '../../platform/operations/run-operation';
import type { RateLimits } from '../../platform/rate-limits/rate-limits';
import type { EmailAddress } from '../../platform/request/email-address';
import type { RequestContext } from '../../platform/request/request-context';
import { verificationActions } from './email-verification.audit';
import { verificationReasons } from './email-verification.reasons';
import type { RegistrationMode } from './email-verification.settings';
import type { PendingRegistrationStore } from './pending-registration.store';
import { registrationMail } from './registration.limits';
import type { VerificationMails } from './verification-mails';

interface RegistrationStores {
  users: Pick<UserStore, 'findRecipient'>;
  transaction: Transact<{
    users: UserStore;
    pendingRegistrations: PendingRegistrationStore;
    oneTimeTokens: OneTimeTokenStore;
    messages: MessageStore;
    audit: Pick<AuditStore, 'insert'>;
  }>;
}

export function createRegistrations(
  { registration, registerDomains }: { registration: RegistrationMode; registerDomains: RegisterDomains },
  stores: RegistrationStores,
  mails: VerificationMails,
  rateLimits: RateLimits,
): Registrations {
  const reject = (address: EmailAddress | null) => {
    if (address) rejectOtherDomain(address, registerDomains);
  };
  switch (registration) {
    case 'open':
      return new OpenRegistrations(reject, stores, mails, rateLimits);
    case 'confirm':
      return new ConfirmedRegistrations(reject, stores, mails, rateLimits);
    case 'closed':
      return closedRegistrations;
  }
}

/** The account exists immediately. Its address is not verified yet. */
class OpenRegistrations implements Registrations {
  constructor(
    readonly reject: Registrations['reject'],
    private readonly stores: RegistrationStores,
    private readonly mails: VerificationMails,
    private readonly rateLimits: RateLimits,
  ) {}

  async complete({ newUser }: CheckedRegistration, context: RequestContext, subject: AuditSubject): Promise<User> {
    const audit = successEvent(userActions.registered, newUser.createdTs, context, {
      userId: newUser.id,
      details: { stepsMs: context.timings.totals(), ...rolesOf(newUser) },
    });
    const { emailCanonical, locale } = newUser;
    const user = await this.rateLimits.count(registrationMail(emailCanonical), context, ({ isLimited }) =>
      this.stores.transaction(null, async (tx) => {
        const user = await tx.users.insert(newUser, audit);
        if (!user) throw new AppError('EMAIL_TAKEN');
        subject.userId = user.id;
        const mail = { locale: locale ?? context.locale, returnTo: context.returnTo };
        if (!isLimited) await this.mails.writeForAccount(tx, user.id, emailCanonical, mail);
        return user;
      }),
    );
    await this.rateLimits.trustNetwork(emailCanonical, context);
    return user;
  }
}

/**
 * The account exists when its user has used the link and set a password. The answer and the work are the same if the
 * address has an account. A person who registers the address of someone else gains nothing: the password of a registration
 * is stored nowhere.
 */
class ConfirmedRegistrations implements Registrations {
  constructor(
    readonly reject: Registrations['reject'],
    private readonly stores: RegistrationStores,
    private readonly mails: VerificationMails,
    private readonly rateLimits: RateLimits,
  ) {}

  complete({ newUser, user }: CheckedRegistration, context: RequestContext): Promise<User> {
    const {
      id,
      email,
      emailCanonical,
      firstName,
      lastName,
      tel,
      locale,
      roles,
      claims = {},
      fields,
      createdTs,
    } = newUser;
    return this.rateLimits.count(requestedMail('registration', emailCanonical), context, async ({ isPaused }) => {
      if (isPaused) return user;
      const owner = await this.stores.users.findRecipient(emailCanonical);
      const event = successEvent(verificationActions.registration_requested, createdTs, context, {
        details: { stepsMs: context.timings.totals() },
      });
      const mail = { locale: owner?.locale ?? locale ?? context.locale, returnTo: context.returnTo };
      await this.stores.transaction(null, async (tx) => {
        const isTaken = owner !== null;
        const token = await this.mails.writeForRegistration(tx, id, emailCanonical, mail, { isTaken });
        const { expiresTs } = token;
        const person = { id, email, emailCanonical, firstName, lastName, tel, locale, roles, claims, fields };
        await tx.pendingRegistrations.insert({ ...person, createdTs, expiresTs });
        await tx.audit.insert([event]);
      });
      return user;
    });
  }
}

const closedRegistrations: Registrations = {
  reject() {
    const msg = 'Registration is closed. An operator can invite you.';
    throw new AppError('FORBIDDEN', { msg, reason: verificationReasons['closed registration'] });
  },
  complete() {
    throw new AppError('FORBIDDEN');
  },
};
