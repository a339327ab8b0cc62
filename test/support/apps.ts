import { sign } from 'jsonwebtoken';
import { AccessTokens } from '../../src/accounts/tokens/access-token';
import { systemClock } from '../../src/platform/runtime/clock';
import { uuidv7 } from '../../src/platform/runtime/uuid';
import type { Gatehouse } from './gatehouse';
import { createApp } from './openid';

type Sql = Pick<Gatehouse, 'sql'>;

/** Inserts a client of a third party into which people sign in. Returns its client id. */
export const insertApp = async (gatehouse: Sql, row: Parameters<typeof createApp>[1] = {}): Promise<string> =>
  (await createApp(gatehouse, { firstParty: false, audience: apiOfApps, ...row })).id;

/** The API for which the applications get their tokens. */
const apiOfApps = 'https://api.example.com';

const listOf = (scopes: readonly string[]) => `{${scopes.join(',')}}`;

/** What a user has allowed a client. */
export async function insertConsent({ sql }: Sql, userId: string, clientId: string, scopes: readonly string[]) {
  await sql(`INSERT INTO oauth_consents (user_id, client_id, scopes, granted_ts)
    VALUES ('${userId}', '${clientId}', '${listOf(scopes)}', now())`);
}

interface SessionRow {
  userId: string;
  clientId: string;
  scopes?: readonly string[];
  originSessionId?: string;
  /** SQL. */
  lastUsed?: string;
}

/** Inserts a live session of a client. Returns its id. */
export async function insertAppSession(
  { sql }: Sql,
  { userId, clientId, scopes = ['openid'], originSessionId, lastUsed = 'now()' }: SessionRow,
): Promise<string> {
  const id = uuidv7();
  await sql(`INSERT INTO sessions (id, user_id, created_ts, last_used_ts, expires_ts, auth_ts, acr, amr, revision,
      client_id, scopes, origin_session_id)
    SELECT '${id}', id, ${lastUsed} - interval '1 minute', ${lastUsed}, now() + interval '1 hour', now(), 'aal1', '{pwd}', revision,
      '${clientId}', '${listOf(scopes)}', ${originSessionId ? `'${originSessionId}'` : 'NULL'}
    FROM users WHERE id = '${userId}'`);
  return id;
}

interface AppToken extends SessionRow {
  audience?: string;
  /** How long ago it was issued. It lives for an hour. */
  ageS?: number;
}

/** Opens a session of a client, and returns an access token of it. */
export async function appToken(
  gatehouse: Pick<Gatehouse, 'sql' | 'config' | 'services' | 'stores'>,
  { audience = apiOfApps, ageS = 0, ...row }: AppToken,
): Promise<{ sessionId: string; token: string }> {
  const sessionId = await insertAppSession(gatehouse, row);
  const session = await gatehouse.stores.sessions.findById(sessionId);
  if (!session) throw new Error('no session');
  const { publicUrl: issuer, jwtAudience, jwtClientId: clientId } = gatehouse.config;
  const tokens = new AccessTokens(
    gatehouse.services.keys,
    { issuer, audience: jwtAudience, clientId, ttlS: 3600 },
    systemClock,
  );
  const { userId, revision } = session;
  const client = { id: row.clientId, audience, scopes: row.scopes ?? ['openid'] };
  const { jwt } = tokens.issue(
    { userId, sessionId, revision, client },
    new Date(Date.now() - 1000 * ageS),
    Object.assign(session, { roles: [], expiresTs: new Date(Date.now() + 7_200_000) }),
  );
  return { sessionId, token: jwt };
}

interface IdTokenParts {
  userId: string;
  clientId: string;
  sessionId?: string;
  alg?: 'RS256' | 'ES256';
  claims?: object;
  header?: object;
}

/** Signs an ID token, which has expired, with a key of the installation. */
export async function idTokenOf(
  { services, config }: Pick<Gatehouse, 'services' | 'config'>,
  { userId: sub, clientId: aud, sessionId: sid = uuidv7(), alg = 'RS256', claims, header }: IdTokenParts,
): Promise<string> {
  const { kid, privateKey } = await services.keys.ensureSigningKey(alg);
  const iat = Math.floor(Date.now() / 1000) - 7200;
  const own = { iss: config.publicUrl, sub, aud, sid, iat, exp: iat + 3600, ...claims };
  return sign(own, privateKey, { algorithm: alg, header: { alg, typ: 'JWT', kid, ...header } });
}
