import { randomBytes } from 'node:crypto';
import type { AuditAction } from '../../platform/audit/action-table';
import type { AuditStore } from '../../platform/audit/audit.store';
import { successEvent } from '../../platform/audit/audit-event';
import type { Transact } from '../../platform/db/database';
import type { MailTemplate } from '../../platform/email/mail-template';
import { AppError, notFound } from '../../platform/errors/app-error';
import { accessTokenRejected } from '../../platform/errors/token-rejections';
import type { MessageStore } from '../../platform/messages/message.store';
import type { Outbox } from '../../platform/messages/outbox';
import { nameCaller, type RunOperation, readInput } from '../../platform/operations/run-operation';
import type { RateLimits } from '../../platform/rate-limits/rate-limits';
import type { RequestContext } from '../../platform/request/request-context';
import type { Clock } from '../../platform/runtime/clock';
import type { Authenticator } from '../auth/authenticator';
import type { Reauthentication } from '../auth/reauthentication';
import type { RunAsUser } from '../auth/run-as-user';
import type { LiveSessions } from '../sessions/live-sessions';
import type { SessionStore } from '../sessions/session.store';
import type { Principal } from '../tokens/access-token';
import type { FactorKind, UserStore } from '../users/user.store';
import type { FactorStore } from './factor.store';
import type { FactorMailStores, FactorMails } from './factor-mails';
import type { LoginChallenges } from './login-challenges';
import { confirmTotp, enrollTotp, factors, regenerateRecoveryCodes, removeTotp } from './mfa.operations';
import type { ListedPasskey, PasskeyFactor } from './passkey-factor';
import { createRecoveryCode, hashRecoveryCode, parseRecoveryCode, recoveryCodeCount } from './recovery-code';
import type { FactorTx, SecondFactorCodes, SeedEncryption } from './second-factor-codes';
import { toBase32, totp, totpUri } from './totp';

/** The stores of a transaction that changes second factors. */
export interface FactorChangeStores extends FactorTx, FactorMailStores {
  users: Pick<UserStore, 'findRecipientById'>;
  sessions: SessionStore;
  messages: MessageStore;
  audit: Pick<AuditStore, 'insert'>;
}

export interface EnrolledTotp {
  /** The seed in base32, for an authenticator application. */
  secret: string;
  /** The same as a key URI, for a QR code. */
  uri: string;
}

/** The second factors of a user. */
export interface Factors {
  totp: boolean;
  passkeys: ListedPasskey[];
  /** The number of recovery codes that were not used. */
  recoveryCodes: number;
}

export interface FactorsServiceNeeds {
  operation: RunOperation;
  asUser: RunAsUser;
  stores: { users: UserStore; factors: FactorStore; transaction: Transact<FactorChangeStores> };
  authenticator: Authenticator;
  reauthentication: Reauthentication;
  secondFactors: SecondFactorCodes;
  passkeys: Pick<PasskeyFactor, 'list'>;
  logins: LoginChallenges;
  seeds: SeedEncryption;
  changes: FactorChanges;
  rateLimits: RateLimits;
  product: string;
  clock: Clock;
}

/** Adds and removes the second factors of signed-in users. */
export class FactorsService {
  constructor(private readonly needs: FactorsServiceNeeds) {}

  /** @throws AppError `UNAUTHENTICATED`, `SERVICE_UNAVAILABLE` */
  factors(context: RequestContext): Promise<Factors> {
    return this.needs.asUser(factors, context, null, async ({ userId }) => {
      return context.timings.measure('database', async () => {
        const [stored, passkeys, recoveryCodes] = await Promise.all([
          this.needs.stores.factors.findTotp(userId),
          this.needs.passkeys.list(userId),
          this.needs.stores.factors.countRecoveryCodes(userId),
        ]);
        return { totp: stored?.confirmedTs != null, passkeys, recoveryCodes };
      });
    });
  }

