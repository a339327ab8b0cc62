import type { Prisma, PrismaClient } from '../db/client';
import { keysChannel, type PublicJwk, type SigningKey } from './signing-key';

export interface SigningKeyStore {
  /** Does nothing where a key of that generation exists; says whether it did. Tells every instance. */
  insert(key: SigningKey): Promise<boolean>;
  /** Takes a key back and tells every instance; false if there is none of that kid, or it was taken back before. */
  retire(kid: string, at: Date): Promise<boolean>;
  /** By generation, the newest first. */
  list(): Promise<SigningKey[]>;
}

export class PrismaSigningKeyStore implements SigningKeyStore {
  constructor(private readonly db: PrismaClient) {}

  async insert(key: SigningKey): Promise<boolean> {
    const { kty, crv, x, y, kid, alg, use } = key.publicJwk;
    const { count } = await this.db.signingKey.createMany({
      data: [
        {
          kid: key.kid,
          generation: key.generation,
          publicJwk: { kty, crv, x, y, kid, alg, use },
          sealedPrivateKey: key.sealedPrivateKey,
          createdTs: key.createdTs,
          signsFromTs: key.signsFromTs,
          retiredTs: key.retiredTs,
        },
      ],
      skipDuplicates: true,
    });
    await this.tell();
    return count === 1;
  }

  async retire(kid: string, at: Date): Promise<boolean> {
    const { count } = await this.db.signingKey.updateMany({ where: { kid, retiredTs: null }, data: { retiredTs: at } });
    await this.tell();
    return count === 1;
  }

  async list(): Promise<SigningKey[]> {
    const rows = await this.db.signingKey.findMany({ orderBy: { generation: 'desc' } });
    return rows.map(toSigningKey);
  }

  private async tell(): Promise<void> {
    await this.db.$executeRaw`SELECT pg_notify(${keysChannel}, '')`;
  }
}

function toSigningKey(row: Prisma.SigningKeyModel): SigningKey {
  return {
    kid: row.kid,
    generation: row.generation,
    // Written by insert alone, so its shape is known.
    publicJwk: row.publicJwk as unknown as PublicJwk,
    sealedPrivateKey: row.sealedPrivateKey,
    createdTs: row.createdTs,
    signsFromTs: row.signsFromTs,
    retiredTs: row.retiredTs,
  };
}
