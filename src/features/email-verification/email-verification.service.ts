import type { Authenticator } from '../../accounts/auth/authenticator';
import type { DeletionSchedule } from '../../accounts/deletion/deletion-schedule';
import type { Ownership, OwnershipStores } from '../../accounts/ownership/ownership';
import type { NewPasswords } from '../../accounts/passwords/new-passwords';
import type { ClaimChangeStores, ClaimChanges } from '../../accounts/sessions/claim-changes';
import type { LiveSessions } from '../../accounts/sessions/live-sessions';
import type { Principal } from '../../accounts/tokens/access-token';
import { tokenReasons } from '../../accounts/tokens/tokens.reasons';
import { type MailTurn, provingMail, requestedMail } from '../../accounts/users/mail.limits';
import { rolesOf } from '../../accounts/users/role';
import type { User } from '../../accounts/users/user';
import type { UserStore } from '../../accounts/users/user.store';
import type { UserChangesStore } from '../../accounts/users/user-changes.store';
import { userActions } from '../../accounts/users/users.audit';
import { userEnds, userReasons } from '../../accounts/users/users.reasons';
import { successEvent } from '../../platform/audit/audit-event';
import type { Transact } from '../../platform/db/database';
import { AppError, invalidField } from '../../platform/errors/app-error';
import type { OneTimeTokens, ProvenToken } from '../../platform/one-time-tokens/one-time-tokens';
import { oneTimeTokenReasons } from '../../platform/one-time-tokens/one-time-tokens.reasons';
import type { AuditSubject, RunOperation } from '../../platform/operations/run-operation';
import { readInput } from '../../platform/operations/run-operation';
import type { RateLimits } from '../../platform/rate-limits/rate-limits';
import type { RequestContext } from '../../platform/request/request-context';
import type { Clock } from '../../platform/runtime/clock';
import { confirmEmail, disownEmail, sendEmailVerification } from './email-verification.operations';
import { verificationPurposes } from './email-verification.purposes';
import { verificationReasons } from './email-verification.reasons';
import type { PendingRegistration, PendingRegistrationStore } from './pending-registration.store';
import type { VerificationMails } from './verification-mails';

interface TransactionStores extends OwnershipStores, ClaimChangeStores {
  users: UserStore;
  userChanges: UserChangesStore;
  pendingRegistrations: PendingRegistrationStore;
}

/** The session in which a user proves an address. */
type ProvingSession = Pick<Principal, 'userId' | 'sessionId'>;

interface VerificationStores {
  users: Pick<UserStore, 'findRecipient'>;
  pendingRegistrations: Pick<PendingRegistrationStore, 'find' | 'findNewest'>;
  transaction: Transact<TransactionStores>;
}

const purposes = Object.values(verificationPurposes);

interface EmailVerificationServiceNeeds {
  operation: RunOperation;
  stores: VerificationStores;
  authenticator: Authenticator;
  oneTimeTokens: OneTimeTokens;
  liveSessions: LiveSessions;
  claimChanges: ClaimChanges;
  ownership: Ownership;
  mails: VerificationMails;
  newPasswords: NewPasswords;
  deletions: DeletionSchedule;
  rateLimits: RateLimits;
  clock: Clock;
}

/** Proves the e-mail addresses of accounts and of registrations that wait. */
export class EmailVerificationService {
  constructor(private readonly needs: EmailVerificationServiceNeeds) {}

  /**
   * Sends the e-mail again. An address that has no account, or is verified, gets the same answer after the same work,
   * and no e-mail.
   */
  sendEmailVerification(input: unknown, context: RequestContext): Promise<MailTurn> {
    return this.needs.operation(sendEmailVerification, context, async (subject) => {
      const { email } = readInput(sendEmailVerification, input, context);
      subject.account = email.canonical;
      return this.needs.rateLimits.count(requestedMail('verify_email', email.canonical), context, async (turn) => {
        if (!turn.isPaused) {
          await context.timings.measure('database', () => this.write(email.canonical, turn, context, subject));
        }
        return turn;
      });
    });
  }

