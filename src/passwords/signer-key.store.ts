import type { Queryable } from '../db/database';
import type { Encrypted } from '../encryption/encryption';

export interface StoredSignerKey {
  id: number;
  encryptedKey: Encrypted;
}

/** The signer keys of Firebase projects. */
export interface SignerKeyStore {
  find(id: number): Promise<StoredSignerKey | null>;
  list(): Promise<StoredSignerKey[]>;
  /** Returns false if there is a key with this id. */
  insert(key: StoredSignerKey, at: Date): Promise<boolean>;
}

const select = { id: true, encryptedKey: true };

export class PrismaSignerKeyStore implements SignerKeyStore {
  constructor(private readonly db: Queryable) {}

  find(id: number): Promise<StoredSignerKey | null> {
    return this.db.prisma.firebaseSignerKey.findUnique({ where: { id }, select });
  }

  list(): Promise<StoredSignerKey[]> {
    return this.db.prisma.firebaseSignerKey.findMany({ select, orderBy: { id: 'asc' } });
  }

  async insert({ id, encryptedKey }: StoredSignerKey, at: Date): Promise<boolean> {
    const data = { id, encryptedKey, createdTs: at };
    return (await this.db.prisma.firebaseSignerKey.createMany({ data, skipDuplicates: true })).count === 1;
  }
}
