import { longestJwtTtlS } from './tokens.settings';

/** The public half of an ES256 key in the format of RFC 7517, with what a verifier needs to select it. */
export interface PublicJwk {
  kty: 'EC';
  crv: 'P-256';
  x: string;
  y: string;
  kid: string;
  alg: 'ES256';
  use: 'sig';
}

/** An ES256 key that signs access tokens. Its private half is encrypted. */
export interface SigningKey {
  /** The RFC 7638 thumbprint of the public half. */
  kid: string;
  /** 1, 2, 3 …; unique, so that only one of several processes can add the next key. */
  generation: number;
  publicJwk: PublicJwk;
  /** PKCS #8 (DER), encrypted. */
  sealedPrivateKey: Uint8Array<ArrayBuffer>;
  createdTs: Date;
  /** From when it signs. It is published from its creation on. */
  signsFromTs: Date;
  /** When it was revoked. Tokens that it signed are rejected from then on. */
  retiredTs: Date | null;
}

/** The notification channel for changes of the keys. */
export const keysChannel = 'gatehouse_keys_changed';

/** The state of a key: before its time, signing, only for verification, expired, or revoked. */
export type KeyState = 'pending' | 'signing' | 'verifying' | 'expired' | 'revoked';

/**
 * The states of the keys, in the given order, newest first. After its successor signs, a key is used for verification
 * until the last token that it can have signed has expired, regardless of `JWT_TTL`.
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
