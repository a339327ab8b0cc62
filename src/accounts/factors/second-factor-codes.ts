import type { Derive } from '../../platform/encryption/derivation-key';
import { createEncryption, type Encrypted } from '../../platform/encryption/encryption';
import { AppError } from '../../platform/errors/app-error';
import type { ChallengeFactor } from '../../platform/errors/login-challenge';
import type { RejectionReason } from '../../platform/errors/rejection-reason';
import type { MessageStore } from '../../platform/messages/message.store';
import type { Outbox } from '../../platform/messages/outbox';
import type { RateLimits } from '../../platform/rate-limits/rate-limits';
import type { RequestContext } from '../../platform/request/request-context';
import type { Clock } from '../../platform/runtime/clock';
import type { AuthenticationMethod } from '../tokens/authentication';
import type { UserStore } from '../users/user.store';
import type { FactorStore } from './factor.store';
import { factorMails } from './factors.mails';
import { factorReasons } from './factors.reasons';
import type { PasskeyUseStores } from './passkey-use';
import { hashRecoveryCode, parseRecoveryCode } from './recovery-code';
import { secondFactorAttempt } from './second-factor.limits';
import { stepOfCode, totp } from './totp';

/** The stores of a transaction that uses up a second factor. */
export interface FactorTx extends PasskeyUseStores {
  factors: FactorStore;
  users: Pick<UserStore, 'findRecipientById'>;
  messages: Pick<MessageStore, 'insert'>;
}

/** With fewer recovery codes left, the user gets an e-mail. */
const fewRecoveryCodes = 3;

/**
 * A second factor that a client has shown, and that was found right. `spend` uses it up in the transaction of the
 * operation, so that an operation that fails leaves it usable.
 */
export interface ProvenFactor {
  kind: ChallengeFactor;
  methods: readonly AuthenticationMethod[];
  /** @throws AppError `INVALID_TOKEN` if it was used in the meantime */
  spend(tx: FactorTx): Promise<void>;
}

const rejected = 'The code is wrong or was used, or the login is no longer valid. Try again, or sign in again.';

/** For these reasons, another code of the same factor can be right. How many are compared is up to the limits. */
const canTryAgain: readonly RejectionReason[] = [factorReasons['wrong factor'], factorReasons['used factor']];

/** One error for every reason, so that guessing reveals nothing. The audit has the reason. */
export const factorRejected = (reason: RejectionReason): AppError =>
  new AppError('INVALID_TOKEN', { msg: rejected, reason, attemptsLeft: canTryAgain.includes(reason) ? 1 : null });

/** Encrypts the seeds of authenticator apps. A seed belongs to one user: no other row can use it. */
export interface SeedEncryption {
  encrypt(seed: Uint8Array, userId: string): Encrypted;
  /** @throws Error if the row was changed */
  decrypt(encryptedSeed: Uint8Array, userId: string): Buffer;
}

/** The key is derived, so that a rotation of GATEHOUSE_SECRET re-encrypts no seeds. */
export function createSeedEncryption(derive: Derive): SeedEncryption {
  const encryption = () => createEncryption({ current: derive('totp seeds'), previous: null }, 'totp seeds');
  return {
    encrypt: (seed, userId) => encryption().encrypt(seed, userId),
    decrypt(encryptedSeed, userId) {
      const seed = encryption().decrypt(encryptedSeed, userId);
      if (!seed) throw new Error('a stored TOTP seed cannot be decrypted');
      return seed;
    },
  };
}

/** Checks the codes of second factors. */
export class SecondFactorCodes {
  constructor(
    private readonly store: FactorStore,
    private readonly seeds: SeedEncryption,
    private readonly rateLimits: RateLimits,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /**
   * Checks the code of an authenticator app or a recovery code, and runs `work`. The limits of second factors
   * count the attempt, unless `work` succeeds.
   * @throws AppError `INVALID_TOKEN`, `RATE_LIMITED`; what `work` throws
   */
  withCode<Result>(
    userId: string,
    code: string,
    context: RequestContext,
    work: (factor: ProvenFactor) => Promise<Result>,
  ): Promise<Result> {
    return this.rateLimits.count(secondFactorAttempt(userId), context, async () =>
      work(await this.prove(userId, code, context)),
    );
  }

  /**
   * Like `withCode`, with the first code of an authenticator app that the user has added. Its use makes the
   * app a second factor.
   */
  withFirstCode<Result>(
    userId: string,
    code: string,
    context: RequestContext,
    work: (factor: ProvenFactor) => Promise<Result>,
  ): Promise<Result> {
    return this.rateLimits.count(secondFactorAttempt(userId), context, async () => {
      const step = await context.timings.measure('database', () => this.stepOf(userId, code, { isConfirmed: false }));
      return work(
        proven(userId, 'totp', async ({ factors }) => {
          const isConfirmed = await factors.confirmTotp(userId, step, this.clock());
          await factors.refresh(userId);
          return isConfirmed;
        }),
      );
    });
  }

  private async prove(userId: string, code: string, context: RequestContext): Promise<ProvenFactor> {
    if (/^\d+$/.test(code) && code.length === totp.digits) {
      const step = await context.timings.measure('database', () => this.stepOf(userId, code, { isConfirmed: true }));
      return proven(userId, 'totp', (tx) => tx.factors.useTotpStep(userId, step));
    }
    const recoveryCode = parseRecoveryCode(code);
    if (recoveryCode === null) throw factorRejected(factorReasons['wrong factor']);
    const hash = hashRecoveryCode(recoveryCode);
    return proven(userId, 'recovery_code', async (tx) => {
      if (!(await tx.factors.useRecoveryCode(userId, hash, this.clock()))) return false;
      const left = await tx.factors.countRecoveryCodes(userId);
      if (left < fewRecoveryCodes) await this.outbox.notify(tx, factorMails.recovery_codes_few, userId, context.locale);
      return true;
    });
  }

  private async stepOf(userId: string, code: string, { isConfirmed }: { isConfirmed: boolean }): Promise<number> {
    const stored = await this.store.findTotp(userId);
    if (!stored || (stored.confirmedTs !== null) !== isConfirmed) throw factorRejected(factorReasons['no factor']);
    const step = stepOfCode(this.seeds.decrypt(stored.encryptedSeed, userId), code, this.clock());
    if (step === null) throw factorRejected(factorReasons['wrong factor']);
    if (step <= stored.lastStep) throw factorRejected(factorReasons['used factor']);
    return step;
  }
}

function proven(userId: string, kind: ChallengeFactor, use: (tx: FactorTx) => Promise<boolean>): ProvenFactor {
  return {
    kind,
    methods: ['otp'],
    async spend(tx) {
      // First the account, as every change of factors does: otherwise two transactions could wait for each other.
      await tx.factors.lock(userId);
      if (!(await use(tx))) throw factorRejected(factorReasons['used factor']);
    },
  };
}
