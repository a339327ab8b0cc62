import { longestJwtTtlS } from '../config';

/** The public half of an ES256 key as RFC 7517 writes it, with what a verifier needs to choose it. */
export interface PublicJwk {
  kty: 'EC';
  crv: 'P-256';
  x: string;
  y: string;
  kid: string;
  alg: 'ES256';
  use: 'sig';
}

/** An ES256 key that signs access tokens, its private half sealed. */
export interface SigningKey {
  /** The RFC 7638 thumbprint of the public half. */
  kid: string;
  /** 1, 2, 3 …; unique, so that of several processes that add the next one, one does. */
  generation: number;
  publicJwk: PublicJwk;
  /** PKCS #8 (DER), sealed. */
  sealedPrivateKey: Uint8Array<ArrayBuffer>;
  createdTs: Date;
  /** From when it signs. It is published from its creation. */
  signsFromTs: Date;
  /** When it was taken back: what it signed is not believed from then on. */
  retiredTs: Date | null;
}

/** The channel on which a change of the keys is told. */
export const keysChannel = 'gatehouse_keys_changed';

/** What a key is for at a moment: it waits for its time, signs, is only verified with, or is not believed any more. */
export type KeyState = 'waiting' | 'signing' | 'verifying' | 'expired' | 'retired';

/**
 * The keys in their states, in the order given, which is the newest first. A key whose successor signs is verified with
 * until the last token that it can have signed has expired, whatever `JWT_TTL` was.
 */
export function statesOf(keys: readonly SigningKey[], at: Date): { key: SigningKey; state: KeyState }[] {
  let successorSignsFrom: Date | null = null;
  return keys.map((key) => {
    const state = stateOf(key, successorSignsFrom, at);
    if (state !== 'retired' && state !== 'waiting') successorSignsFrom = key.signsFromTs;
    return { key, state };
  });
}

function stateOf(key: SigningKey, successorSignsFrom: Date | null, at: Date): KeyState {
  if (key.retiredTs) return 'retired';
  if (key.signsFromTs > at) return 'waiting';
  if (!successorSignsFrom) return 'signing';
  return successorSignsFrom.getTime() + longestJwtTtlS * 1000 > at.getTime() ? 'verifying' : 'expired';
}
