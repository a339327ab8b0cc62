import { accessDetails } from '../../accounts/applications/access-details';
import { isAdminScope, isForAdministration } from '../../accounts/applications/admin-scope';
import { applicationReasons } from '../../accounts/applications/applications.reasons';
import { audienceOf } from '../../accounts/applications/client-audience';
import { type ClientAuthenticator, clientRejected } from '../../accounts/applications/client-authenticator';
import { type Access, covers } from '../../accounts/applications/consent';
import type { ConsentStore } from '../../accounts/applications/consent.store';
import {
  type DeviceAuthorization,
  deviceGrant,
  isDeviceClient,
} from '../../accounts/applications/device-authorization';
import type { DeviceAuthorizationStore } from '../../accounts/applications/device-authorization.store';
import type { DeviceCodes } from '../../accounts/applications/device-code';
import type { OAuthClient } from '../../accounts/applications/oauth-client';
import type { OAuthClientStore } from '../../accounts/applications/oauth-client.store';
import {
  invalidTarget,
  namesIn,
  type ProtectedResource,
  type ProtectedResources,
  scopesFor,
  scopesInToken,
} from '../../accounts/applications/protected-resource';
import type { OrganizationStore } from '../../accounts/memberships/organization.store';
import { challengeOf } from '../../accounts/providers/provider-results';
import { providerReasons } from '../../accounts/providers/providers.reasons';
import type { ClientSessionStore } from '../../accounts/sessions/client-session.store';
import type { LiveSessions } from '../../accounts/sessions/live-sessions';
import type { Session, SessionOfUser } from '../../accounts/sessions/session';
import type { SessionService } from '../../accounts/sessions/session.service';
import { sessionEnds } from '../../accounts/sessions/sessions.reasons';
import type { AccessTokens } from '../../accounts/tokens/access-token';
import type { TokenClaims } from '../../accounts/tokens/token-claims';
import { tokenReasons } from '../../accounts/tokens/tokens.reasons';
import { isOpenidScope } from '../../accounts/users/openid-scopes';
import type { OrganizationClaims } from '../../accounts/users/organization';
import type { Person } from '../../accounts/users/user';
import type { Credentials, UserStore } from '../../accounts/users/user.store';
import type { Transact } from '../../platform/db/database';
import type { Lookup } from '../../platform/db/lookup';
import { AppError, invalidField } from '../../platform/errors/app-error';
import type { ErrorCode } from '../../platform/errors/error-table';
import type { RejectionReason } from '../../platform/errors/rejection-reason';
import type { TokenDetails } from '../../platform/one-time-tokens/one-time-token';
import type { OneTimeTokenStore } from '../../platform/one-time-tokens/one-time-token.store';
import type { OneTimeTokens, ProvenToken } from '../../platform/one-time-tokens/one-time-tokens';
import { oneTimeTokenReasons } from '../../platform/one-time-tokens/one-time-tokens.reasons';
import { type AuditSubject, type RunOperation, readInput } from '../../platform/operations/run-operation';
import type { RateLimits } from '../../platform/rate-limits/rate-limits';
import type { RequestContext } from '../../platform/request/request-context';
import type { Clock } from '../../platform/runtime/clock';
import { isSameText } from '../../platform/runtime/same-text';
import { isRegistered } from './authorization-request';
import type { IdTokens } from './id-tokens';
import { openidLimits } from './openid.limits';
import { issueTokens } from './openid.operations';
import { openidPurposes } from './openid.purposes';
import type { OpenidClaims } from './openid-claims';
import { type Grant, grants, type OpenidCounts } from './openid-counts';

/** RFC 6749, section 5.1. */
export interface IssuedTokens {
  accessToken: string;
  expiresInS: number;
  scopes: readonly string[];
  /** Null without offline access. */
  refreshToken: string | null;
  /** Null without the scope `openid`. */
  idToken: string | null;
}

/** The parameters of a request for tokens, by their names in camelCase. The values can be wrong. */
export type TokenRequestFields = Readonly<
  Partial<
    Record<
      | 'grantType'
      | 'code'
      | 'deviceCode'
      | 'redirectUri'
      | 'codeVerifier'
      | 'refreshToken'
      | 'scope'
      | 'resource'
      | 'clientId'
      | 'clientSecret'
      | 'clientAssertion',
      string | undefined
    >
  >