  private async write(
    address: string,
    { isOfKnownNetwork }: { isOfKnownNetwork: boolean },
    context: RequestContext,
    subject: AuditSubject,
  ): Promise<void> {
    const owner = await this.needs.stores.users.findRecipient(address);
    const waiting = await this.needs.stores.pendingRegistrations.findNewest(address, this.needs.clock());
    const needsMail = owner !== null && !owner.emailVerified && !owner.disabled;
    if (owner) subject.userId = owner.userId;
    const { returnTo } = context;
    const mail = { locale: owner?.locale ?? waiting?.locale ?? context.locale, returnTo, isOfKnownNetwork };
    await this.needs.stores.transaction(null, async (tx) => {
      if (waiting && !owner) {
        await this.needs.mails.writeForRegistration(tx, waiting.id, address, mail, { isTaken: false });
      } else {
        await this.needs.mails.writeForAccount(tx, needsMail ? owner.userId : null, address, mail);
      }
    });
  }

  /**
   * Verifies the address of an account, or creates the account of a registration that waits. The first proof of an address
   * ends what anyone can have done before, and what would outlive a reset of the password: ways in, pending changes and tokens,
   * and sessions, except that of the request and those that the password has opened, which goes on working. The proof says nothing about who has registered the address, so a new account gets the password of this request.
   */
  confirmEmail(input: unknown, context: RequestContext): Promise<User> {
    return this.needs.operation(confirmEmail, context, async (subject) => {
      const { proof, password } = readInput(confirmEmail, input, context);
      return provingMail(this.needs.rateLimits, proof, context, async () => {
        // A wrong token or code is rejected before anything is hashed.
        const proven = await context.timings.measure('database', () =>
          this.needs.oneTimeTokens.prove(proof, purposes, subject, this.needs.rateLimits.knownNetworkOf(context)),
        );
        const user =
          proven.token.purpose === verificationPurposes.verify_email.name
            ? await context.timings.measure('database', () => this.verify(proven, context))
            : await this.createAccount(proven, password, context);
        subject.userId = user.id;
        if (proven.token.address !== null) await this.needs.rateLimits.trustNetwork(proven.token.address, context);
        return user;
      });
    });
  }

  /** Whether what the link of a mail was for is done, so that its page can say so. */
  async isDone({ address, userId }: { address: string | null; userId: string | null }): Promise<boolean> {
    const owner = address === null ? null : await this.needs.stores.users.findRecipient(address);
    return owner?.emailVerified === true && !owner.disabled && (userId === null || owner.userId === userId);
  }

  private async verify(proven: ProvenToken, context: RequestContext): Promise<User> {
    const at = this.needs.clock();
    const session = await this.needs.authenticator.findSession(context, confirmEmail);
    const { user, ended, announce } = await this.needs.stores.transaction(proven.token.userId, async (tx) => {
      const { userId } = await this.needs.oneTimeTokens.consume(tx, proven);
      const owner = userId && (await tx.users.findRecipientById(userId));
      if (!owner) throw new AppError('INVALID_TOKEN', { reason: tokenReasons['no account'] });
      const watched = await this.needs.claimChanges.watch(tx, owner.userId);
      const ended = owner.emailProved ? [] : await this.endOlder(tx, owner.userId, session, context);
      const user = await tx.userChanges.verifyEmail(owner.userId, at);
      if (!user) throw new AppError('INVALID_TOKEN', { reason: tokenReasons['no account'] });
      await tx.audit.insert([successEvent(userActions.email_verified, at, context, { userId: user.id })]);
      // The sessions that stay have tokens, too.
      return { user, ended, ...(await watched.settle(['emailVerified'])) };
    });
    this.needs.liveSessions.rejectTokensIn(ended);
    announce();
    return user;
  }

