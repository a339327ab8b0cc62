import type { Ownership, OwnershipStores } from '../../accounts/ownership/ownership';
import type { NewPasswords } from '../../accounts/passwords/new-passwords';
import type { KnownDeviceStore } from '../../accounts/sessions/known-device.store';
import type { LiveSessions } from '../../accounts/sessions/live-sessions';
import { forgetDevice } from '../../accounts/sessions/new-devices';
import type { RevokedAccount } from '../../accounts/sessions/session.store';
import { sessionPurposes } from '../../accounts/sessions/sessions.purposes';
import { tokenReasons } from '../../accounts/tokens/tokens.reasons';
import { type MailTurn, provingMail, requestedMail } from '../../accounts/users/mail.limits';
import { nameOfAddress } from '../../accounts/users/name-of-address';
import { sendRequestedMail } from '../../accounts/users/requested-mail';
import type { User } from '../../accounts/users/user';
import type { MailRecipient, UserStore } from '../../accounts/users/user.store';
import type { UserChangesStore } from '../../accounts/users/user-changes.store';
import { userActions } from '../../accounts/users/users.audit';
import { userMails } from '../../accounts/users/users.mails';
import { userPurposes } from '../../accounts/users/users.purposes';
import { successEvent } from '../../platform/audit/audit-event';
import type { Challenges } from '../../platform/challenges/challenges';
import type { Transact } from '../../platform/db/database';
import { AppError } from '../../platform/errors/app-error';
import type { Outbox } from '../../platform/messages/outbox';
import type { OneTimeToken } from '../../platform/one-time-tokens/one-time-token';
import type { OneTimeTokens } from '../../platform/one-time-tokens/one-time-tokens';
import type { SpentChallengeStore } from '../../platform/one-time-tokens/spent-challenge.store';
import type { RunOperation } from '../../platform/operations/run-operation';
import { readInput } from '../../platform/operations/run-operation';
import type { KnownNetworkStore } from '../../platform/rate-limits/known-network.store';
import type { RateLimits } from '../../platform/rate-limits/rate-limits';
import { parseEmailAddress } from '../../platform/request/email-address';
import { parseInput } from '../../platform/request/input-parser';
import type { RequestContext } from '../../platform/request/request-context';
import type { Clock } from '../../platform/runtime/clock';
import { passwordActions } from './password-change.audit';
import { invitedNamesInput } from './password-change.inputs';
import { passwordMails } from './password-change.mails';
import { requestPasswordReset, resetPassword } from './password-change.operations';
import { passwordChangeEnds } from './password-change.reasons';

interface AccountTx extends OwnershipStores {
  users: UserStore;
  userChanges: UserChangesStore;
}

interface PasswordTx extends AccountTx {
  spentChallenges: SpentChallengeStore;
  knownDevices: KnownDeviceStore;
  knownNetworks: KnownNetworkStore;
}

export interface PasswordStores {
  users: UserStore;
  transaction: Transact<PasswordTx>;
}

export interface EndedSessions {
  /** The number of ended sessions, counted up to 1000. */
  ended: number;
}

interface PasswordReset extends EndedSessions {
  /** The address of the account. Only the pages use it, which then sign in the user. */
  email: string;
}

/** Names that a person has given. */
export interface GivenNames {
  firstName?: string | undefined;
  lastName?: string | undefined;
}

/** The person to whom a link was mailed. */
interface LinkOwner {
  /** The address of the account as its user entered it, or that of a registration that waits. */
  email: string | null;
  /** For an invitation: null if the user has both names. */
  incompleteNames: GivenNames | null;
}

function incompleteNamesOf(user: Pick<User, 'email' | 'firstName' | 'lastName'>): GivenNames | null {
  const unknown = nameOfAddress(user.email);
  const [firstName, lastName] = [user.firstName, user.lastName].map((name) => (name === unknown ? undefined : name));
  return firstName && lastName ? null : { firstName, lastName };
}

const resetMail = {
  purpose: userPurposes.reset_password,
  template: userMails.reset_password,
  action: userActions.password_reset_requested,
  isFor: (recipient: MailRecipient | null) => recipient?.disabled === false,
} as const;

/** The purposes of the tokens with which a user sets a password. */
const resetPurposes = [
  userPurposes.reset_password,
  userPurposes.invite,
  userPurposes.undo_factor,
  sessionPurposes.undo_login,
] as const;

interface PasswordResetServiceNeeds {
  operation: RunOperation;
  stores: PasswordStores;
  oneTimeTokens: OneTimeTokens;
  outbox: Outbox;
  liveSessions: LiveSessions;
  ownership: Ownership;
  newPasswords: NewPasswords;
  botChallenges: Pick<Challenges, 'check'> | null;
  rateLimits: RateLimits;
  clock: Clock;
}

/** Sets a new password for a user who has proved the e-mail address, without the current password. */
export class PasswordResetService {
  constructor(private readonly needs: PasswordResetServiceNeeds) {}

  /**
   * Sends a link and a code to the address. An address without an account, or with a disabled account, gets the same
   * answer after the same work (ASVS 5.0, 6.3.8).
   */
  requestPasswordReset(input: unknown, context: RequestContext): Promise<MailTurn> {
    return this.needs.operation(requestPasswordReset, context, async (subject) => {
      const request = readInput(requestPasswordReset, input, context);
      const { email } = request;
      subject.account = email.canonical;
      await this.needs.botChallenges?.check(requestPasswordReset, request, context);
      return this.needs.rateLimits.count(requestedMail('reset_password', email.canonical), context, async (turn) => {
        const { isPaused, isOfKnownNetwork } = turn;
        const mail = { ...resetMail, isOfKnownNetwork };
        if (!isPaused)
          await context.timings.measure('database', () =>
            sendRequestedMail(this.needs, mail, email.canonical, context, subject),
          );
        return turn;
      });
    });
  }

