import { createHash, randomBytes } from 'node:crypto';

/** 256 bits in base64url, which clients must not interpret: a refresh token, or the cookie of a page. */
export type OpaqueToken = string;

const format = /^[A-Za-z0-9_-]{43}$/;

export const createOpaqueToken = (): OpaqueToken => randomBytes(32).toString('base64url');

export function isOpaqueToken(text: string): boolean {
  return format.test(text);
}

/**
 * Returns the SHA-256 hash of the token, which is stored instead of the token. A token has 256 unpredictable bits, so
 * it needs no slow hash (ASVS 5.0, 11.4.1).
 */
export function hashOpaqueToken(token: OpaqueToken): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(createHash('sha256').update(token).digest());
}
