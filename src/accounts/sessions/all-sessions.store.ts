import type { Queryable } from '../../platform/db/database';
import type { SessionEnd } from '../../platform/errors/session-end';

export class AllSessionsStore {
  constructor(private readonly db: Queryable) {}

  /**
   * Ends at most `limit` sessions of any accounts, and returns their ids. Does not notify the instances, so the caller
   * must revoke the signing keys to invalidate the access tokens.
   */
  async revokeSome(limit: number, reason: SessionEnd, at: Date): Promise<string[]> {
    const revoked = await this.db.prisma.session.updateManyAndReturn({
      where: { revokedTs: null },
      data: { revokedTs: at, revokedReason: reason.name },
      limit,
      select: { id: true },
    });
    return revoked.map(({ id }) => id);
  }
}