  /** Returns whose password a token sets that was found: the page of its link names the address. */
  async ownerOf({ userId, address }: Pick<OneTimeToken, 'userId' | 'address'>): Promise<LinkOwner> {
    const user = userId && (await this.needs.stores.users.findById(userId));
    if (!user) return { email: address, incompleteNames: null };
    // Whoever has the mailbox of an earlier address does not learn the present one.
    const isOfAddress = parseEmailAddress(user.email)?.canonical === address;
    return { email: isOfAddress ? user.email : address, incompleteNames: incompleteNamesOf(user) };
  }

  /**
   * Sets the password, and ends all sessions of the account. The e-mail address is verified then, because the user has
   * proved it. Second factors stay, unless this is the first proof of the address: the next login asks for them. An invitation is accepted in the same way;
   * on its page, the user can give the names that are missing.
   */
  resetPassword(input: unknown, context: RequestContext, given: unknown = {}): Promise<PasswordReset> {
    return this.needs.operation(resetPassword, context, async (subject) => {
      const names = parseInput(invitedNamesInput, given);
      const { proof, password } = readInput(resetPassword, input, context);
      if ('address' in proof) subject.account = proof.address;
      return provingMail(this.needs.rateLimits, proof, context, async () => {
        // A wrong token or code is rejected before anything is hashed.
        const proven = await context.timings.measure('database', () =>
          this.needs.oneTimeTokens.prove(proof, resetPurposes, subject, this.needs.rateLimits.knownNetworkOf(context)),
        );
        const { userId } = proven.token;
        const user =
          userId && (await context.timings.measure('database', () => this.needs.stores.users.findById(userId)));
        if (!user) throw new AppError('INVALID_TOKEN', { reason: tokenReasons['no account'] });
        if (user.disabled) throw new AppError('ACCOUNT_DISABLED');
        const account = proven.token.address ?? user.id;
        return this.needs.newPasswords.set(password, { account, owner: user }, context, (passwordHash) =>
          this.setPassword(user.id, passwordHash, proven, names, context),
        );
      });
    });
  }

  /** If a step fails, nothing has changed, and the user can use the token again. */
  private async setPassword(
    userId: string,
    passwordHash: string,
    proven: Awaited<ReturnType<OneTimeTokens['prove']>>,
    names: GivenNames,
    context: RequestContext,
  ): Promise<PasswordReset> {
    const { revoked, email } = await this.needs.stores.transaction(userId, async (tx) => {
      const token = await this.needs.oneTimeTokens.consume(tx, proven);
      const account = { userId, passwordHash, since: distrustedSince(token) };
      const { revoked, user } = await this.setPasswordWith(tx, account, context);
      if (token.purpose === sessionPurposes.undo_login.name) await forgetDevice(tx, token.details);
      if (token.purpose === userPurposes.invite.name)
        await tx.userChanges.updateProfile(userId, names, this.needs.clock());
      return { revoked, email: user.email };
    });
    this.needs.liveSessions.rejectTokensOf(revoked);
    const { address } = proven.token;
    if (address !== null) await this.needs.rateLimits.trustNetwork(address, context);
    return { ended: revoked?.ended ?? 0, email };
  }

  /**
   * Sets the password of an account whose address was proved in this transaction, which has locked the account, and ends what can be
   * of someone else: with the first proof of the address all that lets somebody in, else what was added `since`. The caller calls
   * `rejectTokensOf` after the commit.
   * @throws AppError `INVALID_TOKEN` or `ACCOUNT_DISABLED` if the account was deleted or disabled while the password was hashed
   */
  async setPasswordWith(
    tx: AccountTx,
    { userId, passwordHash, since = null }: { userId: string; passwordHash: string; since?: Date | null },
    context: RequestContext,
  ): Promise<{ user: User; revoked: RevokedAccount | null }> {
    const at = this.needs.clock();
    const reason = passwordChangeEnds.password_reset;
    // Who has the mailbox ends with the account.
    const revoked = await this.needs.liveSessions.endAllWith(tx, { userId, keys: true }, reason, context);
    const owner = await tx.users.findRecipientById(userId);
    const distrusted = owner?.emailProved ? since : new Date(0);
    if (distrusted) await this.needs.ownership.endAll(tx, { userId, reason, since: distrusted }, context);
    const user = await tx.userChanges.setPassword(userId, { passwordHash, at, provesEmail: true });
    if (!user) throw new AppError('INVALID_TOKEN', { reason: tokenReasons['no account'] });
    if (user.disabled) throw new AppError('ACCOUNT_DISABLED');
    await this.needs.oneTimeTokens.voidAll(tx, userId);
    await this.needs.outbox.notify(tx, passwordMails.password_was_reset, userId, context.locale);
    await tx.audit.insert([successEvent(passwordActions.password_reset, at, context, { userId })]);
    return { user, revoked };
  }
}

/** Since when someone else may have acted in the account, as the person says with the link. Null: the link does not say so. */
function distrustedSince({ purpose, details, createdTs }: OneTimeToken): Date | null {
  if (purpose === sessionPurposes.undo_login.name) return createdTs;
  return purpose === userPurposes.undo_factor.name && details.addedTs !== undefined ? new Date(details.addedTs) : null;
}
