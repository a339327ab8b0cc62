import { audienceOf } from '../../accounts/applications/client-audience';
import type { ClientAuthenticator } from '../../accounts/applications/client-authenticator';
import type { ClientParameters } from '../../accounts/applications/client-credentials';
import { canHave } from '../../accounts/applications/client-rules';
import { isOwnService, type OAuthClient } from '../../accounts/applications/oauth-client';
import type { AuthenticatingClient } from '../../accounts/applications/oauth-client.store';
import { type ProtectedResources, scopesFor } from '../../accounts/applications/protected-resource';
import type { Authenticator, SignedSubject } from '../../accounts/auth/authenticator';
import { isApiKey } from '../../accounts/keys/api-key-text';
import type { ApiKeyVerifier } from '../../accounts/keys/api-key-verifier';
import type { LiveSessions } from '../../accounts/sessions/live-sessions';
import type { RevocationFeed, RevocationPage } from '../../accounts/sessions/revocation-feed';
import type { Session, SessionClient } from '../../accounts/sessions/session';
import {
  type AccessTokenClaims,
  type AccessTokens,
  claimsOf,
  type IssuedToken,
} from '../../accounts/tokens/access-token';
import type { Authentication } from '../../accounts/tokens/authentication';
import { secondsOf } from '../../accounts/tokens/jws';
import type { User } from '../../accounts/users/user';
import type { Lookup } from '../../platform/db/lookup';
import { AppError } from '../../platform/errors/app-error';
import type { RunOperation } from '../../platform/operations/run-operation';
import { readInput } from '../../platform/operations/run-operation';
import type { RequestContext } from '../../platform/request/request-context';
import { introspectToken, revocations, revokeToken } from './oauth-clients.operations';
import { openidEnds } from './openid.reasons';

/** The parameters of a request about a token. The values can be wrong. */
export interface TokenRequest extends ClientParameters {
  token?: unknown;
  tokenTypeHint?: unknown;
}

export type ActiveToken =
  | { kind: 'access'; claims: AccessTokenClaims }
  | ({
      kind: 'refresh';
      issuer: string;
      userId: string;
      sessionId: string;
      /** Null for a login at an API or on a page. */
      client: SessionClient | null;
      /** The time of the login, or of the last step-up. */
      authenticatedTs: Date;
      issuedTs: Date;
      /** The session ends at this time unless it is refreshed. */
      expiresTs: Date;
    } & Authentication);

export interface OAuthTokenServiceNeeds {
  operation: RunOperation;
  clients: ClientAuthenticator;
  authenticator: Authenticator;
  liveSessions: LiveSessions;
  lookups: { users: Lookup<User>; clients: Lookup<AuthenticatingClient> };
  accessTokens: Pick<AccessTokens, 'settings' | 'claimsOfKey'>;
  /** Null if API_KEYS is off. */
  apiKeyVerifier: Pick<ApiKeyVerifier, 'check'> | null;
  revocationFeed: Pick<RevocationFeed, 'read'>;
  resources: ProtectedResources;
  issuer: string;
}

/** For clients: introspection (RFC 7662) and revocation (RFC 7009) of access and refresh tokens, and what was revoked. */
export class OAuthTokenService {
  private readonly counts = { active: 0, inactive: 0, pages: 0 };

  constructor(private readonly needs: OAuthTokenServiceNeeds) {}

  /** How many tokens an introspection found active, and how many not. */
  introspections(result: 'active' | 'inactive'): number {
    return this.counts[result];
  }

  /** The number of pages of revocations that were returned. */
  get revocationPages(): number {
    return this.counts.pages;
  }

  /**
   * Returns null for a token that is not active: another issuer's, forged, expired, used, or of an ended session or of
   * a disabled or deleted account. For a client of a third party, also a token of another client (docs/decisions/026).
   */
  introspect(request: TokenRequest, context: RequestContext): Promise<ActiveToken | null> {
    return this.needs.operation(introspectToken, context, async (subject) => {
      const client = await this.needs.clients.authenticate(request, context, subject);
      const { token } = readInput(introspectToken, request, context);
      const active = await this.activeToken(token, client, context);
      const found = active && concerns(client, clientOf(active)) ? active : null;
      this.counts[found ? 'active' : 'inactive'] += 1;
      return found;
    });
  }

  /**
   * Ends the session of an access token or refresh token, in every instance. An expired access token and a used refresh
   * token also end their session. Any other text ends nothing, which is a success (RFC 7009, section 2.2), and so does a
   * token of another client that is sent by one of a third party. A public client sends its id alone.
   */
  revoke(request: TokenRequest, context: RequestContext): Promise<void> {
    return this.needs.operation(revokeToken, context, async (subject) => {
      const client = await this.needs.clients.identify(request, context, subject);
      const { token } = readInput(revokeToken, request, context);
      await context.timings.measure('database', async () => {
        const which = isJwt(token)
          ? this.needs.authenticator.signedSubject(token)
          : subjectOfSession(await this.needs.liveSessions.findByRefreshToken(token));
        if (!which || !concerns(client, which.clientId)) return;
        const { userId, sessionId: id } = which;
        const { id: clientId } = client;
        await this.needs.liveSessions.end({ userId, id }, openidEnds.revoked_by_client, context, { clientId });
      });
    });
  }

