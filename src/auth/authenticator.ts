import { AppError } from '../errors/app-error';
import { accessTokenRejected } from '../errors/token-rejections';
import type { AuditSubject } from '../request/operation';
import type { RequestContext } from '../request/request-context';
import type { Revocations } from '../sessions/revocations';
import { type AccessTokens, type Principal, subjectOf } from '../tokens/access-token';

/** Verifies the access token of a request. Only this class converts a token to a principal. */
export class Authenticator {
  constructor(
    private readonly accessTokens: AccessTokens,
    private readonly revocations: Revocations,
  ) {}

  /**
   * Reads the access token from `Authorization: Bearer <jwt>` (RFC 6750, section 2.1).
   * @throws AppError `UNAUTHENTICATED`; `SERVICE_UNAVAILABLE` if a database query for the revocation fails
   */
  async authenticate(
    { authorization, timings }: Pick<RequestContext, 'authorization' | 'timings'>,
    subject: AuditSubject,
  ): Promise<Principal> {
    if (authorization === null) throw new AppError('UNAUTHENTICATED');
    const [scheme, token, ...rest] = authorization.split(' ');
    if (scheme?.toLowerCase() !== 'bearer' || !token || rest.length > 0) throw accessTokenRejected('malformed token');
    const principal = this.verify(token, subject);
    subject.userId = principal.userId;
    subject.sessionId = principal.sessionId;
    const revoked = this.revocations.isRevoked(principal);
    // An answer from memory is not measured, because the measurement would take longer than the answer.
    if (typeof revoked === 'boolean' ? revoked : await timings.measure('database', () => revoked)) {
      throw accessTokenRejected('ended session');
    }
    return principal;
  }

  private verify(token: string, subject: AuditSubject): Principal {
    try {
      return this.accessTokens.verify(token);
    } catch (error) {
      // The signature of an expired token was verified, so the audit can name the user of the token.
      if (error instanceof AppError && error.reason === 'expired token') Object.assign(subject, subjectOf(token));
      throw error;
    }
  }
}
