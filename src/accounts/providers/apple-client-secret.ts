import { createPrivateKey } from 'node:crypto';
import { sign } from 'jsonwebtoken';
import type { ClientAuth } from 'openid-client';
import type { Clock } from '../../platform/runtime/clock';
import type { ProviderConfig } from './providers.settings';

/** Seconds (RFC 7523, section 3). Apple accepts six months, but each request has a secret of its own. */
const validS = 300;

/** Apple's client secret is a JWT that the key of the team signs ("Creating a client secret" of Apple's documentation). */
export function clientSecretOf(
  { teamId, keyId, privateKey }: NonNullable<ProviderConfig['apple']>,
  { clientId, issuer }: { clientId: string; issuer: string },
  clock: Clock,
): ClientAuth {
  const key = createPrivateKey(privateKey.reveal());
  return (_server, _client, body) => {
    const iat = Math.floor(clock().getTime() / 1000);
    const claims = { iss: teamId, sub: clientId, aud: issuer, iat, exp: iat + validS };
    body.set('client_id', clientId);
    body.set('client_secret', sign(claims, key, { algorithm: 'ES256', keyid: keyId }));
  };
}
