import type { Queryable } from '../db/database';

export class SpentChallengeStore {
  constructor(private readonly db: Queryable) {}

  /** Returns false if the challenge was used. Of concurrent transactions with one challenge, one commits. */
  async insert(hash: Uint8Array<ArrayBuffer>, expiresTs: Date): Promise<boolean> {
    const data = [{ hash, expiresTs }];
    // With a conflict the statement waits for the other transaction, and inserts nothing if that one commits.
    return (await this.db.prisma.spentChallenge.createMany({ data, skipDuplicates: true })).count === 1;
  }
}
