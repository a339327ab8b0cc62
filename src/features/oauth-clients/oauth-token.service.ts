import { AppError } from '../../platform/errors/app-error';
import type { RunOperation } from '../../platform/operations/run-operation';
import { readInput } from '../../platform/operations/run-operation';
import type { RequestContext } from '../../platform/request/request-context';
import type { Authenticator } from '../auth/authenticator';
import type { LiveSessions } from '../sessions/live-sessions';
import type { RevocationFeed, RevocationPage } from '../sessions/revocation-feed';
import { type AccessTokenClaims, claimsOf } from '../tokens/access-token';
import type { Authentication } from '../tokens/authentication';
import type { UserLookup } from '../users/user-lookup';
import type { ClientAuthenticator } from './client-authenticator';
import type { ClientParameters } from './client-credentials';
import { introspectToken, revocations, revokeToken } from './oauth-clients.operations';

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
  users: UserLookup;
  revocationFeed: Pick<RevocationFeed, 'read'>;
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
   * a disabled or deleted account. An access token is active if and only if `me` accepts it.
   * @throws AppError `VALIDATION_FAILED`, `UNAUTHENTICATED`, `INVALID_CREDENTIALS`, `RATE_LIMITED`, `SERVICE_UNAVAILABLE`
   */
  introspect(request: TokenRequest, context: RequestContext): Promise<ActiveToken | null> {
    return this.needs.operation(introspectToken, context, async (subject) => {
      await this.needs.clients.authenticate(request, context, subject);
      const { token } = readInput(introspectToken, request, context);
      const found = isJwt(token)
        ? await this.activeAccessToken(token, context)
        : await this.activeRefreshToken(token, context);
      this.counts[found ? 'active' : 'inactive'] += 1;
      return found;
    });
  }

  /**
   * Ends the session of an access token or refresh token, in every instance. An expired access token and a used refresh
   * token also end their session. Any other text ends nothing, which is a success (RFC 7009, section 2.2).
   * @throws AppError `VALIDATION_FAILED`, `UNAUTHENTICATED`, `INVALID_CREDENTIALS`, `RATE_LIMITED`, `SERVICE_UNAVAILABLE`
   */
  revoke(request: TokenRequest, context: RequestContext): Promise<void> {
    return this.needs.operation(revokeToken, context, async (subject) => {
      const { id: clientId } = await this.needs.clients.authenticate(request, context, subject);
      const { token } = readInput(revokeToken, request, context);
      await context.timings.measure('database', async () => {
        const which = isJwt(token)
          ? this.needs.authenticator.signedSubject(token)
          : await this.needs.liveSessions.findByRefreshToken(token);
        if (!which) return;
        const { userId } = which;
        const id = 'id' in which ? which.id : which.sessionId;
        await this.needs.liveSessions.end({ userId, id }, 'revoked_by_client', context, { clientId });
      });
    });
  }

  /**
   * Returns what was revoked since the cursor in `after`, for services that verify access tokens themselves.
   * @throws AppError `VALIDATION_FAILED`, `UNAUTHENTICATED`, `INVALID_CREDENTIALS`, `CURSOR_EXPIRED`, `RATE_LIMITED`,
   * `SERVICE_UNAVAILABLE`
   */
  revocations(input: unknown, context: RequestContext): Promise<RevocationPage> {
    return this.needs.operation(revocations, context, async (subject) => {
      await this.needs.clients.authenticate({}, context, subject);
      const { after = null } = readInput(revocations, input, context);
      const page = await context.timings.measure('database', () => this.needs.revocationFeed.read(after));
      this.counts.pages += 1;
      return page;
    });
  }

  private async activeAccessToken(token: string, { timings }: RequestContext): Promise<ActiveToken | null> {
    try {
      const { userId } = await this.needs.authenticator.authenticateToken(token, timings);
      const user = await timings.measure('database', () => this.needs.users.findById(userId));
      return user && !user.disabled ? { kind: 'access', claims: claimsOf(token) } : null;
    } catch (error) {
      if (error instanceof AppError && error.code === 'UNAUTHENTICATED') return null;
      throw error;
    }
  }

  private async activeRefreshToken(token: string, { timings }: RequestContext): Promise<ActiveToken | null> {
    const session = await timings.measure('database', () => this.needs.liveSessions.findByUnusedRefreshToken(token));
    if (!session) return null;
    return {
      kind: 'refresh',
      issuer: this.needs.issuer,
      userId: session.userId,
      sessionId: session.id,
      authenticatedTs: session.authTs,
      acr: session.acr,
      amr: session.amr,
      // The login or the refresh that issued this token was the last use of the session.
      issuedTs: session.lastUsedTs,
      expiresTs: this.needs.liveSessions.endOf(session),
    };
  }
}

/** A refresh token has no dot. */
const isJwt = (token: string): boolean => token.includes('.');