  /**
   * Returns a new seed. The application is a second factor from its first right code on: see `confirmTotp`. With the
   * token of a challenge, a user who must get a second factor calls this without being signed in.
   * @throws AppError `VALIDATION_FAILED`, `UNAUTHENTICATED`, `INVALID_CREDENTIALS`, `STEP_UP_REQUIRED`, `INVALID_TOKEN`,
   * `FORBIDDEN`, `EMAIL_NOT_VERIFIED`, `CONFLICT` if the user has an authenticator application, `ACCOUNT_DISABLED`,
   * `RATE_LIMITED`, `SERVICE_UNAVAILABLE`
   */
  enrollTotp(input: unknown, context: RequestContext): Promise<EnrolledTotp> {
    return this.needs.operation(enrollTotp, context, async (subject) => {
      const { currentPassword, token } = readInput(enrollTotp, input, context);
      if (token !== null) {
        return this.needs.rateLimits.loginAttempt(context, async () => {
          const { credentials } = await this.needs.logins.find(token, context);
          subject.userId = credentials.user.id;
          if (credentials.factors.length > 0) throw alreadyAdded();
          return this.saveSeed(credentials.user.id, credentials.user.email, context);
        });
      }
      const principal = await this.needs.authenticator.authenticate(context, enrollTotp);
      nameCaller(principal, subject, context);
      return this.needs.reauthentication.confirm(principal, currentPassword, context, ({ user, factors }) => {
        if (factors.includes('totp')) throw alreadyAdded();
        return this.saveSeed(user.id, user.email, context);
      });
    });
  }

  private async saveSeed(userId: string, email: string, { timings }: RequestContext): Promise<EnrolledTotp> {
    const seed = randomBytes(totp.seedBytes);
    const encryptedSeed = this.needs.seeds.encrypt(seed, userId);
    await timings.measure('database', () =>
      this.needs.stores.transaction(userId, async ({ factors }) => {
        const account = await factors.lock(userId);
        if (!account || account.factors.includes('totp')) throw alreadyAdded();
        this.needs.changes.requireProvenAddress(account);
        await factors.saveTotp(userId, encryptedSeed, this.needs.clock());
      }),
    );
    const secret = toBase32(seed);
    return { secret, uri: totpUri(secret, this.needs.product, email) };
  }

  /**
   * Makes the authenticator application a second factor with its first right code, and ends all other sessions. Returns
   * the recovery codes, if the user had no second factor before.
   * @throws AppError `VALIDATION_FAILED`, `UNAUTHENTICATED`, `FORBIDDEN`, `INVALID_TOKEN`, `EMAIL_NOT_VERIFIED`, `RATE_LIMITED`,
   * `SERVICE_UNAVAILABLE`
   */
  confirmTotp(input: unknown, context: RequestContext): Promise<{ recoveryCodes: string[] }> {
    return this.needs.asUser(confirmTotp, context, input, async (principal, { code }) => {
      return this.needs.secondFactors.withFirstCode(principal.userId, code, context, (factor) =>
        this.needs.changes.apply(principal, { action: 'factor_added', factor: 'totp' }, context, (tx) =>
          factor.spend(tx),
        ),
      );
    });
  }

  /**
   * Removes the authenticator application, and ends all other sessions.
   * @throws AppError `UNAUTHENTICATED`, `FORBIDDEN`, `STEP_UP_REQUIRED`, `NOT_FOUND` if the user has none, `CONFLICT`
   * without any second factor, `ACCOUNT_DISABLED`, `RATE_LIMITED`, `SERVICE_UNAVAILABLE`
   */
  removeTotp(context: RequestContext): Promise<void> {
    return this.needs.asUser(removeTotp, context, null, async (principal) => {
      await this.needs.reauthentication.requireFactor(principal, context);
      const change = { action: 'factor_removed', factor: 'totp' } as const;
      await this.needs.changes.apply(principal, change, context, async (tx) => {
        if (!(await tx.factors.removeTotp(principal.userId))) throw notFound('factor');
      });
    });
  }