  /** Returns the ids of the sessions that have ended. */
  private async endOlder(
    tx: TransactionStores,
    userId: string,
    session: ProvingSession | null,
    context: RequestContext,
  ): Promise<string[]> {
    const reason = userEnds.email_verified;
    const ofApplications = await this.needs.ownership.endAll(tx, { userId, reason }, context);
    const which = { userId, exceptSessionId: session?.userId === userId ? session.sessionId : null };
    const others = await this.needs.liveSessions.endUnlessByPasswordWith(tx, which, reason, context);
    return ofApplications.concat(others);
  }

  private async createAccount(proven: ProvenToken, password: string | null, context: RequestContext): Promise<User> {
    const registration = await context.timings.measure('database', () =>
      findRegistration(this.needs.stores.pendingRegistrations, proven),
    );
    if (password === null) {
      const msg = 'is required, because this creates an account';
      throw invalidField('password', msg);
    }
    const owner = { account: registration.emailCanonical, owner: registration };
    return this.needs.newPasswords.set(password, owner, context, (passwordHash) =>
      this.needs.stores.transaction(null, (tx) => this.insert(tx, proven, passwordHash, context)),
    );
  }

  private async insert(
    tx: TransactionStores,
    proven: ProvenToken,
    passwordHash: string,
    context: RequestContext,
  ): Promise<User> {
    const createdTs = this.needs.clock();
    await this.needs.oneTimeTokens.consume(tx, proven);
    const { expiresTs: _, ...person } = await findRegistration(tx.pendingRegistrations, proven);
    const event = successEvent(userActions.registered, createdTs, context, {
      userId: person.id,
      details: rolesOf(person),
    });
    const newUser = { ...person, passwordHash, isSuperAdmin: false, createdTs };
    const user = await tx.users.insert(newUser, event);
    if (!user) {
      const msg = 'This e-mail address already has an account. Sign in.';
      throw new AppError('CONFLICT', { msg, reason: userReasons['taken address'] });
    }
    await tx.pendingRegistrations.removeOfAddress(person.emailCanonical);
    const verified = await tx.userChanges.verifyEmail(user.id, createdTs);
    await tx.audit.insert([successEvent(userActions.email_verified, createdTs, context, { userId: user.id })]);
    return verified ?? user;
  }

  /**
   * For the person who got the e-mail and has not registered: removes the registration, or the account if its address
   * was never verified.
   */
  disownEmail(input: unknown, context: RequestContext): Promise<void> {
    return this.needs.operation(disownEmail, context, async (subject) => {
      const proof = readInput(disownEmail, input, context);
      return provingMail(this.needs.rateLimits, proof, context, () =>
        context.timings.measure('database', async () => {
          const proven = await this.needs.oneTimeTokens.prove(
            proof,
            purposes,
            subject,
            this.needs.rateLimits.knownNetworkOf(context),
          );
          const { userId, address } = proven.token;
          const owner = address === null ? null : await this.needs.stores.users.findRecipient(address);
          if (userId && owner?.emailProved)
            throw new AppError('INVALID_TOKEN', { reason: verificationReasons['verified address'] });
          await this.needs.stores.transaction(proven.token.userId, async (tx) => {
            const { details } = await this.needs.oneTimeTokens.consume(tx, proven);
            if (details.registration) await tx.pendingRegistrations.remove(details.registration);
          });
          if (userId) await this.needs.deletions.eraseNow(userId, context);
        }),
      );
    });
  }
}

/** @throws AppError `INVALID_TOKEN` if another link of the address was used */
async function findRegistration(
  store: Pick<PendingRegistrationStore, 'find'>,
  { token }: ProvenToken,
): Promise<PendingRegistration> {
  const registration = await store.find(token.details.registration ?? '');
  if (!registration) throw new AppError('INVALID_TOKEN', { reason: oneTimeTokenReasons['used link'] });
  return registration;
}
