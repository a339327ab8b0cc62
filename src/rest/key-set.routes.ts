import type { KeyRing } from '../tokens/key-ring';
import { component, object, string } from './json-schema';
import type { RestRoute } from './rest-route';

const jwk = object({ kty: string, crv: string, x: string, y: string, kid: string, alg: string, use: string });
const keySet = component('KeySet', object({ keys: { type: 'array', items: jwk } }));

/** The public keys as a JWK set (RFC 7517). The response has no envelope, because JWT libraries read it. */
export function keySetRoutes(keyRing: KeyRing): RestRoute[] {
  return [
    {
      method: 'get',
      path: '/.well-known/jwks.json',
      operation: 'keySet',
      openapi: {
        summary: 'The public keys that tokens are verified with (RFC 7517)',
        success: {
          description: 'The JWK set. Cache-Control says how long it may be kept.',
          mediaType: 'application/jwk-set+json',
          schema: keySet,
        },
      },
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
