import type { Queryable, Statement } from '../db/database';
import type { Encrypted } from './encryption';

/** The table has one row, with this id. */
const id = 1;

const findKey: Statement = {
  name: 'derivation_key_find',
  // By hand (start).
  text: 'SELECT sealed FROM derivation_keys WHERE id = $1',
};

export class DerivationKeyStore {
  constructor(private readonly db: Queryable) {}

  async find(): Promise<Encrypted | null> {
    const [row] = await this.db.run<{ sealed: Encrypted }>(findKey, [id]);
    return row?.sealed ?? null;
  }

  /** Does nothing if the table already has a key. */
  async insert(encrypted: Encrypted, at: Date): Promise<void> {
    const data = { id, sealed: encrypted, createdTs: at };
    await this.db.prisma.derivationKey.createMany({ data, skipDuplicates: true });
  }

  /** Replaces the encrypted key if it is still `from`. Returns false if it is not. */
  async reencrypt(from: Encrypted, to: Encrypted): Promise<boolean> {
    const where = { id, sealed: from };
    return (await this.db.prisma.derivationKey.updateMany({ where, data: { sealed: to } })).count === 1;
  }
}
