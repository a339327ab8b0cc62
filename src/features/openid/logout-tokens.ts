import { randomUUID } from 'node:crypto';
import { sign } from 'jsonwebtoken';
import type { ClaimedLogout } from '../../accounts/applications/logout-delivery.store';
import { secondsOf } from '../../accounts/tokens/jws';
import type { KeyRing } from '../../accounts/tokens/key-ring';
import type { Clock } from '../../platform/runtime/clock';

/** The member of `events` that makes a token a logout token. */
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';
/** OpenID Connect Back-Channel Logout 1.0, section 2.4, recommends at most two minutes. */
const ttlS = 120;

/** Issues logout tokens (OpenID Connect Back-Channel Logout 1.0, section 2.4). They have no `nonce`, so none is an ID token. */
export class LogoutTokens {
  constructor(
    private readonly keys: Pick<KeyRing, 'ensureSigningKey'>,
    private readonly issuer: string,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns a token with an id of its own: a client that has done what an earlier one says, but could not answer, accepts it.
   * @throws AppError `SERVICE_UNAVAILABLE`
   */
  async issue({
    clientId,
    idTokenAlg: alg,
    userId,
    sessionId,
  }: Pick<ClaimedLogout, 'clientId' | 'idTokenAlg' | 'userId' | 'sessionId'>): Promise<string> {
    const { kid, privateKey } = await this.keys.ensureSigningKey(alg);
    const iat = secondsOf(this.clock());
    const claims = {
      iss: this.issuer,
      sub: userId,
      aud: clientId,
      iat,
      exp: iat + ttlS,
      jti: randomUUID(),
      // Undefined members are not part of the JSON.
      sid: sessionId ?? undefined,
      events: { [logoutEvent]: {} },
    };
    return sign(claims, privateKey, { algorithm: alg, header: { alg, typ: 'logout+jwt', kid } });
  }
}
