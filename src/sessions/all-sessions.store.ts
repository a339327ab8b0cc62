import type { Queryable } from '../db/database';
import type { RevocationReason } from './session';

export interface AllSessionsStore {
  /**
   * Ends up to `limit` sessions, of any account, and returns their ids. Instances are not notified: the access tokens
   * must be invalidated by revoking the keys.
   */
  revokeSome(limit: number, reason: RevocationReason, at: Date): Promise<string[]>;
}

export class PrismaAllSessionsStore implements AllSessionsStore {
  constructor(private readonly db: Queryable) {}

  async revokeSome(limit: number, reason: RevocationReason, at: Date): Promise<string[]> {
    const revoked = await this.db.prisma.session.updateManyAndReturn({
      where: { revokedTs: null },
      data: { revokedTs: at, revokedReason: reason },
      limit,
      select: { id: true },
    });
    return revoked.map(({ id }) => id);
  }
}
