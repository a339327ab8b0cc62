import type { Queryable } from '../../platform/db/database';
import type { Encrypted } from '../../platform/encryption/encryption';

export interface StoredSignerKey {
  id: number;
  encryptedKey: Encrypted;
}

const select = { id: true, encryptedKey: true };

/** The signer keys of Firebase projects. */
export class SignerKeyStore {
  constructor(private readonly db: Queryable) {}

  find(id: number): Promise<StoredSignerKey | null> {
    return this.db.prisma.firebaseSignerKey.findUnique({ where: { id }, select });
  }

  list(): Promise<StoredSignerKey[]> {
    return this.db.prisma.firebaseSignerKey.findMany({ select, orderBy: { id: 'asc' } });
  }

  /** Returns false if there is a key with this id. */
  async insert({ id, encryptedKey }: StoredSignerKey, at: Date): Promise<boolean> {
    const data = { id, encryptedKey, createdTs: at };
    return (await this.db.prisma.firebaseSignerKey.createMany({ data, skipDuplicates: true })).count === 1;
  }
}
