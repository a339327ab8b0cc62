import type { Queryable, Statement } from '../../platform/db/database';
import type { SecuredAccount } from '../auth/two-step-sign-in';
import type { FactorKind } from '../users/user.store';

type Bytes = Uint8Array<ArrayBuffer>;

interface StoredTotp {
  encryptedSeed: Bytes;
  lastStep: number;
  /** Null until the first right code. */
  confirmedTs: Date | null;
}

export interface LockedFactors extends SecuredAccount {
  user: { isSuperAdmin: boolean; emailVerified: boolean };
}

export class FactorStore {
  constructor(private readonly db: Queryable) {}

  /**
   * Locks the account, so that only one change of its factors runs at a time. Every transaction that changes factors
   * calls it first. Returns null if there is no such account.
   */
  async lock(userId: string): Promise<LockedFactors | null> {
    const [row] = await this.db.run<LockedRow>(lockAccount, [userId]);
    if (!row) return null;
    const { factors, twoStep, passwordResetTs, isSuperAdmin, emailVerified } = row;
    return { factors, twoStep, passwordResetTs, user: { isSuperAdmin, emailVerified } };
  }

  /**
   * Sets the factors of the account to those that it has. A passkey that stands for the password is none. Without a factor,
   * two-step sign-in is off, and the recovery codes are removed.
   */
  async refresh(userId: string): Promise<FactorKind[]> {
    const [row] = await this.db.run<{ factors: FactorKind[] }>(refreshFactors, [userId]);
    const factors = row?.factors ?? [];
    if (factors.length === 0) await this.db.prisma.recoveryCode.deleteMany({ where: { userId } });
    return factors;
  }

  /** Does not replace the recovery codes when it is switched on. They are removed when it is switched off. */
  async setTwoStep(userId: string, isOn: boolean, at: Date): Promise<void> {
    const data = isOn ? { twoStep: true, twoStepTs: at } : { twoStep: false };
    await this.db.prisma.user.updateMany({ where: { id: userId, twoStep: !isOn }, data });
    if (!isOn) await this.db.prisma.recoveryCode.deleteMany({ where: { userId } });
  }

  /** Returns when two-step sign-in was switched on. Null while it is off. */
  async twoStepSince(userId: string): Promise<Date | null> {
    const where = { id: userId, twoStep: true };
    return (await this.db.prisma.user.findFirst({ where, select: { twoStepTs: true } }))?.twoStepTs ?? null;
  }

  /** Whether a browser may add a passkey to the account by itself. */
  async allowsPasskeyUpgrade(userId: string): Promise<boolean> {
    const row = await this.db.prisma.user.findUnique({ where: { id: userId }, select: { passkeyUpgrade: true } });
    return row?.passkeyUpgrade ?? false;
  }

  /** Somebody who has removed a passkey does not get another one without asking for it. */
  async stopPasskeyUpgrade(userId: string): Promise<void> {
    await this.db.prisma.user.updateMany({ where: { id: userId }, data: { passkeyUpgrade: false } });
  }

  findTotp(userId: string): Promise<StoredTotp | null> {
    const select = { encryptedSeed: true, lastStep: true, confirmedTs: true };
    return this.db.prisma.totpFactor.findUnique({ where: { userId }, select });
  }

  /** Replaces a seed that was not confirmed. */
  async saveTotp(userId: string, encryptedSeed: Bytes, at: Date): Promise<void> {
    const create = { userId, encryptedSeed, createdTs: at };
    const update = { encryptedSeed, createdTs: at, lastStep: 0, confirmedTs: null };
    await this.db.prisma.totpFactor.upsert({ where: { userId }, create, update });
  }

  async confirmTotp(userId: string, step: number, at: Date): Promise<boolean> {
    const where = { userId, confirmedTs: null };
    const { count } = await this.db.prisma.totpFactor.updateMany({ where, data: { confirmedTs: at, lastStep: step } });
    return count === 1;
  }

  /** Returns false if a code of this step, or of a later one, was used. */
  async useTotpStep(userId: string, step: number): Promise<boolean> {
    const where = { userId, confirmedTs: { not: null }, lastStep: { lt: step } };
    return (await this.db.prisma.totpFactor.updateMany({ where, data: { lastStep: step } })).count === 1;
  }

