import { randomUUID } from 'node:crypto';
import { NotBeforeError, sign, verify } from 'jsonwebtoken';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock';
import { longestJwtTtlS } from '../config';
import { accessTokenRejected } from '../errors';
import { hasDuplicateNames } from '../json-text';
import type { RejectionReason } from '../rejection-reasons';
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
  /** The account's when the session was opened (src/sessions/revocations.ts). */
  revision: number;
}

interface VerifiedToken extends Principal {
  kid: string;
  iat: number;
  exp: number;
}

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
      rev: subject.revision,
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
      // Whether it has expired is asked about a remembered token, too: where it is remembered.
      verify(token, publicKey, { algorithms: ['ES256'], clockTimestamp: now, ignoreExpiration: true });
    } catch (error) {
      throw accessTokenRejected(reasonOf(error));
    }
    const claims = parseObject(payload);
    if (!claims) throw accessTokenRejected('malformed token');
    // A token of the version before has no "rev".
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

/** Whom a token speaks for of which it is known that it was signed here. */
export function subjectOf(token: string): Pick<Principal, 'userId' | 'sessionId'> {
  const claims = parseObject(token.split('.')[1] ?? '');
  return { userId: String(claims?.sub), sessionId: String(claims?.sid) };
}

/** Of an error of `jsonwebtoken`. */
function reasonOf(error: unknown): RejectionReason {
  if (error instanceof NotBeforeError) return 'not yet valid';
  return error instanceof Error && error.message === 'invalid signature' ? 'bad signature' : 'malformed token';
}

/** Null for what is no object, or has a name twice (RFC 7519, section 4; RFC 7515, section 4). */
function parseObject(base64url: string): Record<string, unknown> | null {
  try {
    const json = Buffer.from(base64url, 'base64url').toString();
    const value: unknown = JSON.parse(json);
    if (!isObject(value)) return null;
    // What is written again to the letter has no name twice, and what is issued here is: the longer look is for others.
    return JSON.stringify(value) === json || !hasDuplicateNames(json) ? value : null;
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