>;

export interface GrantServiceNeeds {
  operation: RunOperation;
  clients: Pick<ClientAuthenticator, 'identify'>;
  stores: {
    deviceAuthorizations: Pick<DeviceAuthorizationStore, 'poll'>;
    users: Pick<UserStore, 'findCredentialsById'>;
    transaction: Transact<{
      oneTimeTokens: OneTimeTokenStore;
      deviceAuthorizations: Pick<DeviceAuthorizationStore, 'consume'>;
      oauthClients: Pick<OAuthClientStore, 'holdEnabled'>;
      consents: Pick<ConsentStore, 'find'>;
      clientSessions: ClientSessionStore;
    }>;
  };
  lookups: { people: Lookup<Person> };
  oneTimeTokens: OneTimeTokens;
  /** Null without pages, on which people type the codes. */
  deviceCodes: Pick<DeviceCodes, 'idOf'> | null;
  sessions: SessionService;
  liveSessions: Pick<LiveSessions, 'end' | 'findByUnusedRefreshToken'>;
  accessTokens: AccessTokens;
  tokenClaims: Pick<TokenClaims, 'of'>;
  idTokens: Pick<IdTokens, 'issue'>;
  openidClaims: Pick<OpenidClaims, 'of'>;
  rateLimits: Pick<RateLimits, 'failures'>;
  counts: OpenidCounts;
  resources: ProtectedResources;
  /** Null without ORGANIZATIONS. */
  organizations: Pick<OrganizationStore, 'findSession'> | null;
  clock: Clock;
}

type GrantStores = Parameters<Parameters<GrantServiceNeeds['stores']['transaction']>[1]>[0];

/** A session that a user has allowed a client. */
interface AllowedSession {
  /** Of the session. */
  id: string;
  userId: string;
  originSessionId: string;
  scopes: readonly string[];
  resource: string | null;
  organizationId: string | null;
  nonce: string | null;
  /** The user, if a device gets the session. */
  onDeviceOf: Pick<Credentials, 'user' | 'emailCanonical'> | null;
  /** Uses the code up. @throws AppError `INVALID_TOKEN` */
  consume(tx: GrantStores): Promise<void>;
  /** Whether the client may have it, as it is now. */
  isOpenTo(tx: GrantStores, client: OAuthClient, access: Access): Promise<boolean>;
}

/** A request of an authenticated client. */
interface GrantRequest {
  client: OAuthClient;
  fields: TokenRequestFields;
  context: RequestContext;
  subject: AuditSubject;
}

/**
 * RFC 6749, section 4.1.2, forbids a second use. A proxy repeats a request whose answer it has lost: then a used code means
 * nothing, if everything else is right.
 */
const repetitionMs = 10_000;
/** RFC 7636, section 4.1. */
const verifierForm = /^[A-Za-z0-9._~-]{43,128}$/;

/** The token endpoint (RFC 6749, section 3.2). */
export class GrantService {
  private readonly grants: Readonly<Record<Grant, (request: GrantRequest) => Promise<IssuedTokens>>> = {
    authorization_code: (request) => this.redeem(request),
    refresh_token: (request) => this.refresh(request),
    client_credentials: (request) => this.issueToClient(request),
    [deviceGrant]: (request) => this.redeemDevice(request),
  };

  constructor(private readonly needs: GrantServiceNeeds) {}

  issue(sent: TokenRequestFields, context: RequestContext): Promise<IssuedTokens> {
    return this.needs.operation(issueTokens, context, async (subject) => {
      const client = await this.needs.clients.identify(sent, context, subject);
      const fields = readInput(issueTokens, sent, context);
      const grant = grants.find((one) => one === fields.grantType);
      if (!grant || (grant === deviceGrant && !this.needs.deviceCodes))
        throw invalidField('grantType', 'is not supported', 'unsupported_grant_type');
      const isOfPerson = grant !== 'client_credentials';
      if (client.kind === (isOfPerson ? 'service' : 'public')) {
        throw invalidField('grantType', 'is not for this kind of client', 'unauthorized_client');
      }
      const issuing = () => this.grants[grant]({ client, fields, context, subject });
      // A client with a secret has proved who it is, and its people's sessions end every day.
      const tokens =
        client.kind === 'public'
          ? await this.needs.rateLimits.failures(openidLimits.TOKEN_NETWORK, context, issuing)
          : await issuing();
      this.needs.counts.add(grant);
      return tokens;
    });
  }

