import { AppError, type CallerIds } from '../../platform/errors/app-error';
import type { Operation } from '../../platform/operations/define-operation';
import { operationLimits } from '../../platform/operations/operation.limits';
import type { RateLimits } from '../../platform/rate-limits/rate-limits';
import type { RequestContext } from '../../platform/request/request-context';
import type { RequestTimings } from '../../platform/request/request-timings';
import type { VerifiedApiKey } from '../keys/api-key';
import { apiKeyRejected } from '../keys/api-key-rejection';
import { isApiKey } from '../keys/api-key-text';
import type { ApiKeyVerifier } from '../keys/api-key-verifier';
import { apiKeyReasons } from '../keys/api-keys.reasons';
import type { Revocations, TokenOfSession } from '../sessions/revocations';
import { type AccessTokens, claimsOf, type IssuedToken, type Principal, subjectOf } from '../tokens/access-token';
import { accessTokenRejected } from '../tokens/access-token-rejection';
import { tokenReasons } from '../tokens/tokens.reasons';
import { missingScope } from '../users/user-scopes';
import { AccountChanges } from './change.limits';
import { apiKeyForbidden, applicationForbidden, impersonationForbidden, keyOfResource } from './closed-operations';

export interface SignedSubject extends Pick<Principal, 'userId' | 'sessionId'> {
  /** The `client_id` of the token. Null for a token of an earlier version. */
  clientId: string | null;
}

/**
 * Verifies the access token of a request, and decides which operations it opens. Only this class converts a token to a
 * principal.
 */
export class Authenticator {
  private readonly changes = new AccountChanges();

  constructor(
    private readonly accessTokens: AccessTokens,
    private readonly revocations: Revocations,
    private readonly rateLimits: Pick<RateLimits, 'count'>,
    /** Null if API_KEYS is off. */
    private readonly apiKeys: ApiKeyVerifier | null,
  ) {}

  /**
   * Reads the access token from `Authorization: Bearer <jwt>` (RFC 6750, section 2.1), and decides whether it opens the
   * operation. Counts an operation that changes the account.
   * @throws AppError `UNAUTHENTICATED`; `RATE_LIMITED`; `FORBIDDEN` if a super admin acts as the user, or the token is of an
   * application, and the operation is not open to that; `SERVICE_UNAVAILABLE` if a database query for the revocation fails
   */
  async authenticate(context: RequestContext, operation: Operation): Promise<Principal> {
    const token = bearerTokenOf(context);
    const isKey = isApiKey(token);
    const principal = isKey ? principalOf(await this.keys().verify(token, context, operation)) : this.verify(token);
    try {
      if (!isKey) await this.rejectEnded(principal, context.timings);
      authorize(principal, operation);
      if (operation.limits.includes(operationLimits.CHANGE_ACCOUNT)) {
        await this.rateLimits.count(this.changes.of(principal.userId), context, async () => {});
      }
      return principal;
    } catch (error) {
      throw ofCaller(error, principal);
    }
  }

  /**
   * Like `authenticate`, and counts nothing: for an operation that checks again while it runs.
   * @throws AppError `UNAUTHENTICATED`; `FORBIDDEN`; `SERVICE_UNAVAILABLE`
   */
  async check(context: Pick<RequestContext, 'authorization' | 'timings'>, operation: Operation): Promise<Principal> {
    const token = bearerTokenOf(context);
    const isKey = isApiKey(token);
    const principal = isKey ? principalOf(await this.keys().check(token, context.timings)) : this.verify(token);
    try {
      if (!isKey) await this.rejectEnded(principal, context.timings);
      authorize(principal, operation);
      return principal;
    } catch (error) {
      throw ofCaller(error, principal);
    }
  }

  /**
   * Returns the session of a request that need not have one. Null if the access token is missing or not valid, or does not
   * open the operation.
   * @throws AppError `SERVICE_UNAVAILABLE`
   */
  async findSession(
    context: Pick<RequestContext, 'authorization' | 'timings'>,
    operation: Operation,
  ): Promise<Pick<Principal, 'userId' | 'sessionId'> | null> {
    try {
      return await this.check(context, operation);
    } catch (error) {
      if (error instanceof AppError && ['UNAUTHENTICATED', 'FORBIDDEN'].includes(error.code)) return null;
      throw error;
    }
  }

  /**
   * Decides whether a token that was verified opens the operation: for an operation of applications that looks at the client and the
   * audience first.
   * @throws AppError `FORBIDDEN`
   */
  authorizeApplication({ principal }: IssuedToken, operation: Operation): Readonly<Principal> {
    // A token that a client got for itself has no user, and no scope of OpenID Connect.
    if (!principal) throw missingScope('openid');
    try {
      authorize(principal, operation);
      return principal;
    } catch (error) {
      throw ofCaller(error, principal);
    }
  }

  /**
   * Verifies tokens of every client and audience, also those that a client got for itself. Does not decide what a token
   * opens: for an operation that is about a token.
   * @throws AppError `UNAUTHENTICATED`; `SERVICE_UNAVAILABLE`
   */
  async authenticateIssued(token: string, timings: RequestTimings): Promise<IssuedToken> {
    // Introspection does not come here with a key.
    if (isApiKey(token)) throw ofCaller(apiKeyForbidden(), principalOf(await this.keys().check(token, timings)));
    const issued = this.accessTokens.verifyIssued(token);
    if (issued.principal) await this.rejectEnded(issued.principal, timings);
    return issued;
  }

