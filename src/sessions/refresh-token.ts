import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Derive } from '../encryption/derivation-key';

/** 256 bits in base64url, which clients must not interpret. */
export type RefreshToken = string;

export interface RefreshTokens {
  create(): RefreshToken;
  /**
   * Returns the token for which `token` is exchanged, always the same. A client that lost the response, or a second
   * tab, gets the same token again, although the token is not stored. Deriving a successor needs both the secret and
   * the database.
   */
  successorOf(token: RefreshToken): RefreshToken;
}

const format = /^[A-Za-z0-9_-]{43}$/;

export function isRefreshToken(text: string): boolean {
  return format.test(text);
}

/**
 * Returns the SHA-256 hash of the token, which is stored instead of the token. A token has 256 unpredictable bits, so
 * it needs no slow hash (ASVS 5.0, 11.4.1).
 */
export function hashRefreshToken(token: RefreshToken): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(createHash('sha256').update(token).digest());
}

export function createRefreshTokens(derive: Derive): RefreshTokens {
  return {
    create: () => randomBytes(32).toString('base64url'),
    successorOf: (token) => createHmac('sha256', derive('refresh tokens')).update(token).digest('base64url'),
  };
}
