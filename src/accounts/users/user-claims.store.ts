import type { Queryable, Statement } from '../../platform/db/database';
import type { ClaimSource, UserClaims } from './user-claims';

/** The claims of users, which no other read of a user has: most requests do not need them. */
export class UserClaimsStore {
  constructor(private readonly db: Queryable) {}

  /** Returns null if there is no such account. */
  async findSource(userId: string): Promise<ClaimSource | null> {
    const [row] = await this.db.run<ClaimSource>(findSource, [userId]);
    return row ?? null;
  }

  /** Sets the claims of an account that the same transaction creates. */
  async insert(userId: string, claims: UserClaims): Promise<void> {
    await this.db.run(insertClaims, [userId, JSON.stringify(claims)]);
  }

  /** Replaces the claims. Returns false if the account has the same claims, or does not exist. */
  async set(userId: string, claims: UserClaims, at: Date): Promise<boolean> {
    return (await this.db.run(setClaims, [userId, JSON.stringify(claims), at])).length > 0;
  }

  /** Returns the claims of the accounts with ids in this range that have any, by id. */
  async between(first: string, last: string): Promise<Map<string, UserClaims>> {
    const rows = await this.db.run<{ id: string; claims: UserClaims }>(claimsBetween, [first, last]);
    return new Map(rows.map(({ id, claims }) => [id, claims]));
  }
}

const findSource: Statement = {
  name: 'user_claim_source',
  // By hand (hot): each login and refresh, with TOKEN_CLAIMS.
  text: `SELECT id, email, email_verified AS "emailVerified", first_name AS "firstName", last_name AS "lastName", tel,
      tel_verified AS "telVerified", roles, claims, fields
    FROM users WHERE id = $1::uuid`,
};

/** $1 user, $2 claims, $3 now. jsonb compares without the order of the names. */
const setClaims: Statement = {
  name: 'user_claims_set',
  // By hand (Prisma): its model leaves the column out, and it compares no jsonb.
  text: `UPDATE users SET claims = $2::jsonb, updated_ts = $3::timestamptz
    WHERE id = $1::uuid AND claims <> $2::jsonb RETURNING id`,
};

const insertClaims: Statement = {
  name: 'user_claims_insert',
  // By hand (Prisma): its model leaves the column out.
  text: `UPDATE users SET claims = $2::jsonb WHERE id = $1::uuid`,
};

const claimsBetween: Statement = {
  name: 'user_claims_between',
  // By hand (Prisma): its model leaves the column out.
  text: `SELECT id, claims FROM users WHERE id BETWEEN $1::uuid AND $2::uuid AND claims <> '{}'`,
};
