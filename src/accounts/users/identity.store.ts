import type { Prisma, Queryable } from '../../platform/db/database';
import type { Identity, ProviderAccount } from './identity';

export class IdentityStore {
  constructor(private readonly db: Queryable) {}

  /** Returns false if an account has this identity. */
  async insert({ id, userId, provider, issuer, subject, email, createdTs, lastUsedTs }: Identity): Promise<boolean> {
    const data = [{ id, userId, provider, issuer, subject, email, createdTs, lastUsedTs }];
    // A violated constraint would end the transaction.
    return (await this.db.prisma.identity.createMany({ data, skipDuplicates: true })).count === 1;
  }

  async find({ issuer, subject }: Pick<ProviderAccount, 'issuer' | 'subject'>): Promise<Identity | null> {
    const row = await this.db.prisma.identity.findUnique({ where: { issuer_subject: { issuer, subject } } });
    return row && toIdentity(row);
  }

  /** Returns the identities of a user, oldest first. */
  async list(userId: string): Promise<Identity[]> {
    return (await this.listOf([userId])).get(userId) ?? [];
  }

  /** Returns the identities of users, oldest first. Users without any are missing. */
  async listOf(userIds: readonly string[]): Promise<Map<string, Identity[]>> {
    const where = { userId: { in: Array.from(userIds) } };
    const rows = await this.db.prisma.identity.findMany({ where, orderBy: { id: 'asc' } });
    const found = new Map<string, Identity[]>();
    for (const row of rows) {
      const own = found.get(row.userId) ?? [];
      own.push(toIdentity(row));
      found.set(row.userId, own);
    }
    return found;
  }

  /** Returns false if the identity was removed. */
  async use(id: string, at: Date): Promise<boolean> {
    return (await this.db.prisma.identity.updateMany({ where: { id }, data: { lastUsedTs: at } })).count === 1;
  }

  /** Returns false if the user has no such identity. */
  async remove(userId: string, id: string): Promise<boolean> {
    return (await this.db.prisma.identity.deleteMany({ where: { id, userId } })).count === 1;
  }

  /** Removes the identities that were linked since the given time, and returns their providers. */
  async removeAddedSince(userId: string, since: Date): Promise<string[]> {
    const where = { userId, createdTs: { gte: since } };
    const added = await this.db.prisma.identity.findMany({ where, select: { provider: true } });
    if (added.length > 0) await this.db.prisma.identity.deleteMany({ where });
    return added.map(({ provider }) => provider);
  }
}

function toIdentity(row: Prisma.IdentityModel): Identity {
  return {
    id: row.id,
    userId: row.userId,
    provider: row.provider,
    issuer: row.issuer,
    subject: row.subject,
    email: row.email,
    createdTs: row.createdTs,
    lastUsedTs: row.lastUsedTs,
  };
}