  /**
   * Returns what was revoked since the cursor in `after`, for services that verify access tokens themselves. These are the
   * sessions of everyone, so only a service of the operator gets them.
   */
  revocations(input: unknown, context: RequestContext): Promise<RevocationPage> {
    return this.needs.operation(revocations, context, async (subject) => {
      const client = await this.needs.clients.authenticate({}, context, subject);
      if (!isOwnService(client)) {
        throw new AppError('FORBIDDEN', { msg: 'This client is not a service of the operator.' });
      }
      const { after = null } = readInput(revocations, input, context);
      const page = await context.timings.measure('database', () => this.needs.revocationFeed.read(after));
      this.counts.pages += 1;
      return page;
    });
  }

  private activeToken(token: string, client: OAuthClient, context: RequestContext): Promise<ActiveToken | null> {
    if (isApiKey(token)) return this.activeKey(token, client, context);
    return isJwt(token) ? this.activeAccessToken(token, context) : this.activeRefreshToken(token, context);
  }

  /** Keys are the business of the operator's services alone. */
  private async activeKey(
    token: string,
    client: OAuthClient,
    { timings }: RequestContext,
  ): Promise<ActiveToken | null> {
    const { apiKeyVerifier, accessTokens } = this.needs;
    if (!apiKeyVerifier || !isOwnService(client)) return null;
    try {
      const key = await apiKeyVerifier.check(token, timings);
      return {
        kind: 'access',
        claims: {
          ...accessTokens.claimsOfKey(key),
          jti: key.id,
          iat: secondsOf(key.createdTs),
          exp: secondsOf(key.expiresTs),
        },
      };
    } catch (error) {
      if (error instanceof AppError && error.code === 'UNAUTHENTICATED') return null;
      throw error;
    }
  }

  private async activeAccessToken(token: string, { timings }: RequestContext): Promise<ActiveToken | null> {
    try {
      const issued = await this.needs.authenticator.authenticateIssued(token, timings);
      const isActive = await timings.measure('database', async () => {
        const { principal } = issued;
        const isOfClient = principal === null || principal.scopes !== null;
        const [isAllowed, user] = await Promise.all([
          !isOfClient || this.isOfClientOfNow(issued),
          principal && this.needs.lookups.users.findById(principal.userId),
        ]);
        return isAllowed && (principal === null || user?.disabled === false);
      });
      return isActive ? { kind: 'access', claims: claimsOf(token) } : null;
    } catch (error) {
      if (error instanceof AppError && error.code === 'UNAUTHENTICATED') return null;
      throw error;
    }
  }

  /** Whether the client could get the token now. A token that a client got for itself has no session whose end rejects it. */
  private async isOfClientOfNow({ clientId, audience, scopes }: IssuedToken): Promise<boolean> {
    const found = await this.needs.lookups.clients.findById(clientId);
    if (!found) return false;
    const { client } = found;
    const own = {
      audience: audienceOf(client, scopes, this.needs.accessTokens.settings),
      scopes: scopesFor(client, null),
    };
    if (canHave(client, own, { audience, scopes })) return true;
    const resource = this.needs.resources.find(audience, client);
    const open = resource && { audience: resource.id, scopes: scopesFor(client, resource) };
    return open !== null && canHave(client, open, { audience, scopes });
  }

  private async activeRefreshToken(token: string, { timings }: RequestContext): Promise<ActiveToken | null> {
    const session = await timings.measure('database', () => this.needs.liveSessions.findByUnusedRefreshToken(token));
    if (!session) return null;
    return {
      kind: 'refresh',
      issuer: this.needs.issuer,
      userId: session.userId,
      sessionId: session.id,
      client: session.client,
      authenticatedTs: session.authTs,
      acr: session.acr,
      amr: session.amr,
      // The login or the refresh that issued this token was the last use of the session.
      issuedTs: session.lastUsedTs,
      expiresTs: this.needs.liveSessions.endOf(session),
    };
  }
}

/** The client to which a token was issued. Null for a login at an API, and for a token of an earlier version. */
const clientOf = (active: ActiveToken): string | null =>
  active.kind === 'access' ? (active.claims.client_id ?? null) : (active.client?.id ?? null);

/** Whether a client may learn of a token, or revoke it. Services of the operator verify the tokens of everyone. */
const concerns = (client: OAuthClient, clientId: string | null): boolean =>
  client.id === clientId || isOwnService(client);

const subjectOfSession = (session: Session | null): SignedSubject | null =>
  session && { userId: session.userId, sessionId: session.id, clientId: session.client?.id ?? null };

/** A refresh token has no dot. */
const isJwt = (token: string): boolean => token.includes('.');
