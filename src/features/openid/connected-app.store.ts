import { hostOfDocument, type OAuthClient } from '../../accounts/applications/oauth-client';
import type { Queryable, Statement } from '../../platform/db/database';
import type { ConnectedApp } from './connected-app';

type ListedApp = Omit<ConnectedApp, 'host' | 'resources'> & Pick<OAuthClient, 'metadataUrl'>;

export class ConnectedAppStore {
  constructor(private readonly db: Queryable) {}

  /** Returns the applications of a user, the last used or connected one first. */
  async list(userId: string, at: Date, idleSince: Date): Promise<ConnectedApp[]> {
    return (await this.db.run<ListedApp>(listApps, [userId, at, idleSince])).map(toConnectedApp);
  }
}

/** $1 user, $2 now, $3 the earliest last use of a live session. */
const listApps: Statement = {
  name: 'connected_apps_list',
  // By hand (Prisma): the revision of the session is compared with that of the account.
  text: `
    WITH live AS (
      SELECT s.client_id, min(s.created_ts) AS first_ts, max(s.last_used_ts) AS last_ts, array_agg(s.scopes) AS scopes,
        array_agg(s.resource) AS resources
      FROM (
        SELECT s.client_id, s.created_ts, s.last_used_ts, to_jsonb(s.scopes) AS scopes, s.resource
        FROM users u JOIN sessions s ON s.user_id = u.id AND s.revision = u.revision
        WHERE u.id = $1::uuid AND s.client_id IS NOT NULL AND s.revoked_ts IS NULL AND s.expires_ts > $2::timestamptz
          AND s.last_used_ts > $3::timestamptz) s
      GROUP BY s.client_id
    )
    SELECT c.id, c.name, c.metadata_url AS "metadataUrl", c.first_party AS "firstParty", coalesce(o.granted_ts, live.first_ts) AS "connectedTs",
      live.last_ts AS "lastUsedTs", ARRAY(
        SELECT unnest(o.scopes) UNION SELECT jsonb_array_elements_text(each) FROM unnest(live.scopes) AS each
        UNION SELECT split_part(one, ' ', 2) FROM unnest(o.resources) AS one WHERE one LIKE '% %'
        ORDER BY 1) AS scopes, ARRAY(
        SELECT unnest(o.resources) UNION SELECT s.resource FROM unnest(live.resources) AS s(resource) WHERE s.resource IS NOT NULL
        UNION SELECT s.resource || ' ' || scope
          FROM unnest(live.scopes, live.resources) AS s(scopes, resource), jsonb_array_elements_text(s.scopes) AS scope
          WHERE s.resource IS NOT NULL
        ORDER BY 1) AS reached
    FROM oauth_clients c LEFT JOIN live ON live.client_id = c.id
      LEFT JOIN oauth_consents o ON o.client_id = c.id AND o.user_id = $1::uuid
    WHERE o.client_id IS NOT NULL OR live.client_id IS NOT NULL
    ORDER BY coalesce(live.last_ts, o.granted_ts) DESC, c.id DESC`,
};

function toConnectedApp(row: ListedApp): ConnectedApp {
  return {
    id: row.id,
    name: row.name,
    host: hostOfDocument(row),
    firstParty: row.firstParty,
    scopes: row.scopes,
    resources: row.reached.filter((one) => !one.includes(' ')),
    reached: row.reached,
    connectedTs: row.connectedTs,
    lastUsedTs: row.lastUsedTs,
  };
}
