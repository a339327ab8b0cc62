import type { Route } from '../http/routes';
import type { KeyRing } from '../signing-keys/key-ring';

/** The public keys, RFC 7517: a document for verifiers, so not in the envelope. */
export function keySetRoutes(keyRing: KeyRing): Route[] {
  return [
    {
      method: 'get',
      path: '/.well-known/jwks.json',
      operation: 'keySet',
      handlers: [
        (_req, res) => {
          const { keys, cacheLifetimeS } = keyRing.publicKeySet();
          res.setHeader('Cache-Control', `public, max-age=${cacheLifetimeS}`);
          res.type('application/jwk-set+json').send(JSON.stringify({ keys }));
        },
      ],
    },
  ];
}
