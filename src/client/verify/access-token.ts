import { errors, type JWTPayload, jwtVerify } from 'jose';
import { AuthError, cannotVerify, tokenRejected } from './auth-error.js';
import type { KeySet } from './key-set.js';
import type { TokenOfSession } from './revocations.js';

/** Who sends a request: the claims of an access token (RFC 9068, section 2.2). */
export interface Identity {
  /** The id of the user. */
  sub: string;
  /** The id of the session. */
  sid: string;
  roles: readonly string[];
  /** What the user allowed the application. Empty for a token that no application got. */
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
  issuedS: number;
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
    return toVerifiedToken(payload, expected.clockToleranceS);
  } catch (error) {
    if (error instanceof AuthError) throw error;
    if (!(error instanceof errors.JOSEError)) throw cannotVerify(error);
    const isExpired = error instanceof errors.JWTExpired;
    throw tokenRejected(isExpired ? 'The access token has expired.' : 'The access token is not valid.', error);
  }
}

const malformed = () => tokenRejected('The access token is malformed.');

/** Tokens of earlier versions lack the claims that have a default. */
function toVerifiedToken(claims: JWTPayload, clockToleranceS: number): VerifiedToken {
  const { sub, sid, jti, iat, exp, rev = 0, auth_time = iat, acr = 'aal1', amr = [], roles = [], scope = '' } = claims;
  const { client_id: clientId = null } = claims;
  const isWhole =
    [sub, sid, jti, acr].every(isText) &&
    [iat, exp, auth_time].every(Number.isInteger) &&
    isRevision(rev) &&
    [amr, roles].every((list) => Array.isArray(list) && list.every(isText)) &&
    (clientId === null || isText(clientId)) &&
    typeof scope === 'string' &&
    Number(exp) > Number(iat) &&
    Number(exp) - Number(iat) <= longestLifetimeS;
  if (!isWhole) throw malformed();
  if (Number(iat) > Date.now() / 1000 + clockToleranceS) throw tokenRejected('The access token is not valid yet.');
  return {
    identity: {
      sub: String(sub),
      sid: String(sid),
      roles: roles as string[],
      scopes: String(scope).split(' ').filter(Boolean),
      acr: String(acr),
      amr: amr as string[],
      authTime: Number(auth_time),
      clientId: clientId as string | null,
      claims,
    },
    issuedS: Number(iat),
    session: { sub: String(sub), sid: String(sid), rev: Number(rev) },
    actor: actorOf(claims),
  };
}

/** A token has all three claims or none of them. */
function actorOf({ act, act_sid: sid, act_rev: rev }: JWTPayload): TokenOfSession | null {
  if (act === undefined && sid === undefined && rev === undefined) return null;
  const { sub } = (act ?? {}) as { sub?: unknown };
  if (!isText(sub) || !isText(sid) || !isRevision(rev)) throw malformed();
  return { sub, sid, rev };
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isRevision = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
