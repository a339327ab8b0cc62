import { createHash, type KeyObject } from 'node:crypto';
import { sign, verify } from 'jsonwebtoken';
import { isClientUrl } from '../../accounts/applications/client-url';
import type { OAuthClient } from '../../accounts/applications/oauth-client';
import type { SessionOfUser } from '../../accounts/sessions/session';
import { compactJws, parseObject, secondsOf } from '../../accounts/tokens/jws';
import type { KeyRing } from '../../accounts/tokens/key-ring';
import { type KeyAlg, keyAlgs } from '../../accounts/tokens/signing-key';
import type { Clock } from '../../platform/runtime/clock';
import { isUuid } from '../../platform/runtime/uuid';
import type { Claims } from './openid-claims';

export interface NewIdToken {
  client: Pick<OAuthClient, 'id' | 'idTokenAlg' | 'metadataUrl'>;
  session: SessionOfUser;
  /** What the scopes of the access token say about the user. */
  claims: Claims;
  accessToken: string;
  /** Null at a refresh (OpenID Connect Core 1.0, section 12.2). */
  nonce: string | null;
}

/** What an ID token of ours says, which a client sends as a hint. */
export interface HintedLogin {
  userId: string;
  sessionId: string;
  /** As the client knows it. */
  clientId: string;
}

/**
 * No document says one. A request has no longer one: the nonce has up to 4096 bytes, the claims of OPENID_CLAIMS 1.5 kB, the
 * roles come as `roles` and as `groups`, and 50 organizations with short names have 5 kB.
 */
const longestToken = 16 * 1024;

/** Issues ID tokens (OpenID Connect Core 1.0, section 2), and reads those that come back. */
export class IdTokens {
  constructor(
    private readonly keys: Pick<KeyRing, 'ensureSigningKey' | 'publicKey'>,
    private readonly settings: { issuer: string; ttlS: number },
    private readonly clock: Clock,
  ) {}

  /** @throws AppError `SERVICE_UNAVAILABLE` */
  async issue({ client, session, claims: ofUser, accessToken, nonce }: NewIdToken): Promise<string> {
    const alg = client.idTokenAlg;
    const { kid, privateKey } = await this.keys.ensureSigningKey(alg);
    const iat = secondsOf(this.clock());
    // The id that the client has sent (OpenID Connect Core 1.0, section 2).
    const clientId = client.metadataUrl ?? client.id;
    const claims = Object.assign({}, ofUser, {
      iss: this.settings.issuer,
      sub: session.userId,
      aud: clientId,
      azp: clientId,
      sid: session.id,
      // Undefined members are not part of the JSON.
      nonce: nonce ?? undefined,
      auth_time: secondsOf(session.authTs),
      acr: session.acr,
      amr: session.amr,
      at_hash: halfHashOf(accessToken),
      iat,
      exp: iat + this.settings.ttlS,
    });
    return sign(claims, privateKey, { algorithm: alg, header: { alg, typ: 'JWT', kid } });
  }

  /**
   * Returns what an ID token says that we have issued, also if it has expired: a hint proves nothing. Null for any other text.
   * @throws AppError `SERVICE_UNAVAILABLE` before the keys are loaded
   */
  read(text: string): HintedLogin | null {
    if (text.length > longestToken || !compactJws.test(text)) return null;
    const [head = '', payload = ''] = text.split('.');
    const header = parseObject(head);
    const alg = keyAlgs.find((one) => one === header?.alg);
    const key = alg && header?.typ === 'JWT' ? this.keys.publicKey(String(header.kid), alg) : null;
    if (!alg || !key || !isSigned(text, key, alg)) return null;
    const { iss, sub, aud, sid } = parseObject(payload) ?? {};
    if (iss !== this.settings.issuer) return null;
    const [userId, sessionId, clientId] = [String(sub), String(sid), String(aud)];
    const isOfClient = isUuid(clientId) || isClientUrl(clientId);
    return isUuid(userId) && isUuid(sessionId) && isOfClient ? { userId, sessionId, clientId } : null;
  }
}

function isSigned(text: string, key: KeyObject, alg: KeyAlg): boolean {
  try {
    verify(text, key, { algorithms: [alg], ignoreExpiration: true });
    return true;
  } catch {
    return false;
  }
}

/** The claim `at_hash` (OpenID Connect Core 1.0, section 3.1.3.6): both algorithms use SHA-256. */
const halfHashOf = (accessToken: string): string =>
  createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url');
