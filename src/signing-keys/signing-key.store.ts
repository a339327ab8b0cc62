import type { Prisma, PrismaClient } from '../db/client';
import type { PublicJwk, SigningKey } from './signing-key';

export interface SigningKeyStore {
  /** Does nothing where a key of that generation exists. */
  insert(key: SigningKey): Promise<void>;
  /** By generation, the newest first. */
  list(): Promise<SigningKey[]>;
}

export class PrismaSigningKeyStore implements SigningKeyStore {
  constructor(private readonly db: PrismaClient) {}

  async insert(key: SigningKey): Promise<void> {
    const { kid, generation, publicJwk, sealedPrivateKey, createdTs } = key;
    const jwk: Prisma.InputJsonObject = { ...publicJwk };
    await this.db.signingKey.createMany({
      data: [{ kid, generation, publicJwk: jwk, sealedPrivateKey, createdTs }],
      skipDuplicates: true,
    });
  }

  async list(): Promise<SigningKey[]> {
    const rows = await this.db.signingKey.findMany({ orderBy: { generation: 'desc' } });
    return rows.map(toSigningKey);
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
  };
}
