import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

type Hash = Uint8Array<ArrayBuffer>;

/** The hashes of the secrets of a client. */
export interface ClientSecretHashes {
  secretHash: Hash;
  previousSecretHash: Hash | null;
  /** The previous secret is accepted until this time. */
  previousUntilTs: Date | null;
}

/** No text is known whose hash has only zeros. A public client, which has no secret, has this hash. */
export const noHash: Hash = new Uint8Array(32);

/** The hashes that stand for an unknown client. They match no secret. */
export const hashesOfNoClient: ClientSecretHashes = {
  secretHash: noHash,
  previousSecretHash: null,
  previousUntilTs: null,
};

/** Returns 256 random bits in base64url. */
export function createClientSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** A secret has 256 unpredictable bits, so it needs no slow hash (ASVS 5.0, 11.4.1). */
export function hashClientSecret(secret: string): Hash {
  return Uint8Array.from(createHash('sha256').update(secret).digest());
}

/** The work does not depend on which secrets exist, nor on which of them matches. */
export function isClientSecret(secret: string, hashes: ClientSecretHashes, at: Date): boolean {
  const hash = hashClientSecret(secret);
  const isCurrent = timingSafeEqual(hash, hashes.secretHash);
  const isPrevious = timingSafeEqual(hash, hashes.previousSecretHash ?? noHash);
  const isPreviousAccepted = hashes.previousUntilTs !== null && hashes.previousUntilTs > at;
  return isCurrent || (isPrevious && isPreviousAccepted);
}