  async removeTotp(userId: string): Promise<boolean> {
    return (await this.db.prisma.totpFactor.deleteMany({ where: { userId } })).count === 1;
  }

  async replaceRecoveryCodes(userId: string, hashes: readonly Bytes[]): Promise<void> {
    await this.db.prisma.recoveryCode.deleteMany({ where: { userId } });
    await this.db.prisma.recoveryCode.createMany({ data: hashes.map((hash) => ({ userId, hash })) });
  }

  /** Returns false if the user has no such code, or has used it. */
  async useRecoveryCode(userId: string, hash: Bytes, at: Date): Promise<boolean> {
    const where = { userId, hash, usedTs: null };
    return (await this.db.prisma.recoveryCode.updateMany({ where, data: { usedTs: at } })).count === 1;
  }

  /** Returns the number of codes that were not used. */
  countRecoveryCodes(userId: string): Promise<number> {
    return this.db.prisma.recoveryCode.count({ where: { userId, usedTs: null } });
  }

  /** Returns when the newest second factor was added. Null without one. */
  async newestTs(userId: string): Promise<Date | null> {
    const { totpFactor, passkey } = this.db.prisma;
    const totp = await totpFactor.findUnique({ where: { userId }, select: { confirmedTs: true } });
    const newest = await passkey.findFirst({
      where: { userId },
      orderBy: { createdTs: 'desc' },
      select: { createdTs: true },
    });
    const [confirmedTs, createdTs] = [totp?.confirmedTs ?? null, newest?.createdTs ?? null];
    return confirmedTs && createdTs ? new Date(Math.max(+confirmedTs, +createdTs)) : (confirmedTs ?? createdTs);
  }

  /**
   * Removes the second factors that were added since the given time, the recovery codes, and an application that is not
   * confirmed. Switches two-step sign-in off if it was switched on since then. Returns false if there was no such factor.
   */
  async removeAddedSince(userId: string, since: Date): Promise<boolean> {
    await this.lock(userId);
    const added = { userId, confirmedTs: { gte: since } };
    const { count: applications } = await this.db.prisma.totpFactor.deleteMany({ where: added });
    await this.db.prisma.totpFactor.deleteMany({ where: { userId, confirmedTs: null } });
    const { count: passkeys } = await this.db.prisma.passkey.deleteMany({
      where: { userId, createdTs: { gte: since } },
    });
    if (passkeys > 0) await this.stopPasskeyUpgrade(userId);
    await this.db.prisma.recoveryCode.deleteMany({ where: { userId } });
    await this.db.prisma.user.updateMany({
      where: { id: userId, twoStepTs: { gte: since } },
      data: { twoStep: false },
    });
    await this.refresh(userId);
    return applications + passkeys > 0;
  }

  /** Removes all second factors. Returns false if there were none. */
  removeAll(userId: string): Promise<boolean> {
    return this.removeAddedSince(userId, new Date(0));
  }
}

const lockAccount: Statement = {
  name: 'factors_lock',
  // By hand (Prisma): no FOR NO KEY UPDATE.
  text: `SELECT factors, two_step AS "twoStep", password_reset_ts AS "passwordResetTs", is_super_admin AS "isSuperAdmin",
      email_verified AS "emailVerified"
    FROM users WHERE id = $1::uuid FOR NO KEY UPDATE`,
};

type LockedRow = Omit<LockedFactors, 'user'> & LockedFactors['user'];

const refreshFactors: Statement = {
  name: 'factors_refresh',
  // By hand (race): it reads the factors and writes their list in one statement.
  text: `
    UPDATE users SET factors = present.factors, two_step = two_step AND present.factors <> '{}'
    FROM (SELECT array_remove(ARRAY[
      CASE WHEN EXISTS (SELECT 1 FROM totp_factors t WHERE t.user_id = $1::uuid AND t.confirmed_ts IS NOT NULL) THEN 'totp' END,
      CASE WHEN EXISTS (SELECT 1 FROM passkeys p WHERE p.user_id = $1::uuid AND NOT p.automatic) THEN 'passkey' END], NULL) AS factors) AS present
    WHERE id = $1::uuid RETURNING users.factors`,
};