  /** RFC 6749, section 4.1.3. */
  private async redeem(request: GrantRequest): Promise<IssuedTokens> {
    const { fields, context } = request;
    const { code } = fields;
    if (code === undefined) throw invalidField('code', 'is required');
    if (fields.redirectUri === undefined) throw invalidField('redirectUri', 'is required');
    try {
      return await context.timings.measure('database', () => this.redeemOnce(code, request));
    } catch (error) {
      const isUsed = error instanceof AppError && error.reason === oneTimeTokenReasons['used link'];
      if (isUsed) await context.timings.measure('database', () => this.endReused(code, request));
      throw invalidGrantIf('INVALID_TOKEN', error, invalidGrant.code);
    }
  }

  private async redeemOnce(code: string, request: GrantRequest): Promise<IssuedTokens> {
    const { client, fields, subject } = request;
    const proven = await this.needs.oneTimeTokens.prove({ token: code }, [openidPurposes.authorization_code], subject);
    const { details } = proven.token;
    if (details.redirectUri !== fields.redirectUri || !isOf(details, client, fields)) {
      throw new AppError('INVALID_TOKEN', { reason: providerReasons['wrong verifier'] });
    }
    const named = this.needs.resources.named(fields.resource, client);
    if (named && named.id !== details.resource) throw invalidTarget('is not that of the code');
    return this.openSession(
      {
        userId: userOf(proven),
        id: details.sessionId ?? '',
        originSessionId: details.originSessionId ?? '',
        scopes: namesIn(details.scope),
        resource: details.resource ?? null,
        organizationId: details.organizationId ?? null,
        nonce: details.nonce ?? null,
        onDeviceOf: null,
        consume: async (tx) => void (await this.needs.oneTimeTokens.consume(tx, proven)),
        isOpenTo: async (tx, now, access) => {
          const consent = now.firstParty ? null : await tx.consents.find(userOf(proven), now.id);
          return (now.firstParty || covers(consent, access)) && isRegistered(details.redirectUri ?? '', now);
        },
      },
      request,
    );
  }

  /** RFC 8628, sections 3.4 and 3.5. */
  private async redeemDevice(request: GrantRequest): Promise<IssuedTokens> {
    const { client, fields, context, subject } = request;
    if (!isDeviceClient(client)) throw invalidField('grantType', 'is not for this client', 'unauthorized_client');
    if (fields.deviceCode === undefined) throw invalidField('deviceCode', 'is required');
    const id = this.needs.deviceCodes?.idOf(fields.deviceCode) ?? null;
    const at = this.needs.clock();
    const poll = { id: id ?? '', clientId: client.id, at };
    const { timings } = context;
    const device =
      id === null ? null : await timings.measure('database', () => this.needs.stores.deviceAuthorizations.poll(poll));
    if (!device) throw deviceRejected(oneTimeTokenReasons['unknown link']);
    subject.userId = device.userId ?? undefined;
    if (device.usedTs !== null) {
      await timings.measure('database', () => this.endOfUsedDevice(device, context));
      throw deviceRejected(oneTimeTokenReasons['used link']);
    }
    const problem = deviceProblem(device, at);
    if (problem) throw problem;
    const named = this.needs.resources.named(fields.resource, client);
    if (named && named.id !== device.resource) throw invalidTarget('is not that of the device code');
    return timings
      .measure('database', () => this.redeemAllowed(device, request))
      .catch((error: unknown) => {
        throw invalidGrantIf('INVALID_TOKEN', error, invalidGrant.deviceCode);
      });
  }

