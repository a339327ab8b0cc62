import { randomUUID } from 'node:crypto';
import { NotBeforeError, sign, verify } from 'jsonwebtoken';
import type { CallerIds } from '../../platform/errors/app-error';
import type { RejectionReason } from '../../platform/errors/rejection-reasons';
import { accessTokenRejected } from '../../platform/errors/token-rejections';
import { boundedMap } from '../../platform/runtime/bounded-map';
import type { Clock } from '../../platform/runtime/clock';
import { hasDuplicateNames } from '../../platform/runtime/json-text';
import { isRole, mostRoles } from '../users/role';
import type { Acr, Authentication } from './authentication';
import type { KeyRing } from './key-ring';
import { longestJwtTtlS } from './tokens.settings';

export interface AccessTokenSettings {
  issuer: string;
  audience: string;
  clientId: string;
  ttlS: number;
}

/** A super admin who acts as a user. */
export interface Actor {
  userId: string;
  /** The session of the super admin. The impersonation ends with it. */
  sessionId: string;
  /** The revision of that session when the impersonation started. */
  revision: number;
}

/** The user and the session of an access token. */
export interface Principal {
  userId: string;
  sessionId: string;
  /** The revision of the session when the token was issued (src/features/sessions/revocations.ts). */
  revision: number;
  /** The last time that the user proved who they are, in Unix seconds. */
  authTimeS: number;
  /** The strength of that proof: `aal1`, or `aal2` with a second factor. */
  acr: Acr;
  /** Null unless a super admin acts as the user. */
  actor: Actor | null;
  /** The roles of the user when the token was issued. A token with roles from before a change is rejected. */
  roles: readonly string[];
}

/** The claims of an access token (RFC 9068, section 2.2). Tokens of earlier versions lack the optional claims. */
export interface AccessTokenClaims {
  iss: string;
  aud: string;
  client_id?: string;
  sub: string;
  sid: string;
  jti: string;
  auth_time?: number;
  acr?: string;
  amr?: string[];
  /** The super admin who acts as the user (RFC 8693, section 4.1). */
  act?: { sub: string };
  act_sid?: string;
  act_rev?: number;
  roles?: string[];
  iat: number;
  exp: number;
}

interface VerifiedToken {
  /** The same object for each request with the token, so that a request makes no copy. */
  principal: Readonly<Principal>;
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
  private readonly verified = boundedMap<VerifiedToken>(10_000);

  constructor(
    private readonly keys: KeyRing,
    readonly settings: AccessTokenSettings,
    private readonly clock: Clock,
  ) {}

  /**
   * Issues an access token. A token must not outlive its session. `auth_time`, `acr` and `amr` say when and how the user
   * proved who they are (RFC 9068, section 2.2.1). `act` names a super admin who acts as the user (RFC 8693, section 4.1).
   * @throws AppError `SERVICE_UNAVAILABLE` before the keys are loaded
   */
  issue(
    subject: { userId: string; sessionId: string; revision: number; actor?: Actor },
    at: Date,
    session: Authentication & { authTs: Date; expiresTs: Date; roles: readonly string[] },
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
      auth_time: secondsOf(session.authTs),
      acr: session.acr,
      amr: session.amr,
      ...(subject.actor && actorClaims(subject.actor)),
      // Undefined members are not part of the JSON.
      roles: session.roles.length > 0 ? session.roles : undefined,
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
  verify(token: string): Readonly<Principal> {
    const now = this.clock().getTime() / 1000;
    const known = this.verified.get(token);
    const claims = known && this.keys.publicKey(known.kid) ? known : this.check(token, now);
    if (claims.exp <= now) throw accessTokenRejected('expired token');
    if (claims.iat > now + clockToleranceS) throw accessTokenRejected('not yet valid');
    if (claims !== known) this.verified.set(token, claims);
    return claims.principal;
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
    // Tokens of earlier versions lack some of these claims.
    const { iss, aud, sub, sid, rev = 0, jti, iat, exp, auth_time = iat, acr = 'aal1', roles = noRoles } = claims;
    if (iss !== this.settings.issuer) throw accessTokenRejected('wrong issuer');
    if (aud !== this.settings.audience) throw accessTokenRejected('wrong audience');
    const isWhole =
      [sub, sid, jti].every((id) => typeof id === 'string' && uuid.test(id)) &&
      [iat, exp, auth_time].every(Number.isInteger) &&
      (acr === 'aal1' || acr === 'aal2') &&
      areRoles(roles) &&
      Number.isSafeInteger(rev) &&
      Number(rev) >= 0 &&
      Number(exp) - Number(iat) <= longestJwtTtlS &&
      Number(exp) >= Number(iat);
    const actor = actorOf(claims);
    if (!isWhole || actor === 'malformed') throw accessTokenRejected('malformed token');
    return {
      principal: {
        userId: String(sub),
        sessionId: String(sid),
        revision: Number(rev),
        authTimeS: Number(auth_time),
        acr,
        actor,
        roles,
      },
      kid,
      iat: Number(iat),
      exp: Number(exp),
    };
  }
}

const noRoles: readonly string[] = [];
const areRoles = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length <= mostRoles && value.every(isRole);

const secondsOf = (time: Date): number => Math.floor(time.getTime() / 1000);

/** Returns the claims of a token that `AccessTokens` has verified, or has rejected only because it has expired. */
export function claimsOf(token: string): AccessTokenClaims {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
}

/** Returns the user and the session of such a token, and the super admin who acts as the user. */
export function subjectOf(token: string): CallerIds {
  const { sub, sid, act } = claimsOf(token);
  return { userId: sub, sessionId: sid, actor: act ? { userId: act.sub } : null };
}

const actorClaims = ({ userId, sessionId, revision }: Actor) => ({
  act: { sub: userId },
  act_sid: sessionId,
  act_rev: revision,
});

/** A token has all three claims or none of them. `act` has no further member: an actor has no actor. */
function actorOf({ sub, act, act_sid, act_rev }: Record<string, unknown>): Actor | null | 'malformed' {
  if (act === undefined && act_sid === undefined && act_rev === undefined) return null;
  if (!isObject(act) || Object.keys(act).join() !== 'sub' || act.sub === sub) return 'malformed';
  if (![act.sub, act_sid].every((id) => typeof id === 'string' && uuid.test(id))) return 'malformed';
  if (!Number.isSafeInteger(act_rev) || Number(act_rev) < 0) return 'malformed';
  return { userId: String(act.sub), sessionId: String(act_sid), revision: Number(act_rev) };
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
