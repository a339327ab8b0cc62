import { longestJwtTtlS } from './tokens.settings';

/** The public half of an ES256 key as a JWK (RFC 7517), with the members that verifiers use to select a key. */
export interface PublicJwk {
  kty: 'EC';
  crv: 'P-256';
  x: string;
  y: string;
  kid: string;
  alg: 'ES256';
  use: 'sig';
}

/** An ES256 key that signs access tokens. The private half is encrypted. */
export interface SigningKey {
  /** The thumbprint of the public half (RFC 7638). */
  kid: string;
  /** 1, 2, 3 and so on. Generations are unique, so that only one of several processes can add the next key. */
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
 * Returns the states of the keys, which must be ordered from newest to oldest. When its successor signs, a key verifies
 * until the last token that it can have signed has expired. JWT_TTL may have been longer at that time, so the maximum
 * of JWT_TTL counts.
 */
export function statesOf(keys: readonly SigningKey[], at: Date): { key: SigningKey; state: KeyState }[] {
  let successorSignsFrom: Date | null = null;
  return keys.map((key) => {
    const state = stateOf(key, successorSignsFrom, at);
    if (state !== 'revoked' && state !== 'pending') successorSignsFrom = key.signsFromTs;
    return { key, state };
  });
}

function stateOf(key: SigningKey, successorSignsFrom: Date | null, at: Date): KeyState {
  if (key.retiredTs) return 'revoked';
  if (key.signsFromTs > at) return 'pending';
  if (!successorSignsFrom) return 'signing';
  return successorSignsFrom.getTime() + longestJwtTtlS * 1000 > at.getTime() ? 'verifying' : 'expired';
}
