import { randomUUID } from 'node:crypto';
import { NotBeforeError, sign, verify } from 'jsonwebtoken';
import { LRUCache } from 'lru-cache';
import type { RejectionReason } from '../errors/rejection-reasons';
import { accessTokenRejected } from '../errors/token-rejections';
import type { Clock } from '../runtime/clock';
import { hasDuplicateNames } from '../runtime/json-text';
import type { KeyRing } from './key-ring';
import { longestJwtTtlS } from './tokens.settings';

export interface AccessTokenSettings {
  issuer: string;
  audience: string;
  clientId: string;
  ttlS: number;
}

/** The user and the session of an access token. */
export interface Principal {
  userId: string;
  sessionId: string;
  /** The revision of the session when the token was issued (src/sessions/revocations.ts). */
  revision: number;
}

interface VerifiedToken extends Principal {
  kid: string;
  iat: number;
  exp: number;
}

const longestToken = 4096;
/** The maximum difference between the clocks of two instances. */
const clockToleranceS = 5;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const compactJws = /^[\w-]+\.[\w-]+\.[\w-]{86}$/;
/** The header parameters of our tokens. Tokens with any other (`crit`, `jku`, `jwk`, `x5u`, `x5c`) are rejected. */
const headerNames = new Set(['alg', 'typ', 'kid']);

/** Issues and verifies JWT access tokens in the profile of RFC 9068: ES256, `typ: at+jwt`, without personal data. */
export class AccessTokens {
  /** Verified tokens by their whole text, so that each signature is checked only once. */
  private readonly verified = new LRUCache<string, VerifiedToken>({
    max: 10_000,
  });

  constructor(
    private readonly keys: KeyRing,
    readonly settings: AccessTokenSettings,
    private readonly clock: Clock,
  ) {}

  /**
   * Issues an access token. A token must not outlive its session. `auth_time` is the time of the login.
   * @throws AppError `SERVICE_UNAVAILABLE` before the keys are loaded
   */
  issue(
    subject: Principal,
    at: Date,
    session: { createdTs: Date; expiresTs: Date },
  ): { jwt: string; expiresInS: number } {
    const { kid, privateKey } = this.keys.signingKey();
    const iat = secondsOf(at);
    const exp = Math.min(iat + this.settings.ttlS, secondsOf(session.expiresTs));
    const claims = {
      iss: this.settings.issuer,
      aud: this.settings.audience,
      client_id: this.settings.clientId,
      sub: subject.userId,
      sid: subject.sessionId,
      rev: subject.revision,
      jti: randomUUID(),
      auth_time: secondsOf(session.createdTs),
      iat,
      exp,
    };
    const jwt = sign(claims, privateKey, { algorithm: 'ES256', header: { alg: 'ES256', typ: 'at+jwt', kid } });
    return { jwt, expiresInS: exp - iat };
  }

  /**
   * Verifies an access token (RFC 8725). Accepts only tokens that `issue` can have made, with one of our keys, during
   * their lifetime. A header of the token never causes access to a file, a database or the network.
   * @throws AppError `UNAUTHENTICATED` with the reason; `SERVICE_UNAVAILABLE` before the keys are loaded
   */
  verify(token: string): Principal {
    const now = this.clock().getTime() / 1000;
    const known = this.verified.get(token);
    const claims = known && this.keys.publicKey(known.kid) ? known : this.check(token, now);
    if (claims.exp <= now) throw accessTokenRejected('expired token');
    if (claims.iat > now + clockToleranceS) throw accessTokenRejected('not yet valid');
    if (claims !== known) this.verified.set(token, claims);
    return { userId: claims.userId, sessionId: claims.sessionId, revision: claims.revision };
  }

  private check(token: string, now: number): VerifiedToken {
    if (token.length > longestToken || !compactJws.test(token)) throw accessTokenRejected('malformed token');
    const [head = '', payload = ''] = token.split('.');
    const header = parseObject(head);
    const isOurs = header?.alg === 'ES256' && header.typ === 'at+jwt' && typeof header.kid === 'string';
    if (!isOurs || Object.keys(header).some((name) => !headerNames.has(name))) {
      throw accessTokenRejected('malformed token');
    }
    const kid = String(header.kid);
    const publicKey = this.keys.publicKey(kid);
    if (!publicKey) throw accessTokenRejected('unknown key');

    try {
      // The caller checks the expiry, because it must also check the expiry of remembered tokens.
      verify(token, publicKey, { algorithms: ['ES256'], clockTimestamp: now, ignoreExpiration: true });
    } catch (error) {
      throw accessTokenRejected(reasonOf(error));
    }
    const claims = parseObject(payload);
    if (!claims) throw accessTokenRejected('malformed token');
    // Tokens of an earlier version have no "rev".
    const { iss, aud, sub, sid, rev = 0, jti, iat, exp } = claims;
    if (iss !== this.settings.issuer) throw accessTokenRejected('wrong issuer');
    if (aud !== this.settings.audience) throw accessTokenRejected('wrong audience');
    const isWhole =
      [sub, sid, jti].every((id) => typeof id === 'string' && uuid.test(id)) &&
      [iat, exp].every(Number.isInteger) &&
      Number.isSafeInteger(rev) &&
      Number(rev) >= 0 &&
      Number(exp) - Number(iat) <= longestJwtTtlS &&
      Number(exp) >= Number(iat);
    if (!isWhole) throw accessTokenRejected('malformed token');
    return {
      userId: String(sub),
      sessionId: String(sid),
      revision: Number(rev),
      kid,
      iat: Number(iat),
      exp: Number(exp),
    };
  }
}

const secondsOf = (time: Date): number => Math.floor(time.getTime() / 1000);

/** Returns the user and the session of a token whose signature was verified. */
export function subjectOf(token: string): Pick<Principal, 'userId' | 'sessionId'> {
  const claims = parseObject(token.split('.')[1] ?? '');
  return { userId: String(claims?.sub), sessionId: String(claims?.sid) };
}

/** Converts an error of `jsonwebtoken` to a reason. */
function reasonOf(error: unknown): RejectionReason {
  if (error instanceof NotBeforeError) return 'not yet valid';
  return error instanceof Error && error.message === 'invalid signature' ? 'bad signature' : 'malformed token';
}

/**
 * Decodes a part of a token. Returns null if the part is not a JSON object, or if it has a duplicate name (RFC 7515,
 * section 4; RFC 7519, section 4).
 */
function parseObject(base64url: string): Record<string, unknown> | null {
  try {
    const json = Buffer.from(base64url, 'base64url').toString();
    const value: unknown = JSON.parse(json);
    if (!isObject(value)) return null;
    // If JSON.stringify returns the same text, no name is duplicate. Our own tokens pass this fast check.
    return JSON.stringify(value) === json || !hasDuplicateNames(json) ? value : null;
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
