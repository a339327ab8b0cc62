import type { NewAuditEvent } from '../../platform/audit/audit-event';
import { auditing, toAuditParameter } from '../../platform/audit/audit-statement';
import type { Queryable, Statement } from '../../platform/db/database';
import { valuesOf, withNames } from '../../platform/db/named-statement';
import { withOptionalParts } from '../../platform/db/optional-part';
import { notifying } from '../sessions/session';
import type { ApiKey, VerifiedApiKey } from './api-key';

export interface NewApiKey extends Omit<ApiKey, 'organization' | 'lastUsedTs' | 'lastUsedIp'> {
  organizationId: string | null;
  hash: Uint8Array<ArrayBuffer>;
  /** Not null for a key whose end is so near that its user need not be told. */
  noticedTs: Date | null;
}

/** A key with what decides whether it opens something. */
export interface StoredApiKey extends VerifiedApiKey {
  isRevoked: boolean;
  /** Whether the account is disabled, or deleted. */
  disabled: boolean;
  isOrganizationDisabled: boolean;
}

interface ExpiringKey {
  id: string;
  userId: string;
}

export class ApiKeyStore {
  constructor(private readonly db: Queryable) {}

  /**
   * Returns false if the user has `most` live keys. The caller has locked the account with an earlier statement of the
   * transaction, so that this one sees the keys of concurrent requests, and the organization of the key.
   */
  async insert(key: NewApiKey, most: number): Promise<boolean> {
    return (await this.db.run(insertKey, valuesOf(insertKey, Object.assign({ most }, key)))).length === 1;
  }

  /** Returns the live keys of a user, the newest first. */
  list(userId: string, at: Date): Promise<ApiKey[]> {
    return this.db.run<ApiKey>(listKeys, [userId, at]);
  }

  async find(hash: Uint8Array<ArrayBuffer>): Promise<StoredApiKey | null> {
    const [row] = await this.db.run<StoredApiKey>(findKey, [hash]);
    return row ?? null;
  }

  /** Ends one live key, with its line of the audit. Notifies every instance. Returns false if the user has none with this id. */
  async end({ userId, id }: { userId: string; id: string }, at: Date, audit: NewAuditEvent): Promise<boolean> {
    return (await this.db.run(endKey, [userId, id, at, toAuditParameter(audit)])).length === 1;
  }

  /** Ends the live keys of a user, and returns their ids. Notifies every instance. */
  async endAllOf(userId: string, at: Date): Promise<string[]> {
    return (await this.db.run<{ id: string }>(endKeysOf, [userId, at])).map(({ id }) => id);
  }

  /** Ends at most `limit` keys of all users, and returns their ids. Notifies nobody: no instance runs, or its tokens are revoked. */
  async endSome(limit: number, at: Date): Promise<ExpiringKey[]> {
    return this.db.run<ExpiringKey>(endSomeKeys, [at, limit]);
  }

  /** Writes when a key was used, at most once an hour. */
  async noteUse({ id, ip, hour }: { id: string; ip: string | null; hour: Date }): Promise<void> {
    await this.db.prisma.apiKey.updateMany({
      where: { id, OR: [{ lastUsedTs: null }, { lastUsedTs: { lt: hour } }] },
      data: { lastUsedTs: hour, lastUsedIp: ip },
    });
  }

  /**
   * Returns live keys that expire before a time, whose users were not told. They count as told from now on. Those of a disabled or
   * deleted account wait until it is enabled again.
   */
  async takeExpiring(before: Date, at: Date, limit: number): Promise<ExpiringKey[]> {
    return this.db.run<ExpiringKey>(takeExpiring, [at, before, limit]);
  }
}

const insertKey = withNames<NewApiKey & { most: number }>({
  name: 'api_key_insert',
  // By hand (race): the number of keys is decided where the key is written.
  text: `
    INSERT INTO api_keys (id, user_id, hash, last_characters, name, resource, scopes, roles, organization_id, created_ts, expires_ts,
      noticed_ts)
    SELECT :id::uuid, :userId::uuid, :hash::bytea, :lastCharacters::text, :name::text, :resource::text, :scopes::text[],
      :roles::text[], :organizationId::uuid, :createdTs::timestamptz, :expiresTs::timestamptz, :noticedTs::timestamptz
    WHERE (SELECT count(*) FROM api_keys
      WHERE user_id = :userId AND revoked_ts IS NULL AND expires_ts > :createdTs) < :most::int
    RETURNING id`,
});

