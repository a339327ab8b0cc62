import type { Prisma, Queryable } from '../../platform/db/database';
import { valuesOf, withNames } from '../../platform/db/named-statement';
import type { Consent } from './consent';

export class ConsentStore {
  constructor(private readonly db: Queryable) {}

  async find(userId: string, clientId: string): Promise<Consent | null> {
    const row = await this.db.prisma.oauthConsent.findUnique({ where: { userId_clientId: { userId, clientId } } });
    return row && toConsent(row);
  }

  /**
   * Allows the scopes, resources and organizations in addition to those that the user has allowed before. Returns false if the user or the client was
   * deleted.
   */
  async grant(consent: Consent): Promise<boolean> {
    return (await this.db.run(grantConsent, valuesOf(grantConsent, consent))).length === 1;
  }

  /** Returns false if the user has allowed the client nothing. */
  async remove(userId: string, clientId: string): Promise<boolean> {
    return (await this.db.prisma.oauthConsent.deleteMany({ where: { userId, clientId } })).count === 1;
  }

  /**
   * Removes what the user has allowed, also in part, since the given time, and returns the clients: what was allowed before cannot be
   * told apart.
   */
  async removeAddedSince(userId: string, since: Date): Promise<string[]> {
    const where = { userId, grantedTs: { gte: since } };
    const granted = await this.db.prisma.oauthConsent.findMany({ where, select: { clientId: true } });
    if (granted.length > 0) await this.db.prisma.oauthConsent.deleteMany({ where });
    return granted.map(({ clientId }) => clientId);
  }

  /** Removes at most `limit` consents of all users, and returns their number. */
  async removeSome(limit: number): Promise<number> {
    return (await this.db.prisma.oauthConsent.deleteMany({ limit })).count;
  }

  /** Returns the consents of a user, the last one first. */
  async listOf(userId: string): Promise<Consent[]> {
    const orderBy = [{ grantedTs: 'desc' as const }, { clientId: 'asc' as const }];
    return (await this.db.prisma.oauthConsent.findMany({ where: { userId }, orderBy })).map(toConsent);
  }
}

const grantConsent = withNames<Consent>({
  name: 'consent_grant',
  // By hand (race): two tabs allow different scopes at the same time, or the client is deleted.
  text: `
    WITH known AS (
      SELECT u.id AS user_id, c.id AS client_id FROM users u, oauth_clients c
      WHERE u.id = :userId::uuid AND c.id = :clientId::uuid FOR KEY SHARE
    )
    INSERT INTO oauth_consents AS before (user_id, client_id, scopes, resources, organizations, granted_ts)
    SELECT user_id, client_id, :scopes::text[], :resources::text[], :organizations::uuid[], :grantedTs::timestamptz FROM known
    ON CONFLICT (user_id, client_id) DO UPDATE SET granted_ts = greatest(before.granted_ts, excluded.granted_ts),
      scopes = ARRAY(SELECT DISTINCT unnest(before.scopes || excluded.scopes) AS scope ORDER BY scope),
      resources = ARRAY(SELECT DISTINCT unnest(before.resources || excluded.resources) AS resource ORDER BY resource),
      organizations = ARRAY(SELECT DISTINCT unnest(before.organizations || excluded.organizations))
    RETURNING user_id`,
});

function toConsent(row: Prisma.OauthConsentModel): Consent {
  const { userId, clientId, scopes, resources, organizations, grantedTs } = row;
  return { userId, clientId, scopes, resources, organizations, grantedTs };
}
