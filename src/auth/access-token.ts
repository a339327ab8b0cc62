import { randomUUID } from 'node:crypto';
import { sign } from 'jsonwebtoken';
import type { KeyRing } from '../signing-keys/key-ring';

export interface AccessTokenSettings {
  issuer: string;
  audience: string;
  ttlS: number;
}

/** Issues JWT access tokens in the profile of RFC 9068: ES256, `typ: at+jwt`, no personal data. */
export class AccessTokens {
  constructor(
    private readonly keys: KeyRing,
    private readonly settings: AccessTokenSettings,
  ) {}

  /** @throws AppError `SERVICE_UNAVAILABLE` while the keys are not loaded */
  issue(subject: { userId: string; sessionId: string }, at: Date): string {
    const { kid, privateKey } = this.keys.signingKey();
    const iat = Math.floor(at.getTime() / 1000);
    const claims = {
      iss: this.settings.issuer,
      aud: this.settings.audience,
      sub: subject.userId,
      sid: subject.sessionId,
      jti: randomUUID(),
      iat,
      exp: iat + this.settings.ttlS,
    };
    return sign(claims, privateKey, { algorithm: 'ES256', header: { alg: 'ES256', typ: 'at+jwt', kid } });
  }
}
