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
}
