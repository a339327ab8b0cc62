import { errors, type JWTPayload, jwtVerify } from 'jose';
import { AuthError, cannotVerify, tokenRejected } from './auth-error.js';
import type { KeySet } from './key-set.js';
import type { TokenOfSession } from './revocations.js';

/** An organization, and the roles of the user in it. */
export interface Organization {
  id: string;
  slug: string;
  roles: readonly string[];
}

/** Who sends a request: the claims of an access token (RFC 9068, section 2.2), or the same of an API key. */
export interface Identity {
  /** The id of the user. */
  sub: string;
  /** The id of the session, or of the API key. */
  sid: string;
  /** The id of the API key with which a program acts as the user. Null for a person. */
  keyId: string | null;
  roles: readonly string[];
  /** In whose name the user acts. Null: the token is for no organization. */
  organization: Organization | null;
  /** What the user allowed the application or the key. Empty for a token of a login. */
  scopes: readonly string[];
  /** How strongly the user proved who they are: `aal1`, or `aal2` with a second factor. */
  acr: string;
  /** How the user proved it (RFC 8176). */
  amr: readonly string[];
  /** When the user last proved it, in Unix seconds. */
  authTime: number;
  /** The client to which the token was issued. Null if the token does not say. */
  clientId: string | null;
  /** All claims of the token. `act` names a super admin who acts as the user (RFC 8693, section 4.1). */
  claims: Readonly<JWTPayload>;
}

export interface VerifiedToken {
  identity: Identity;
  /** The earliest time by our clock at which it can have been issued, in milliseconds. For an API key, when Gatehouse was asked. */
  issuedMs: number;
  session: TokenOfSession;
  /** The session of the super admin who acts as the user. */
  actor: TokenOfSession | null;
}

export interface Expected {
  issuer: string;
  audience: string | string[];
  clockToleranceS: number;
}

/** No document says one. The issuer keeps its tokens shorter, so that they fit into a header. */
const longestToken = 4096;
/** Seconds. No document says one. The issuer gives no token a longer lifetime. */
const longestLifetimeS = 86_400;
/** RFC 7515, section 7.1, with the signature of ES256 (RFC 7518, section 3.4). */
const compactJws = /^[\w-]+\.[\w-]+\.[\w-]{86}$/;
/** No token of ours has them: they bring a key along, or an extension that a verifier must understand (RFC 7515, section 4.1). */
const rejectedParameters = ['crit', 'jku', 'jwk', 'x5u', 'x5c'];

/**
 * Verifies an access token (RFC 9068, section 4; RFC 8725).
 * @throws AuthError 401, or 503 if the keys cannot be read
 */
export async function verifyAccessToken(token: string, keys: KeySet, expected: Expected): Promise<VerifiedToken> {
  if (token.length > longestToken || !compactJws.test(token)) throw malformed();
  try {
    const { payload } = await jwtVerify(
      token,
      (header, jws) => {
        if (rejectedParameters.some((name) => name in header)) throw malformed();
        return keys.find(header, jws);
      },
      {
        algorithms: ['ES256'],
        typ: 'at+jwt',
        issuer: expected.issuer,
        audience: expected.audience,
        clockTolerance: expected.clockToleranceS,
        requiredClaims: ['exp', 'iat', 'sub', 'sid', 'jti'],
      },
    );
    const { iat: issuedS = 0, exp: expiresS = 0 } = payload;
    const verified = toVerifiedToken(payload, (issuedS - expected.clockToleranceS) * 1000);
    if (!verified || expiresS - issuedS > longestLifetimeS) throw malformed();
    if (verified.issuedMs > Date.now()) throw tokenRejected('The access token is not valid yet.');
    return verified;
  } catch (error) {
    if (error instanceof AuthError) throw error;
    if (!(error instanceof errors.JOSEError)) throw cannotVerify(error);
    const isExpired = error instanceof errors.JWTExpired;
    throw tokenRejected(isExpired ? 'The access token has expired.' : 'The access token is not valid.', error);
  }
}

const malformed = () => tokenRejected('The access token is malformed.');

/** Returns null for claims of another form. Tokens of earlier versions lack the claims that have a default. */
export function toVerifiedToken(claims: JWTPayload, issuedMs: number): VerifiedToken | null {
  const { sub, sid, jti, iat, exp, rev = 0, auth_time = iat, acr = 'aal1', amr = [], roles = [], scope = '' } = claims;
  const { client_id: clientId = null, key_id: keyId = null } = claims;
  const actor = actorOf(claims);
  const organization = organizationOf(claims);
  const isWhole =
    actor !== 'malformed' &&
    [sub, sid, jti, acr].every(isText) &&
    [iat, exp, auth_time].every(Number.isInteger) &&
    isRevision(rev) &&
    [amr, roles].every((list) => Array.isArray(list) && list.every(isText)) &&
    [clientId, keyId].every((id) => id === null || isText(id)) &&
    typeof scope === 'string' &&
    Number(exp) > Number(iat);
  if (!isWhole) return null;
  return {
    identity: {
      sub: String(sub),
      sid: String(sid),
      keyId: keyId as string | null,
      roles: roles as string[],
      organization,
      scopes: String(scope).split(' ').filter(Boolean),
      acr: String(acr),
      amr: amr as string[],
      authTime: Number(auth_time),
      clientId: clientId as string | null,
      claims,
    },
    issuedMs,
    session: {
      ...{ sub: String(sub), sid: String(sid), rev: Number(rev) },
      ...(organization && { organization: { id: organization.id, rev: Number(claims.org_rev) } }),
    },
    actor,
  };
}

/** A token has all three claims or none of them. */
function actorOf({ act, act_sid: sid, act_rev: rev }: JWTPayload): TokenOfSession | null | 'malformed' {
  if (act === undefined && sid === undefined && rev === undefined) return null;
  const { sub } = (act ?? {}) as { sub?: unknown };
  if (!isText(sub) || !isText(sid) || !isRevision(rev)) return 'malformed';
  return { sub, sid, rev };
}

/**
 * A token has all four claims or none of them. With a server of an earlier version, the operator can have given some of these names
 * another meaning (TOKEN_CLAIMS).
 */
function organizationOf({
  org_id: id,
  org_slug: slug,
  org_roles: roles,
  org_rev: rev,
}: JWTPayload): Organization | null {
  const areRoles = Array.isArray(roles) && roles.every(isText);
  return isText(id) && isText(slug) && areRoles && isRevision(rev) ? { id, slug, roles } : null;
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isRevision = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
