import type { AuditEvent } from '../audit/audit-event';
import { auditing, toAuditParameter } from '../audit/audit-statement';
import type { Prisma, PrismaClient, Run, Statement } from '../db/client';
import type { Sealed } from '../secrets/seal';
import { keysChannel, type PublicJwk, type SigningKey } from './signing-key';

export interface SigningKeyStore {
  /** Does nothing where a key of that generation exists; says whether it did. Tells every instance. */
  insert(key: SigningKey, audit: AuditEvent): Promise<boolean>;
  /** Takes a key back and tells every instance; false if there is none of that kid, or it was taken back before. */
  retire(kid: string, at: Date, audit: AuditEvent): Promise<boolean>;
  /** Replaces a sealed private key if it is still `from`, and says whether it was. */
  reseal(kid: string, from: Sealed, to: Sealed): Promise<boolean>;
  /** By generation, the newest first. */
  list(): Promise<SigningKey[]>;
}

export class PrismaSigningKeyStore implements SigningKeyStore {
  constructor(
    private readonly db: PrismaClient,
    private readonly run: Run,
  ) {}

  async insert(key: SigningKey, audit: AuditEvent): Promise<boolean> {
    const { kty, crv, x, y, kid, alg, use } = key.publicJwk;
    const publicJwk = JSON.stringify({ kty, crv, x, y, kid, alg, use });
    const { generation, sealedPrivateKey, createdTs, signsFromTs } = key;
    const values = [kid, generation, publicJwk, sealedPrivateKey, createdTs, signsFromTs, toAuditParameter(audit)];
    return (await this.run(insertKey, values)).length === 1;
  }

  async retire(kid: string, at: Date, audit: AuditEvent): Promise<boolean> {
    return (await this.run(retireKey, [kid, at, toAuditParameter(audit)])).length === 1;
  }

  async reseal(kid: string, from: Sealed, to: Sealed): Promise<boolean> {
    return (await this.run(resealKey, [kid, from, to])).length === 1;
  }

  async list(): Promise<SigningKey[]> {
    const rows = await this.db.signingKey.findMany({ orderBy: { generation: 'desc' } });
    return rows.map(toSigningKey);
  }
}

/** $1 kid, $2 generation, $3 public JWK, $4 sealed private key, $5 now, $6 signs from, $7 the event. */
const insertKey: Statement = {
  name: 'signing_key_insert',
  text: `
    WITH inserted AS (
      INSERT INTO signing_keys (kid, generation, public_jwk, sealed_private_key, created_ts, signs_from_ts)
      VALUES ($1, $2::int, $3::jsonb, $4::bytea, $5::timestamptz, $6::timestamptz)
      ON CONFLICT (generation) DO NOTHING
      RETURNING kid
    ), audited AS (${auditing('$7', 'inserted')})
    SELECT kid, pg_notify('${keysChannel}', '')::text FROM inserted`,
};

/** $1 kid, $2 now, $3 the event. */
const retireKey: Statement = {
  name: 'signing_key_retire',
  text: `
    WITH retired AS (
      UPDATE signing_keys SET retired_ts = $2::timestamptz WHERE kid = $1 AND retired_ts IS NULL RETURNING kid
    ), audited AS (${auditing('$3', 'retired')})
    SELECT kid, pg_notify('${keysChannel}', '')::text FROM retired`,
};

/** $1 kid, $2 as it is, $3 as it will be. */
const resealKey: Statement = {
  name: 'signing_key_reseal',
  text: `UPDATE signing_keys SET sealed_private_key = $3::bytea WHERE kid = $1 AND sealed_private_key = $2::bytea
    RETURNING kid`,
};

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
