import { documentRoute } from '../../platform/rest/document.rest';
import { about, component, object, string } from '../../platform/rest/json-schema';
import type { RestRoute } from '../../platform/rest/rest-route';
import type { KeyRing } from '../tokens/key-ring';
import type { PublicJwk } from '../tokens/signing-key';
import { keySet } from './documents.operations';

const jwk = object(
  {
    kty: about(string, 'The key type: `EC` or `RSA`.'),
    crv: about(string, 'The curve of an `EC` key: `P-256`.'),
    x: about(string, 'Its x coordinate in base64url.'),
    y: about(string, 'Its y coordinate in base64url.'),
    n: about(string, 'The modulus of an `RSA` key in base64url.'),
    e: about(string, 'Its exponent in base64url.'),
    kid: about(string, 'The id of the key: its RFC 7638 thumbprint. The header of a token has the same `kid`.'),
    alg: about(string, 'The algorithm: `ES256` for access tokens, `RS256` for ID tokens.'),
    use: about(string, 'The use of the key: `sig`, for signatures.'),
  },
  ['crv', 'x', 'y', 'n', 'e'],
);
const keySetSchema = component('KeySet', 'A JWK set (RFC 7517, section 5).', () =>
  object({
    keys: { type: 'array', description: 'The public keys.', items: about(jwk, 'A public key (RFC 7517, section 4).') },
  }),
);

/** The public key of RFC 7515, appendix A.3, with its thumbprint. */
const exampleKey = {
  kty: 'EC',
  crv: 'P-256',
  x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
  y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
  kid: 'oKIywvGUpTVTyxMQ3bwIIeQUudfr_CkLMjCE19ECD-U',
  alg: 'ES256',
  use: 'sig',
};

/** The public keys as a JWK set (RFC 7517). */
export function keySetRoutes(keyRing: KeyRing): RestRoute[] {
  let kept: { kids: string; text: string } | undefined;
  const textOf = (keys: readonly PublicJwk[]): string => {
    const kids = keys.map(({ kid }) => kid).join(' ');
    if (kept?.kids !== kids) kept = { kids, text: JSON.stringify({ keys }) };
    return kept.text;
  };
  return [
    documentRoute(
      keySet,
      {
        keeping: 'a service may keep the key set',
        success: {
          description: 'The JWK set.',
          mediaType: 'application/jwk-set+json',
          schema: keySetSchema,
          example: { keys: [exampleKey] },
        },
      },
      () => {
        const { keys, cacheLifetimeS } = keyRing.publicKeySet();
        return { contentType: 'application/jwk-set+json; charset=utf-8', text: textOf(keys), cacheLifetimeS };
      },
    ),
  ];
}