  private async redeemAllowed(device: DeviceAuthorization, request: GrantRequest): Promise<IssuedTokens> {
    const { id, clientId, originSessionId, scopes, resource } = device;
    const account = await this.needs.stores.users.findCredentialsById(device.userId ?? '');
    if (!account || originSessionId === null) throw deviceRejected(oneTimeTokenReasons['unknown link']);
    return this.openSession(
      {
        ...{ userId: account.user.id, id, originSessionId, scopes, resource },
        organizationId: null,
        nonce: null,
        onDeviceOf: account,
        consume: async (tx) => {
          const isFirst = await tx.deviceAuthorizations.consume({ id, clientId, at: this.needs.clock() });
          if (!isFirst) throw deviceRejected(oneTimeTokenReasons['used link']);
        },
        isOpenTo: async (_tx, now) => isDeviceClient(now),
      },
      request,
    );
  }

  /** As with a code: one of the two senders has stolen it, unless the device has lost the answer and repeats its request. */
  private async endOfUsedDevice({ id, userId, usedTs, clientId }: DeviceAuthorization, context: RequestContext) {
    if (userId === null || usedTs === null) return;
    if (this.needs.clock().getTime() - usedTs.getTime() <= repetitionMs) return;
    await this.needs.liveSessions.end({ userId, id }, sessionEnds.code_reuse, context, { clientId });
  }

  /**
   * Uses the code up in the transaction that opens the session, so that a code opens one session, or none is used up. The
   * session has what the client may have now, not when it asked for the code.
   */
  private async openSession(allowed: AllowedSession, request: GrantRequest): Promise<IssuedTokens> {
    const {
      client: { id: clientId },
      context,
      subject,
    } = request;
    const { userId, id, originSessionId, organizationId, nonce, onDeviceOf } = allowed;
    const opened = await this.needs.stores.transaction(userId, async (tx) => {
      await allowed.consume(tx);
      const client = await tx.oauthClients.holdEnabled(clientId);
      if (!client) throw clientRejected(applicationReasons['unknown client']);
      const resource = this.resourceOf(allowed.resource, client);
      const open = scopesFor(client, resource);
      const access = { scopes: allowed.scopes.filter((scope) => open.includes(scope)), resource, organizationId };
      // Thrown, so that the transaction is rolled back.
      if (!(await allowed.isOpenTo(tx, client, access))) {
        throw new AppError('INVALID_TOKEN', { reason: applicationReasons['unknown client'] });
      }
      const reached = { resource: resource?.id ?? null, organizationId };
      const details = accessDetails(client, reached);
      const options = {
        ...{ id, userId, clientId, originSessionId, onDeviceOf, ...reached },
        scopes: access.scopes,
        accessTokenTtlS: this.needs.accessTokens.settings.ttlS,
        details: onDeviceOf ? Object.assign(details, { device: true }) : details,
      };
      const session = await this.needs.sessions.openForClient(tx, options, context);
      if (!session) throw new AppError('INVALID_TOKEN', { reason: tokenReasons['ended session'] });
      return Object.assign(session, { client });
    });
    this.needs.sessions.rejectTokensOf(opened.ended);
    const { client, session, refreshToken } = opened;
    subject.sessionId = session.id;
    const scopes = session.client?.scopes ?? [];
    const { timings } = context;
    return this.tokensOf(client, session, { scopes, refreshToken, nonce, at: this.needs.clock(), timings });
  }

  /**
   * Ends the session of a code that comes a second time: one of the two senders has stolen it (RFC 6749, section 4.1.2). Not
   * soon after the first use, by the same client with everything right.
   */
  private async endReused(code: string, { client, fields, context }: GrantRequest): Promise<void> {
    const used = await this.needs.oneTimeTokens.findOver(code, [openidPurposes.authorization_code]);
    if (!used?.usedTs || used.userId === null) return;
    const { details } = used;
    const isSoon = this.needs.clock().getTime() - used.usedTs.getTime() <= repetitionMs;
    if (isSoon && isOf(details, client, fields)) return;
    const which = { userId: used.userId, id: details.sessionId ?? '' };
    await this.needs.liveSessions.end(which, sessionEnds.code_reuse, context, { clientId: client.id });
  }

