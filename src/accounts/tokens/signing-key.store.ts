import type { Prisma, Queryable, Statement } from '../../platform/db/database';
import type { Encrypted } from '../../platform/encryption/encryption';
import type { PublicJwk, SigningKey } from './signing-key';

export class SigningKeyStore {
  constructor(private readonly db: Queryable) {}

  /** Returns false if a key of that generation already exists. */
  async insert(key: SigningKey): Promise<boolean> {
    const { kid, generation, sealedPrivateKey, createdTs, signsFromTs } = key;
    const data = { kid, generation, publicJwk: toJson(key.publicJwk), sealedPrivateKey, createdTs, signsFromTs };
    return (await this.db.prisma.signingKey.createMany({ data, skipDuplicates: true })).count === 1;
  }

  /** Returns false if there is no such key, or if it was already revoked. */
  async revoke(kid: string, at: Date): Promise<boolean> {
    const where = { kid, retiredTs: null };
    return (await this.db.prisma.signingKey.updateMany({ where, data: { retiredTs: at } })).count === 1;
  }

  /** Replaces an encrypted private key if it is still `from`. Returns false if it is not. */
  async reencrypt(kid: string, from: Encrypted, to: Encrypted): Promise<boolean> {
    const where = { kid, sealedPrivateKey: from };
    return (await this.db.prisma.signingKey.updateMany({ where, data: { sealedPrivateKey: to } })).count === 1;
  }

  /** Returns the ES256 keys, newest first, and then the RS256 keys, newest first. */
  async list(): Promise<SigningKey[]> {
    return (await this.db.run<Prisma.SigningKeyModel>(list, [])).map(toSigningKey);
  }
}

const list: Statement = {
  name: 'signing_keys_list',
  // By hand (start).
  text: `SELECT kid, generation, public_jwk AS "publicJwk", sealed_private_key AS "sealedPrivateKey",
      created_ts AS "createdTs", signs_from_ts AS "signsFromTs", retired_ts AS "retiredTs"
    FROM signing_keys ORDER BY generation > 0 DESC, abs(generation) DESC`,
};

function toJson(jwk: PublicJwk) {
  const { kid, use } = jwk;
  if (jwk.kty === 'RSA') return { kty: jwk.kty, n: jwk.n, e: jwk.e, kid, alg: jwk.alg, use };
  return { kty: jwk.kty, crv: jwk.crv, x: jwk.x, y: jwk.y, kid, alg: jwk.alg, use };
}

function toSigningKey(row: Prisma.SigningKeyModel): SigningKey {
  return {
    kid: row.kid,
    generation: row.generation,
    // Only `insert` writes this column, so its shape is known.
    publicJwk: row.publicJwk as unknown as PublicJwk,
    sealedPrivateKey: row.sealedPrivateKey,
    createdTs: row.createdTs,
    signsFromTs: row.signsFromTs,
    retiredTs: row.retiredTs,
  };
}