  /**
   * Returns the client of an access token for the administration that a service got for itself. Null for every other token.
   * Does not decide what the service may do, because that can have changed since.
   * @throws AppError `UNAUTHENTICATED`; `SERVICE_UNAVAILABLE` before the keys are loaded
   */
  serviceOf(context: Pick<RequestContext, 'authorization'>): Pick<IssuedToken, 'clientId' | 'scopes'> | null {
    const token = bearerTokenOf(context);
    return isApiKey(token) ? null : this.accessTokens.verifyOfService(token);
  }

  /** @throws AppError `UNAUTHENTICATED` if API_KEYS is off */
  private keys(): ApiKeyVerifier {
    if (!this.apiKeys) throw apiKeyRejected(apiKeyReasons['malformed API key']);
    return this.apiKeys;
  }

  private async rejectEnded(principal: Principal, timings: RequestTimings): Promise<void> {
    const { actor, key } = principal;
    // An access token for a key, from before API_KEYS was switched off.
    if (key && !this.apiKeys) throw accessTokenRejected(tokenReasons['ended session']);
    const found = this.rejectionOf(principal, timings);
    const rejection = found instanceof Promise ? await found : found;
    if (rejection) throw accessTokenRejected(rejection);
    if (actor !== null && (await this.rejectionOf(actor, timings)))
      throw accessTokenRejected(tokenReasons['ended session of the actor']);
  }

  /** An answer from memory is not measured, because the measurement would take longer than the answer. */
  private rejectionOf(token: TokenOfSession, timings: RequestTimings): ReturnType<Revocations['rejectionOf']> {
    const rejection = this.revocations.rejectionOf(token);
    return rejection instanceof Promise ? timings.measure('database', () => rejection) : rejection;
  }

  /**
   * Returns the user, the session and the client of an access token that this installation signed, also if the token has
   * expired or its session has ended. Null for any other text, and for a token that a client got for itself.
   * @throws AppError `SERVICE_UNAVAILABLE` before the keys are loaded
   */
  signedSubject(token: string): SignedSubject | null {
    try {
      this.accessTokens.verifyIssued(token);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'UNAUTHENTICATED') throw error;
      if (error.reason !== tokenReasons['expired token']) return null;
    }
    const { sub: userId, sid: sessionId, client_id: clientId = null } = claimsOf(token);
    return sessionId === undefined ? null : { userId, sessionId, clientId };
  }

  private verify(token: string): Principal {
    try {
      return this.accessTokens.verify(token);
    } catch (error) {
      // The signature of an expired token was verified, so the audit can name the user of the token.
      const isExpired = error instanceof AppError && error.reason === tokenReasons['expired token'];
      throw isExpired ? ofCaller(error, subjectOf(token)) : error;
    }
  }
}

/**
 * The only place that decides which operations a valid access token opens. What the user may do is for the operation.
 * @throws AppError `FORBIDDEN`
 */
function authorize({ actor, scopes, key }: Principal, operation: Operation): void {
  const { caller, openToImpersonation, openToApplications, openToApiKeys } = operation;
  if (key) {
    if (!openToApiKeys) throw apiKeyForbidden();
    if (key.resource !== null) throw keyOfResource();
    return;
  }
  if (actor !== null && !openToImpersonation) throw impersonationForbidden();
  if (scopes === null && caller !== 'application') return;
  if (openToApplications === undefined) throw applicationForbidden();
  if (!scopes?.includes(openToApplications)) throw missingScope(openToApplications);
}

function principalOf(verified: VerifiedApiKey): Principal {
  const { id, userId, revision, resource, scopes, roles, organization, createdTs } = verified;
  const authTimeS = Math.floor(createdTs.getTime() / 1000);
  const key = { id, resource, scopes };
  return {
    userId,
    sessionId: id,
    revision,
    authTimeS,
    acr: 'aal1',
    actor: null,
    scopes: null,
    key,
    roles,
    organization,
  };
}

function ofCaller(error: unknown, caller: CallerIds | null): unknown {
  if (error instanceof AppError) error.caller = caller;
  return error;
}

/** @throws AppError `UNAUTHENTICATED` */
export function bearerTokenOf({ authorization }: Pick<RequestContext, 'authorization'>): string {
  if (authorization === null) throw new AppError('UNAUTHENTICATED');
  const [scheme, token, ...rest] = authorization.split(/ +/);
  if (scheme?.toLowerCase() !== 'bearer' || rest.length > 0) throw accessTokenRejected(tokenReasons['malformed token']);
  if (!token) {
    // The header has the scheme alone, as an unset variable leaves it.
    throw new AppError('UNAUTHENTICATED', {
      msg: 'The header Authorization has no access token. Write the jwt of a login after Bearer.',
      reason: tokenReasons['malformed token'],
      tokenError: 'invalid_token',
    });
  }
  return token;
}
