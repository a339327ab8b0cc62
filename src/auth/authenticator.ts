import type { Client } from '../client';
import { AppError } from '../errors';
import type { Revocations } from '../sessions/revocations';
import type { AccessTokens, Principal } from './access-token';

/** Who is asking: the one place where a request's token is believed. */
export class Authenticator {
  constructor(
    private readonly accessTokens: AccessTokens,
    private readonly revocations: Revocations,
  ) {}

  /**
   * Reads `Authorization: Bearer <jwt>` (RFC 6750, section 2.1).
   * @throws AppError `UNAUTHENTICATED`; `SERVICE_UNAVAILABLE` if revocation cannot be told
   */
  async authenticate({ authorization, trail }: Pick<Client, 'authorization' | 'trail'>): Promise<Principal> {
    const [scheme, token, ...rest] = (authorization ?? '').split(' ');
    if (scheme?.toLowerCase() !== 'bearer' || !token || rest.length > 0) throw new AppError('UNAUTHENTICATED');
    const principal = this.accessTokens.verify(token);
    trail.about.userId = principal.userId;
    trail.about.sessionId = principal.sessionId;
    const revoked = this.revocations.isRevoked(principal.sessionId);
    // From memory it is no step, and every verification would pay for noting it.
    if (typeof revoked === 'boolean' ? revoked : await trail.measure('database', () => revoked)) {
      trail.about.reason = 'ended session';
      throw new AppError('UNAUTHENTICATED');
    }
    return principal;
  }
}