  /**
   * Replaces the recovery codes, and ends all other sessions.
   * @throws AppError `UNAUTHENTICATED`, `FORBIDDEN`, `STEP_UP_REQUIRED`, `CONFLICT` without a second factor,
   * `ACCOUNT_DISABLED`, `RATE_LIMITED`, `SERVICE_UNAVAILABLE`
   */
  regenerateRecoveryCodes(context: RequestContext): Promise<{ recoveryCodes: string[] }> {
    return this.needs.asUser(regenerateRecoveryCodes, context, null, async (principal) => {
      const change = { action: 'recovery_codes_changed' } as const;
      await this.needs.reauthentication.requireFactor(principal, context);
      return this.needs.changes.apply(principal, change, context, async () => {});
    });
  }
}

export interface FactorChange {
  /** Also the name of the mail about it. */
  action: AuditAction & MailTemplate & ('factor_added' | 'factor_removed' | 'recovery_codes_changed');
  factor?: FactorKind;
}

export interface FactorChangesNeeds<Stores extends FactorChangeStores = FactorChangeStores> {
  transaction: Transact<Stores>;
  outbox: Outbox;
  mails: FactorMails;
  liveSessions: LiveSessions;
  /** Whether users get the mails with which they prove their addresses. */
  sendsMails: boolean;
  clock: Clock;
}

/** What belongs to every change of second factors. */
export class FactorChanges<Stores extends FactorChangeStores = FactorChangeStores> {
  constructor(private readonly needs: FactorChangesNeeds<Stores>) {}

  /**
   * Otherwise anyone who registers an address could keep its owner out with a second factor.
   * @throws AppError `EMAIL_NOT_VERIFIED`
   */
  requireProvenAddress({ emailVerified }: { emailVerified: boolean }): void {
    if (!emailVerified && this.needs.sendsMails) {
      throw new AppError('EMAIL_NOT_VERIFIED', {
        msg: 'Verify the e-mail address of the account before you add a second factor.',
      });
    }
  }

  /**
   * Changes the factors of the user in one transaction: `work`, the recovery codes of a first factor, the end of the other
   * sessions (ASVS 5.0, 7.4.3), an e-mail (6.3.7) and the event.
   * @throws what `work` throws
   */
  async apply(
    { userId, sessionId }: Pick<Principal, 'userId' | 'sessionId'>,
    { action, factor }: FactorChange,
    context: RequestContext,
    work: (tx: Stores) => Promise<void>,
  ): Promise<{ recoveryCodes: string[] }> {
    const at = this.needs.clock();
    const newCodes = action === 'recovery_codes_changed';
    const details = factor ? { factor } : {};
    const audit = successEvent(action, at, context, { userId, sessionId, details });
    const { ended, recoveryCodes } = await context.timings.measure('database', () =>
      this.needs.transaction(userId, async (tx) => {
        const before = await tx.factors.lock(userId);
        if (!before) throw new AppError('UNAUTHENTICATED', { reason: 'no account' });
        if (action === 'factor_added') this.requireProvenAddress(before);
        await work(tx);
        const after = await tx.factors.refresh(userId);
        if (newCodes && after.length === 0)
          throw new AppError('CONFLICT', { msg: 'The account has no second factor.' });
        const isFirst = before.factors.length === 0 && after.length > 0;
        const codes = newCodes || isFirst ? Array.from({ length: recoveryCodeCount }, createRecoveryCode) : [];
        if (codes.length > 0) await tx.factors.replaceRecoveryCodes(userId, codes.map(hashOf));
        if (action === 'factor_added') await this.needs.mails.write(tx, userId, context.locale);
        else await this.needs.outbox.notify(tx, action, userId, context.locale);
        await tx.audit.insert([audit]);
        const which = { userId, exceptSessionId: sessionId };
        const ended = await this.needs.liveSessions.endAllWith(tx, which, 'factors_changed', context);
        // A session that has ended in the meantime, for example with a reset of the password, changes no factors.
        if (!ended) throw accessTokenRejected('ended session');
        return { ended, recoveryCodes: codes };
      }),
    );
    this.needs.liveSessions.rejectTokensOf(ended);
    return { recoveryCodes };
  }
}

const hashOf = (code: string) => hashRecoveryCode(parseRecoveryCode(code) ?? '');
const alreadyAdded = () => new AppError('CONFLICT', { msg: 'The account has an authenticator application already.' });
