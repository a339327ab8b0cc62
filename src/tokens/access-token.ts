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
  ttlS: number;
}

/** The user and session that an access token was issued to. */
export interface Principal {
  userId: string;
  sessionId: string;
  /** The account's revision when the session was opened (src/sessions/revocations.ts). */
  revision: number;
}

interface VerifiedToken extends Principal {
  kid: string;
  iat: number;
  exp: number;
}

const longestToken = 4096;
/** The maximum clock difference between two instances. */
const clockToleranceS = 5;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const compactJws = /^[\w-]+\.[\w-]+\.[\w-]{86}$/;
/** The header parameters of our tokens. Tokens with any other (`crit`, `jku`, `jwk`, `x5u`, `x5c`) are rejected. */
const headerNames = new Set(['alg', 'typ', 'kid']);

/** JWT access tokens in the profile of RFC 9068: ES256, `typ: at+jwt`, no personal data. */
export class AccessTokens {
  /** Verified tokens by their whole text, so that a signature is checked once. */
  private readonly verified = new LRUCache<string, VerifiedToken>({
    max: 10_000,
  });

  constructor(
    private readonly keys: KeyRing,
    readonly settings: AccessTokenSettings,
    private readonly clock: Clock,
  ) {}

  /**
   * `notAfter` is the end of the session. A token never outlives its session.
   * @throws AppError `SERVICE_UNAVAILABLE` while the keys are not loaded
   */
  issue(subject: Principal, at: Date, notAfter: Date): { jwt: string; expiresInS: number } {
    const { kid, privateKey } = this.keys.signingKey();
    const iat = Math.floor(at.getTime() / 1000);
    const exp = Math.min(iat + this.settings.ttlS, Math.floor(notAfter.getTime() / 1000));
    const claims = {
      iss: this.settings.issuer,
      aud: this.settings.audience,
      sub: subject.userId,
      sid: subject.sessionId,
      rev: subject.revision,
      jti: randomUUID(),
      iat,
      exp,
    };
    const jwt = sign(claims, privateKey, { algorithm: 'ES256', header: { alg: 'ES256', typ: 'at+jwt', kid } });
    return { jwt, expiresInS: exp - iat };
  }

  /**
   * Verifies strictly (RFC 8725): accepts only what `issue` can have made, with one of our keys, in its lifetime. No
   * header makes it read a file, a database or the network.
   * @throws AppError `UNAUTHENTICATED` with its reason; `SERVICE_UNAVAILABLE` while the keys are not loaded
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
      // The expiry is checked by the caller, also for tokens that are remembered.
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

/** The user and session of a token whose signature is already verified. */
export function subjectOf(token: string): Pick<Principal, 'userId' | 'sessionId'> {
  const claims = parseObject(token.split('.')[1] ?? '');
  return { userId: String(claims?.sub), sessionId: String(claims?.sid) };
}

/** For errors of `jsonwebtoken`. */
function reasonOf(error: unknown): RejectionReason {
  if (error instanceof NotBeforeError) return 'not yet valid';
  return error instanceof Error && error.message === 'invalid signature' ? 'bad signature' : 'malformed token';
}

/** Null if it is not an object, or has a duplicate name (RFC 7519, section 4; RFC 7515, section 4). */
function parseObject(base64url: string): Record<string, unknown> | null {
  try {
    const json = Buffer.from(base64url, 'base64url').toString();
    const value: unknown = JSON.parse(json);
    if (!isObject(value)) return null;
    // If stringify returns the same text, there is no duplicate name. That holds for our own tokens; others are checked
    // in full.
    return JSON.stringify(value) === json || !hasDuplicateNames(json) ? value : null;
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
