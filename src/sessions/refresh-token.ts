import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Derive } from '../encryption/derivation-key';

/** 256 random bits, base64url; opaque to clients. */
export type RefreshToken = string;

export interface RefreshTokens {
  create(): RefreshToken;
  /**
   * The token that `token` is exchanged for, always the same. A client that lost the response, or a second tab, gets
   * the same token again, without storing it. Deriving it needs both the secret and the database.
   */
  successorOf(token: RefreshToken): RefreshToken;
}

const format = /^[A-Za-z0-9_-]{43}$/;

export function isRefreshToken(text: string): boolean {
  return format.test(text);
}

/**
 * SHA-256 of the token, which is what is stored. A token has 256 random bits, so it needs no slow hash (ASVS 5.0,
 * 11.4.1).
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
