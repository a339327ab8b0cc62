import { randomUUID } from 'node:crypto';
import { NotBeforeError, sign, verify } from 'jsonwebtoken';
import type { CallerIds } from '../../platform/errors/app-error';
import type { RejectionReason } from '../../platform/errors/rejection-reason';
import { boundedMap } from '../../platform/runtime/bounded-map';
import type { Clock } from '../../platform/runtime/clock';
import { isObject } from '../../platform/runtime/json-text';
import { isSlug, mostRolesOfMember, type OrganizationOfToken } from '../users/organization';
import { isRole, mostRoles } from '../users/role';
import { accessTokenRejected } from './access-token-rejection';
import type { Acr, Authentication } from './authentication';
import { parseObject, secondsOf } from './jws';
import type { KeyRing } from './key-ring';
import { tokenReasons } from './tokens.reasons';
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

/** The OAuth client of an access token that Gatehouse did not issue to itself. */
interface TokenClient {
  id: string;
  audience: string;
  scopes: readonly string[];
}

/** An access token of any audience. The caller decides what it is good for. */
export interface IssuedToken {
  /** Null for a token that a client got for itself (RFC 6749, section 4.4). */
  principal: Readonly<Principal> | null;
  clientId: string;
  audience: string;
  scopes: readonly string[];
}

/** An API key for which a token is issued. */
export interface KeyOfToken {
  id: string;
  userId: string;
  /** Of RESOURCES. Null: the key is for what takes the tokens of logins. */
  resource: string | null;
  scopes: readonly string[];
  /** Those of the key that the user has now. */
  roles: readonly string[];
  /** In whose name the program acts, with the roles of the user in it now. Null: none. */
  organization: OrganizationOfToken | null;
  /** The revision of the account. */
  revision: number;
  createdTs: Date;
  expiresTs: Date;
}

/** The API key of a request: itself, or an access token for which it was exchanged. */
export interface PrincipalKey {
  id: string;
  /** Null: the key is for what takes the tokens of logins. */
  resource: string | null;
  scopes: readonly string[];
}

/** The user and the session of an access token. */
export interface Principal {
  userId: string;
  /** That of an API key is the id of the key. */
  sessionId: string;
  /** The revision of the session when the token was issued (src/accounts/sessions/revocations.ts). */
  revision: number;
  /** The last time that the user proved who they are, in Unix seconds. */
  authTimeS: number;
  /** The strength of that proof: `aal1`, or `aal2` with a second factor. */
  acr: Acr;
  /** Null unless a super admin acts as the user. */
  actor: Actor | null;
  /** The scopes of the OAuth client that got the token for the user. Null: the user signed in at an API or on a page. */
  scopes: readonly string[] | null;
  /** Null unless a program acts with a key of the user. */
  key: PrincipalKey | null;
  /** The roles of the user when the token was issued. A token with roles from before a change is rejected. */
  roles: readonly string[];
  /** The organization in whose name the token was issued. Null: none. */
  organization: OrganizationOfToken | null;
}

/** Whom an access token is for. */
interface TokenSubject {
  userId: string;
  sessionId: string;
  revision: number;
  actor?: Actor | null;
  client?: TokenClient;
  organization?: OrganizationOfToken;
}

/** Claims of the operator for one token (TOKEN_CLAIMS). */
export interface CustomClaims {
  claims: object;
  /** Called if the token has no room for them, and is issued without them. */
  drop(): void;
}

/** The claims of an access token (RFC 9068, section 2.2). Tokens of earlier versions lack the optional claims. */
export interface AccessTokenClaims {
  iss: string;
  aud: string;
  client_id?: string;
  sub: string;
  /** Missing in a token that a client got for itself. */
  sid?: string;
  rev?: number;
  scope?: string;
  jti: string;
  auth_time?: number;
  acr?: string;
  amr?: string[];
  /** The super admin who acts as the user (RFC 8693, section 4.1). */
  act?: { sub: string };
  act_sid?: string;
  act_rev?: number;
  /** The API key for which the token was issued. It is the `sid`, too. */
  key_id?: string;
  roles?: string[];
  /** The organization in whose name the token was issued, and the roles of the user in it. */
  org_id?: string;
  org_slug?: string;
  org_roles?: string[];
  org_rev?: number;
  iat: number;
  exp: number;
}