  /** RFC 6749, section 6. The scope can only become smaller, and only for this access token. */
  private async refresh(request: GrantRequest): Promise<IssuedTokens> {
    const { client, fields, context, subject } = request;
    const { refreshToken: token } = fields;
    if (token === undefined) throw invalidField('refreshToken', 'is required');
    const { timings } = context;
    const scopesOf = (session: Session) => {
      const open = scopesFor(client, this.resourceOf(session.client?.resource ?? null, client));
      const allowed = (session.client?.scopes ?? []).filter((scope) => open.includes(scope));
      return askedScopes(fields, allowed, 'has more than was allowed');
    };
    if (fields.scope !== undefined) {
      // A token that an exchange in vain had used up would later count as stolen.
      const unused = await timings.measure('database', () => this.needs.liveSessions.findByUnusedRefreshToken(token));
      if (unused?.client?.id === client.id) scopesOf(unused);
    }
    const named = this.needs.resources.named(fields.resource, client);
    const resources = named ? [named.id] : ['', ...this.needs.resources.idsFor(client)];
    const { session, refreshToken } = await timings
      .measure('database', () => this.needs.sessions.renew(token, context, subject, { id: client.id, resources }))
      .catch((error: unknown) => {
        throw invalidGrantIf('UNAUTHENTICATED', error, invalidGrant.refreshToken);
      });
    const at = this.needs.clock();
    return this.tokensOf(client, session, { scopes: scopesOf(session), refreshToken, nonce: null, at, timings });
  }

  /**
   * RFC 6749, section 4.4. The scopes of OpenID Connect are about people. A token for the administration opens nothing else, so
   * its scopes must be asked for by name, and come alone.
   */
  private async issueToClient({ client, fields }: GrantRequest): Promise<IssuedTokens> {
    const resource = this.needs.resources.named(fields.resource, client);
    const ofClient = scopesFor(client, resource).filter((scope) => !isOpenidScope(scope));
    const byDefault = ofClient.filter((scope) =>
      resource ? resource.defaultScopes.includes(scope) : !isForAdministration(client, [scope]),
    );
    const allowed = fields.scope === undefined ? byDefault : ofClient;
    const scopes = askedScopes(fields, allowed, 'has a name that this client cannot have');
    if (isForAdministration(client, scopes) && !scopes.every(isAdminScope)) {
      throw invalidField('scope', 'has other names beside those for the administration', 'invalid_scope');
    }
    const audience = resource?.id ?? audienceOf(client, scopes, this.needs.accessTokens.settings);
    const token = { id: client.id, audience, scopes };
    const { jwt, expiresInS } = this.needs.accessTokens.issueToClient(token, this.needs.clock());
    return { accessToken: jwt, expiresInS, scopes, refreshToken: null, idToken: null };
  }

  /** @throws AppError `VALIDATION_FAILED` */
  private resourceOf(id: string | null, client: OAuthClient): ProtectedResource | null {
    return id === null ? null : this.needs.resources.get(id, client);
  }

  /**
   * After the session was opened or renewed: see `TokenClaims.of`.
   * @throws AppError `INVALID_TOKEN` if the user is no longer a member, or the organization is disabled
   */
  private async organizationOf(
    { id, client }: SessionOfUser,
    timings: RequestContext['timings'],
  ): Promise<OrganizationClaims | undefined> {
    const organizationId = client?.organizationId ?? null;
    const { organizations } = this.needs;
    if (organizationId === null) return undefined;
    const found =
      organizations && (await timings.measure('database', () => organizations.findSession(id, organizationId)));
    if (found && !found.isDisabled) return found.organization;
    throw organizationEnded();
  }

