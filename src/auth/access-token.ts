import { randomUUID } from 'node:crypto';
import { sign, verify } from 'jsonwebtoken';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock';
import { AppError } from '../errors';
import type { KeyRing } from '../signing-keys/key-ring';

export interface AccessTokenSettings {
  issuer: string;
  audience: string;
  ttlS: number;
}

/** Whom a token speaks for. */
export interface Principal {
  userId: string;
  sessionId: string;
}

interface VerifiedToken extends Principal {
  kid: string;
  iat: number;
  exp: number;
}

/** The longest life that a setting can give a token; one that claims more was not issued here. */
const longestTtlS = 86_400;
const longestToken = 4096;
/** Clocks of two instances may differ by so much. */
const clockToleranceS = 5;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const compactJws = /^[\w-]+\.[\w-]+\.[\w-]{86}$/;
/** What a header of ours has. Anything else, `crit`, `jku`, `jwk`, `x5u` and `x5c` included, is not ours. */
const headerNames = new Set(['alg', 'typ', 'kid']);

/** JWT access tokens in the profile of RFC 9068: ES256, `typ: at+jwt`, no personal data. */
export class AccessTokens {
  /** Tokens that were verified, by their whole text: a signature is checked once. */
  private readonly verified = new LRUCache<string, VerifiedToken>({
    max: 10_000,
  });

  constructor(
    private readonly keys: KeyRing,
    readonly settings: AccessTokenSettings,
    private readonly clock: Clock,
  ) {}

  /**
   * `notAfter` is the end of the session, which no token outlives.
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
      jti: randomUUID(),
      iat,
      exp,
    };
    const jwt = sign(claims, privateKey, { algorithm: 'ES256', header: { alg: 'ES256', typ: 'at+jwt', kid } });
    return { jwt, expiresInS: exp - iat };
  }

  /**
   * Strictly (RFC 8725): only what `issue` can have made, with a key of ours, in its time. Reads no file, database or
   * network for any header.
   * @throws AppError `UNAUTHENTICATED`; `SERVICE_UNAVAILABLE` while the keys are not loaded
   */
  verify(token: string): Principal {
    const now = this.clock().getTime() / 1000;
    const known = this.verified.get(token);
    const claims = known && this.keys.publicKey(known.kid) ? known : this.check(token, now);
    if (claims.exp <= now || claims.iat > now + clockToleranceS) throw new AppError('UNAUTHENTICATED');
    if (claims !== known) this.verified.set(token, claims);
    return { userId: claims.userId, sessionId: claims.sessionId };
  }

  private check(token: string, now: number): VerifiedToken {
    if (token.length > longestToken || !compactJws.test(token)) throw new AppError('UNAUTHENTICATED');
    const header = parseObject(token.slice(0, token.indexOf('.')));
    const isOurs = header?.alg === 'ES256' && header.typ === 'at+jwt' && typeof header.kid === 'string';
    if (!isOurs || Object.keys(header).some((name) => !headerNames.has(name))) throw new AppError('UNAUTHENTICATED');
    const kid = String(header.kid);
    const publicKey = this.keys.publicKey(kid);
    if (!publicKey) throw new AppError('UNAUTHENTICATED');

    const { issuer, audience } = this.settings;
    const claims = verifiedClaims(() =>
      verify(token, publicKey, { algorithms: ['ES256'], issuer, clockTimestamp: now }),
    );
    const { sub, sid, jti, aud, iat, exp } = claims;
    const isWhole =
      aud === audience &&
      [sub, sid, jti].every((id) => typeof id === 'string' && uuid.test(id)) &&
      Number.isInteger(iat) &&
      Number.isInteger(exp) &&
      Number(exp) - Number(iat) <= longestTtlS &&
      Number(exp) >= Number(iat);
    if (!isWhole) throw new AppError('UNAUTHENTICATED');
    return { userId: String(sub), sessionId: String(sid), kid, iat: Number(iat), exp: Number(exp) };
  }
}

function verifiedClaims(verifyToken: () => unknown): Record<string, unknown> {
  try {
    const claims = verifyToken();
    if (isObject(claims)) return claims;
  } catch {
    // Why is of no use to whoever sent it, and of much to whoever forges.
  }
  throw new AppError('UNAUTHENTICATED');
}

function parseObject(base64url: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(base64url, 'base64url').toString());
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