interface VerifiedToken {
  /** The same objects for each request with the token, so that a request makes no copy. */
  token: IssuedToken;
  kid: string;
  iat: number;
  exp: number;
}

/** No document says one. Proxies take headers of 8 kB, and a request has others. */
const longestToken = 4096;
/** Seconds, between the clocks of two instances: the small leeway of RFC 7519, section 4.1.4. */
const clockToleranceS = 5;
/** RFC 9562, section 4, as Gatehouse writes it. */
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** RFC 7515, section 7.1, with the signature of ES256 (RFC 7518, section 3.4). */
const compactJws = /^[\w-]+\.[\w-]+\.[\w-]{86}$/;
/** The header parameters of our tokens (RFC 7515, section 4.1). Tokens with any other (`crit`, `jku`, `jwk`, `x5u`, `x5c`) are rejected. */
const headerNames = new Set(['alg', 'typ', 'kid']);

/**
 * Issues and verifies JWT access tokens in the profile of RFC 9068: ES256, `typ: at+jwt`, without personal data, unless the
 * operator adds it with TOKEN_CLAIMS.
 */
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
   * proved who they are (RFC 9068, section 2.2.1). `client` is the OAuth client of the session. `act` names a super admin who
   * acts as the user (RFC 8693, section 4.1). `organization` is the one in whose name the token is. `custom` are further claims, which never replace ours.
   * @throws AppError `SERVICE_UNAVAILABLE` before the keys are loaded
   */
  issue(
    subject: TokenSubject,
    at: Date,
    session: Authentication & { authTs: Date; expiresTs: Date; roles: readonly string[] },
    custom: CustomClaims | null = null,
  ): { jwt: string; expiresInS: number } {
    const iat = secondsOf(at);
    const exp = Math.min(iat + this.settings.ttlS, secondsOf(session.expiresTs));
    const claims = {
      iss: this.settings.issuer,
      aud: subject.client?.audience ?? this.settings.audience,
      client_id: subject.client?.id ?? this.settings.clientId,
      scope: subject.client?.scopes.join(' '),
      sub: subject.userId,
      sid: subject.sessionId,
      rev: subject.revision,
      jti: randomUUID(),
      auth_time: secondsOf(session.authTs),
      acr: session.acr,
      amr: session.amr,
      ...(subject.actor && actorClaims(subject.actor)),
      ...(subject.organization && organizationClaims(subject.organization)),
      // Undefined members are not part of the JSON.
      roles: session.roles.length > 0 ? session.roles : undefined,
      iat,
      exp,
    };
    return { jwt: this.signedWith(claims, custom), expiresInS: exp - iat };
  }

  /**
   * Issues an access token that a client gets for itself, which has no user and no session (RFC 9068, section 2.2).
   * @throws AppError `SERVICE_UNAVAILABLE` before the keys are loaded
   */
  issueToClient({ id, audience, scopes }: TokenClient, at: Date): { jwt: string; expiresInS: number } {
    const iat = secondsOf(at);
    const exp = iat + this.settings.ttlS;
    const scope = scopes.length > 0 ? scopes.join(' ') : undefined;
    const ids = { iss: this.settings.issuer, aud: audience, client_id: id, sub: id, jti: randomUUID() };
    return { jwt: this.signed(Object.assign(ids, { scope, iat, exp })), expiresInS: this.settings.ttlS };
  }

  /**
   * Issues an access token for an API key. Always with a scope, so that a release without keys takes it for one of an
   * application, to which no operation is open.
   * @throws AppError `SERVICE_UNAVAILABLE` before the keys are loaded
   */
  issueToKey(key: KeyOfToken, at: Date): { jwt: string; expiresInS: number } {
    const iat = secondsOf(at);
    const exp = Math.min(iat + this.settings.ttlS, secondsOf(key.expiresTs));
    const claims = this.claimsOfKey(key);
    return { jwt: this.signed({ ...claims, jti: randomUUID(), iat, exp }), expiresInS: exp - iat };
  }

  /** What an access token for the key says, and an introspection of the key. */
  claimsOfKey(key: Omit<KeyOfToken, 'expiresTs'>) {
    const { id, userId, resource, scopes, roles, organization, revision, createdTs } = key;
    const { issuer, audience, clientId } = this.settings;
    return {
      iss: issuer,
      aud: resource ?? audience,
      client_id: clientId,
      scope: scopes.join(' '),
      sub: userId,
      sid: id,
      key_id: id,
      rev: revision,
      auth_time: secondsOf(createdTs),
      acr: 'aal1',
      amr: [],
      ...(organization && organizationClaims(organization)),
      ...(roles.length > 0 && { roles: [...roles] }),
    };
  }

  /** A token that is too long would be rejected by ourselves, so it has no custom claims. */
  private signedWith(claims: object, custom: CustomClaims | null): string {
    if (!custom) return this.signed(claims);
    const jwt = this.signed(Object.assign({}, custom.claims, claims));
    if (jwt.length <= longestToken) return jwt;
    custom.drop();
    return this.signed(claims);
  }

  private signed(claims: object): string {
    const { kid, privateKey } = this.keys.signingKey();
    return sign(claims, privateKey, { algorithm: 'ES256', header: { alg: 'ES256', typ: 'at+jwt', kid } });
  }

  /**
   * Verifies an access token for our own APIs (RFC 8725). Accepts only tokens that `issue` can have made for them, with one
   * of our keys, during their lifetime. A header of the token never causes access to a file, a database or the network.
   * @throws AppError `UNAUTHENTICATED` with the reason; `SERVICE_UNAVAILABLE` before the keys are loaded
   */
  verify(token: string): Readonly<Principal> {
    const now = this.now();
    const known = this.known(token, now);
    const { principal, audience } = known.token;
    if (audience !== this.settings.audience || !principal) throw accessTokenRejected(tokenReasons['wrong audience']);
    checkTimes(known, now);
    return principal;
  }

  /**
   * Verifies an access token of any audience, for an endpoint that every client may use with its own token.
   * @throws AppError as `verify`
   */
  verifyIssued(token: string): IssuedToken {
    const now = this.now();
    const known = this.known(token, now);
    checkTimes(known, now);
    return known.token;
  }

  /**
   * Verifies an access token that a service got for the administration. Null for every other token that we have issued.
   * @throws AppError as `verify`
   */
  verifyOfService(token: string): Pick<IssuedToken, 'clientId' | 'scopes'> | null {
    const now = this.now();
    const known = this.known(token, now);
    const { principal, audience } = known.token;
    if (audience !== adminAudienceOf(this.settings.issuer) || principal) return null;
    checkTimes(known, now);
    return known.token;
  }

  private now(): number {
    return this.clock().getTime() / 1000;
  }

  private known(token: string, now: number): VerifiedToken {
    const known = this.verified.get(token);
    if (known && this.keys.publicKey(known.kid)) return known;
    const checked = this.check(token, now);
    // Only tokens that can be accepted are remembered.
    if (checked.exp > now && checked.iat <= now + clockToleranceS) this.verified.set(token, checked);
    return checked;
  }

  private check(token: string, now: number): VerifiedToken {
    if (token.length > longestToken || !compactJws.test(token))
      throw accessTokenRejected(tokenReasons['malformed token']);
    const [head = '', payload = ''] = token.split('.');
    const header = parseObject(head);
    const isOurs = header?.alg === 'ES256' && header.typ === 'at+jwt' && typeof header.kid === 'string';
    if (!isOurs || Object.keys(header).some((name) => !headerNames.has(name))) {
      throw accessTokenRejected(tokenReasons['malformed token']);
    }
    const kid = String(header.kid);
    const publicKey = this.keys.publicKey(kid);
    if (!publicKey) throw accessTokenRejected(tokenReasons['unknown key']);

    try {
      // The caller checks the expiry, because it must also check the expiry of remembered tokens.
      verify(token, publicKey, { algorithms: ['ES256'], clockTimestamp: now, ignoreExpiration: true });
    } catch (error) {
      throw accessTokenRejected(reasonOf(error));
    }
    const claims = parseObject(payload);
    if (!claims) throw accessTokenRejected(tokenReasons['malformed token']);
    // Tokens of earlier versions lack some of these claims.
    const { iss, aud, sub, sid, rev = 0, jti, iat, exp, auth_time = iat, acr = 'aal1', roles = noRoles } = claims;
    if (iss !== this.settings.issuer) throw accessTokenRejected(tokenReasons['wrong issuer']);
    if (typeof aud !== 'string') throw accessTokenRejected(tokenReasons['wrong audience']);
    const { client_id = this.settings.clientId, scope = '', key_id = null } = claims;
    const isOfClient = sid === undefined && sub === client_id;
    const isWhole =
      [client_id, scope].every((text) => typeof text === 'string') &&
      [sub, isOfClient ? sub : sid, jti].every((id) => typeof id === 'string' && uuid.test(id)) &&
      [iat, exp, auth_time].every(Number.isInteger) &&
      (acr === 'aal1' || acr === 'aal2') &&
      (key_id === null || (key_id === sid && claims.scope !== undefined)) &&
      areRoles(roles) &&
      isRevision(rev) &&
      Number(exp) - Number(iat) <= longestJwtTtlS &&
      Number(exp) >= Number(iat);
    const actor = actorOf(claims);
    const organization = organizationOf(claims);
    const scopes = String(scope).split(' ').filter(Boolean);
    if (!isWhole || actor === 'malformed' || organization === 'malformed')
      throw accessTokenRejected(tokenReasons['malformed token']);
    const principal: Principal = {
      userId: String(sub),
      sessionId: String(sid),
      revision: Number(rev),
      authTimeS: Number(auth_time),
      acr,
      actor,
      // Only tokens of OAuth clients have the claim, also without any scope.
      scopes: claims.scope === undefined || key_id !== null ? null : scopes,
      key: key_id === null ? null : { id: String(sid), resource: aud === this.settings.audience ? null : aud, scopes },
      roles,
      organization,
    };
    return {
      token: {
        principal: isOfClient ? null : principal,
        clientId: String(client_id),
        audience: aud,
        scopes,
      },
      kid,
      iat: Number(iat),
      exp: Number(exp),
    };
  }
}