  private async tokensOf(
    client: OAuthClient,
    session: SessionOfUser,
    {
      scopes,
      refreshToken,
      nonce,
      at,
      timings,
    }: {
      scopes: readonly string[];
      refreshToken: string | null;
      nonce: string | null;
      at: Date;
      timings: RequestContext['timings'];
    },
  ): Promise<IssuedTokens> {
    const resource = this.resourceOf(session.client?.resource ?? null, client);
    const audience = resource?.id ?? audienceOf(client, scopes, this.needs.accessTokens.settings);
    const { userId, id: sessionId, revision } = session;
    const inToken = { id: client.id, audience, scopes: scopesInToken(scopes, client, resource) };
    const organization = await this.organizationOf(session, timings);
    const subject = { userId, sessionId, revision, client: inToken, ...(organization && { organization }) };
    const { authTs, expiresTs, acr, amr } = session;
    // A client can read its access tokens, and a third party knows the roles only if the user has allowed it.
    const roles = client.firstParty || scopes.includes('roles') ? session.roles : [];
    const proof = { authTs, expiresTs, acr, amr, roles };
    // Nobody asks the user whether a third party may know them.
    const claims = client.firstParty ? await this.needs.tokenClaims.of(userId, timings, organization) : null;
    const { jwt: accessToken, expiresInS } = this.needs.accessTokens.issue(subject, at, proof, claims);
    const isOpenid = scopes.includes('openid');
    const person = isOpenid
      ? await timings.measure('database', () => this.needs.lookups.people.findById(userId))
      : null;
    const ofUser = person && (await this.needs.openidClaims.of(person, scopes, timings));
    const idToken =
      ofUser && (await this.needs.idTokens.issue({ client, session, claims: ofUser, accessToken, nonce }));
    return { accessToken, expiresInS, scopes, refreshToken, idToken };
  }
}

/** Whether the client that has asked for the code redeems it (RFC 7636, section 4.6). */
function isOf(details: TokenDetails, client: OAuthClient, { codeVerifier }: TokenRequestFields): boolean {
  if (details.clientId !== client.id) return false;
  // A verifier without a challenge means that somebody has removed the challenge (RFC 9700, section 4.8.2).
  if (details.codeChallenge === undefined) return codeVerifier === undefined;
  const isForm = codeVerifier !== undefined && verifierForm.test(codeVerifier);
  return isForm && isSameText(challengeOf(codeVerifier), details.codeChallenge);
}

function userOf({ token: { userId } }: ProvenToken): string {
  if (userId === null) throw new AppError('INVALID_TOKEN', { reason: oneTimeTokenReasons['unknown link'] });
  return userId;
}

/** Returns why a device gets no tokens yet, or none at all (RFC 8628, section 3.5). */
function deviceProblem(device: DeviceAuthorization & { isTooSoon: boolean }, at: Date): AppError | null {
  const problem = (msg: string, name: string) => invalidField('deviceCode', msg, name);
  if (device.denied) return problem('was denied by the user', 'access_denied');
  if (device.expiresTs <= at) return problem('has expired', 'expired_token');
  if (device.isTooSoon) return problem('is asked about too often', 'slow_down');
  return device.decidedTs === null ? problem('waits for the user', 'authorization_pending') : null;
}

const deviceRejected = (reason: RejectionReason): AppError =>
  new AppError('INVALID_TOKEN', { msg: invalidGrant.deviceCode, reason });

/** For the developer of the client, who looks for the cause. */
const invalidGrant = {
  code: 'The authorization code is unknown, older than a minute or used, or client_id, redirect_uri or code_verifier is not that of its request.',
  deviceCode:
    'The device code is unknown, used or of another client, or the session of the page on which it was allowed has ended.',
  refreshToken: 'The refresh token is unknown, used or of another client, or its session has ended.',
} as const;

const organizationEnded = (): AppError =>
  new AppError('INVALID_TOKEN', {
    msg: 'The organization of the session is disabled, or the user is no longer a member.',
    reason: tokenReasons['ended organization'],
  });

function invalidGrantIf(code: ErrorCode, error: unknown, msg: string): unknown {
  if (!(error instanceof AppError) || error.code !== code) return error;
  const { reason } = error;
  if (reason === tokenReasons['ended organization']) return organizationEnded();
  return new AppError('INVALID_TOKEN', { msg, ...(reason && { reason }) });
}

/** Returns the scopes that a request names, without `scope` all that are allowed. @throws AppError `VALIDATION_FAILED` */
function askedScopes({ scope }: TokenRequestFields, allowed: readonly string[], excess: string): readonly string[] {
  const asked = scope === undefined ? allowed : [...new Set(namesIn(scope))];
  if (!asked.every((name) => allowed.includes(name))) throw invalidField('scope', excess, 'invalid_scope');
  return asked;
}
