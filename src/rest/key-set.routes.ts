import type { Route } from '../http/routes';
import type { KeyRing } from '../signing-keys/key-ring';

/** Seconds that a verifier may keep the key set. */
const cacheLifetimeS = 300;

/** The public keys, RFC 7517: a document for verifiers, so not in the envelope. */
export function keySetRoutes(keys: KeyRing): Route[] {
  return [
    {
      method: 'get',
      path: '/.well-known/jwks.json',
      handlers: [
        (_req, res) => {
          const keySet = keys.publicKeySet();
          res.setHeader('Cache-Control', `public, max-age=${cacheLifetimeS}`);
          res.type('application/jwk-set+json').send(JSON.stringify(keySet));
        },
      ],
    },
  ];
}
