import { longestJwtTtlS } from './tokens.settings';

/**
 * The algorithms that keys sign with. `ES256` signs access tokens. `RS256` signs ID tokens, because every client must know
 * it (OpenID Connect Core 1.0, section 15.1). Each algorithm has its own keys.
 */
export const keyAlgs = ['ES256', 'RS256'] as const;
export type KeyAlg = (typeof keyAlgs)[number];

/** The public half of a key as a JWK (RFC 7517), with the members that verifiers use to select a key. */
export type PublicJwk =
  | { kty: 'EC'; crv: 'P-256'; x: string; y: string; kid: string; alg: 'ES256'; use: 'sig' }
  | { kty: 'RSA'; n: string; e: string; kid: string; alg: 'RS256'; use: 'sig' };

/** A key that signs tokens. Its algorithm is `publicJwk.alg`. The private half is encrypted. */
export interface SigningKey {
  /** The thumbprint of the public half (RFC 7638). */
  kid: string;
  /**
   * 1, 2, 3 and so on for ES256; -1, -2, -3 and so on for RS256. Generations are unique, so that only one of several
   * processes can add the next key. A release that knows only ES256 takes the greatest generation for its signing key.
   */
  generation: number;
  publicJwk: PublicJwk;
  /** The private half in PKCS #8 (DER), encrypted. */
  sealedPrivateKey: Uint8Array<ArrayBuffer>;
  createdTs: Date;
  /** When the key begins to sign. The key is published when it is created. */
  signsFromTs: Date;
  /** When the key was revoked. Tokens that the key signed are rejected from this time. */
  retiredTs: Date | null;
}

export const keysChannel = 'gatehouse_keys_changed';

/** The states of a key: published but not signing yet, signing, only for verification, expired, revoked. */
export type KeyState = 'pending' | 'signing' | 'verifying' | 'expired' | 'revoked';

/**
 * Returns the states of the keys. The keys of an algorithm must be ordered from newest to oldest. When its successor signs,
 * a key verifies until the last token that it can have signed has expired. JWT_TTL may have been longer at that time, so
 * the maximum of JWT_TTL counts.
 */
export function statesOf(keys: readonly SigningKey[], at: Date): { key: SigningKey; state: KeyState }[] {
  const successorSignsFrom: Record<KeyAlg, Date | null> = { ES256: null, RS256: null };
  return keys.map((key) => {
    const { alg } = key.publicJwk;
    const state = stateOf(key, successorSignsFrom[alg], at);
    if (state !== 'revoked' && state !== 'pending') successorSignsFrom[alg] = key.signsFromTs;
    return { key, state };
  });
}

function stateOf(key: SigningKey, successorSignsFrom: Date | null, at: Date): KeyState {
  if (key.retiredTs) return 'revoked';
  // The first key signs although the clock of the instance that made it was ahead: there is no other key.
  if (key.signsFromTs > at && Math.abs(key.generation) > 1) return 'pending';
  if (!successorSignsFrom) return 'signing';
  return successorSignsFrom.getTime() + longestJwtTtlS * 1000 > at.getTime() ? 'verifying' : 'expired';
}