/** $1 user, $2 now. */
const listKeys: Statement = {
  name: 'api_keys_list',
  // By hand (Prisma): it makes a query for each table of a relation, also if no key is for an organization.
  text: `
    SELECT k.id, k.user_id AS "userId", k.name, k.last_characters AS "lastCharacters", k.resource, k.scopes, k.roles,
      CASE WHEN o.id IS NOT NULL THEN json_build_object('id', o.id, 'slug', o.slug, 'name', o.name) END AS organization,
      k.created_ts AS "createdTs", k.expires_ts AS "expiresTs", k.last_used_ts AS "lastUsedTs", k.last_used_ip AS "lastUsedIp"
    FROM api_keys k LEFT JOIN organizations o ON o.id = k.organization_id
    WHERE k.user_id = $1::uuid AND k.revoked_ts IS NULL AND k.expires_ts > $2::timestamptz ORDER BY k.id DESC`,
};

/** $1 hash. */
const findKey: Statement = {
  name: 'api_key_find',
  // By hand (hot): one query for each first use of a key, with the rights of its user now.
  text: `
    SELECT k.id, k.user_id AS "userId", k.resource, k.scopes, k.created_ts AS "createdTs", k.expires_ts AS "expiresTs",
      k.last_used_ts AS "lastUsedTs", k.revoked_ts IS NOT NULL AS "isRevoked", u.revision, u.disabled,
      ARRAY(SELECT unnest(k.roles) INTERSECT SELECT unnest(u.roles) ORDER BY 1) AS roles,
      CASE WHEN o.id IS NOT NULL
        THEN json_build_object('id', o.id, 'slug', o.slug, 'roles', m.roles, 'revision', o.revision) END AS organization,
      o.disabled_ts IS NOT NULL AS "isOrganizationDisabled"
    FROM api_keys k JOIN users u ON u.id = k.user_id
      LEFT JOIN memberships m ON m.organization_id = k.organization_id AND m.user_id = k.user_id
      LEFT JOIN organizations o ON o.id = m.organization_id
    WHERE k.hash = $1::bytea`,
};

/** $1 user, $2 key, $3 now, $4 the event. */
const endKey = withOptionalParts({
  name: 'api_key_end',
  // By hand (Prisma): no NOTIFY, which is sent if and only if the end is committed.
  text: `
    WITH ended AS (
      UPDATE api_keys SET revoked_ts = $3::timestamptz
      WHERE id = $2::uuid AND user_id = $1::uuid AND revoked_ts IS NULL RETURNING id
    ), audited AS (${auditing('$4', 'ended')})
    SELECT id, ${notifying('id')} FROM ended`,
});

/** $1 user, $2 now. */
const endKeysOf: Statement = {
  name: 'api_keys_end_of_user',
  // By hand (Prisma): no NOTIFY.
  text: `
    WITH ended AS (
      UPDATE api_keys SET revoked_ts = $2::timestamptz WHERE user_id = $1::uuid AND revoked_ts IS NULL RETURNING id
    ) SELECT id, ${notifying('id')} FROM ended`,
};

/** $1 now, $2 the maximum number. */
const endSomeKeys: Statement = {
  name: 'api_keys_end_some',
  // By hand (Prisma): no UPDATE with a limit that returns rows.
  text: `
    UPDATE api_keys SET revoked_ts = $1::timestamptz
    WHERE revoked_ts IS NULL AND id IN (SELECT id FROM api_keys WHERE revoked_ts IS NULL LIMIT $2::int)
    RETURNING id, user_id AS "userId"`,
};

/** $1 now, $2 the end of the time, $3 the maximum number. */
const takeExpiring: Statement = {
  name: 'api_keys_take_expiring',
  // By hand (race): of two instances, one takes a key.
  text: `
    UPDATE api_keys SET noticed_ts = $1::timestamptz
    WHERE id = ANY (ARRAY(
      SELECT k.id FROM api_keys k JOIN users u ON u.id = k.user_id
      WHERE k.expires_ts > $1 AND k.expires_ts < $2::timestamptz AND k.noticed_ts IS NULL AND k.revoked_ts IS NULL
        AND NOT u.disabled
      ORDER BY k.expires_ts LIMIT $3::int FOR UPDATE OF k SKIP LOCKED))
    RETURNING id, user_id AS "userId"`,
};
