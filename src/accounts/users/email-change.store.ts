import type { Prisma, Queryable } from '../../platform/db/database';
import type { EmailChange } from './email-change';

export class EmailChangeStore {
  constructor(private readonly db: Queryable) {}

  /** Stores the change in place of an earlier change of the same account. */
  async replace(change: EmailChange): Promise<void> {
    await this.removeOfUser(change.userId);
    await this.db.prisma.emailChange.create({ data: toData(change) });
  }

  /** Returns the change of the account that waits and has not expired. */
  async findOfUser(userId: string, at: Date): Promise<EmailChange | null> {
    const row = await this.db.prisma.emailChange.findUnique({ where: { userId, expiresTs: { gt: at } } });
    return row && toEmailChange(row);
  }

  /** Records that one address has agreed. Returns null if the change was replaced or removed. */
  async agree(id: string, by: 'new address' | 'old address', at: Date): Promise<EmailChange | null> {
    const data = by === 'new address' ? { confirmedTs: at } : { approvedTs: at };
    const [row] = await this.db.prisma.emailChange.updateManyAndReturn({ where: { id }, data });
    return row ? toEmailChange(row) : null;
  }

  /** The old address must approve the change after all. */
  async requireApproval(id: string): Promise<void> {
    await this.db.prisma.emailChange.updateMany({ where: { id }, data: { needsApproval: true } });
  }

  /** Returns whether there was one. */
  async removeOfUser(userId: string): Promise<boolean> {
    return (await this.db.prisma.emailChange.deleteMany({ where: { userId } })).count > 0;
  }
}

function toData(change: EmailChange): Prisma.EmailChangeModel {
  const { id, userId, email, emailCanonical, needsApproval, confirmedTs, approvedTs, sessionId, createdTs, expiresTs } =
    change;
  return { id, userId, email, emailCanonical, needsApproval, confirmedTs, approvedTs, sessionId, createdTs, expiresTs };
}

function toEmailChange(row: Prisma.EmailChangeModel): EmailChange {
  return {
    id: row.id,
    userId: row.userId,
    email: row.email,
    emailCanonical: row.emailCanonical,
    needsApproval: row.needsApproval,
    confirmedTs: row.confirmedTs,
    approvedTs: row.approvedTs,
    sessionId: row.sessionId,
    createdTs: row.createdTs,
    expiresTs: row.expiresTs,
  };
}