/** The audience of tokens with which a service uses the administration API, and nothing else. No client has it as its own. */
export const adminAudienceOf = (issuer: string): string => `${issuer}/admin`;

function checkTimes({ exp, iat }: VerifiedToken, now: number): void {
  if (exp <= now) throw accessTokenRejected(tokenReasons['expired token']);
  if (iat > now + clockToleranceS) throw accessTokenRejected(tokenReasons['not yet valid']);
}

const noRoles: readonly string[] = [];
const areRoles = (value: unknown, most = mostRoles): value is readonly string[] =>
  Array.isArray(value) && value.length <= most && value.every(isRole);
const isRevision = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

/** Returns the claims of a token that `AccessTokens` has verified, or has rejected only because it has expired. */
export function claimsOf(token: string): AccessTokenClaims {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
}

/** Returns the user and the session of such a token, and the super admin who acts as the user. */
export function subjectOf(token: string): CallerIds {
  const { sub, sid = '', act } = claimsOf(token);
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
  if (!isRevision(act_rev)) return 'malformed';
  return { userId: String(act.sub), sessionId: String(act_sid), revision: act_rev };
}

const organizationClaims = ({ id, slug, roles, revision }: OrganizationOfToken) => ({
  org_id: id,
  org_slug: slug,
  org_roles: [...roles],
  org_rev: revision,
});

/** A token has all four claims or none of them. */
function organizationOf(claims: Record<string, unknown>): OrganizationOfToken | null | 'malformed' {
  const { org_id: id, org_slug: slug, org_roles: roles, org_rev: revision } = claims;
  if ([id, slug, roles, revision].every((claim) => claim === undefined)) return null;
  const isWhole = typeof id === 'string' && uuid.test(id) && isSlug(slug) && isRevision(revision);
  return isWhole && areRoles(roles, mostRolesOfMember) ? { id, slug, roles, revision } : 'malformed';
}

/** Converts an error of `jsonwebtoken` to a reason. */
function reasonOf(error: unknown): RejectionReason {
  if (error instanceof NotBeforeError) return tokenReasons['not yet valid'];
  return error instanceof Error && error.message === 'invalid signature'
    ? tokenReasons['bad signature']
    : tokenReasons['malformed token'];
}
