import type { Client } from '../client';
import { AppError, accessTokenRejected } from '../errors';
import type { Revocations } from '../sessions/revocations';
import type { About } from '../trail';
import { type AccessTokens, type Principal, subjectOf } from './access-token';

/** Who is asking: the one place where a request's token is believed. */
export class Authenticator {
  constructor(
    private readonly accessTokens: AccessTokens,
    private readonly revocations: Revocations,
  ) {}

  /**
   * Reads `Authorization: Bearer <jwt>` (RFC 6750, section 2.1).
   * @throws AppError `UNAUTHENTICATED`, with its reason if there is a token; `SERVICE_UNAVAILABLE` if revocation cannot
   * be told
   */
  async authenticate({ authorization, trail }: Pick<Client, 'authorization' | 'trail'>): Promise<Principal> {
    if (authorization === null) throw new AppError('UNAUTHENTICATED');
    const [scheme, token, ...rest] = authorization.split(' ');
    if (scheme?.toLowerCase() !== 'bearer' || !token || rest.length > 0) throw accessTokenRejected('malformed token');
    const principal = this.verify(token, trail.about);
    trail.about.userId = principal.userId;
    trail.about.sessionId = principal.sessionId;
    const revoked = this.revocations.isRevoked(principal);
    // From memory it is no step, and every verification would pay for noting it.
    if (typeof revoked === 'boolean' ? revoked : await trail.measure('database', () => revoked)) {
      throw accessTokenRejected('ended session');
    }
    return principal;
  }

  private verify(token: string, about: About): Principal {
    try {
      return this.accessTokens.verify(token);
    } catch (error) {
      // It was signed here, so the audit can say whose it is.
      if (error instanceof AppError && error.reason === 'expired token') Object.assign(about, subjectOf(token));
      throw error;
    }
  }
}
