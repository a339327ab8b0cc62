import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Derive } from '../secrets/derivation-key';

/** 256 bits, base64url; opaque to whoever holds it. */
export type RefreshToken = string;

export interface RefreshTokens {
  create(): RefreshToken;
  /**
   * What a token is exchanged for: the same each time, so that a client whose answer was lost, or whose second tab was
   * as fast, gets it again without its being stored. Who has only the secret, or only the database, cannot derive it.
   */
  successorOf(token: RefreshToken): RefreshToken;
}

const format = /^[A-Za-z0-9_-]{43}$/;

export function isRefreshToken(text: string): boolean {
  return format.test(text);
}

/** What is stored: SHA-256. A token has 256 bits of chance, so it needs no slow hash (ASVS 5.0, 11.4.1). */
export function hashRefreshToken(token: RefreshToken): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(createHash('sha256').update(token).digest());
}

export function createRefreshTokens(derive: Derive): RefreshTokens {
  return {
    create: () => randomBytes(32).toString('base64url'),
    successorOf: (token) => createHmac('sha256', derive('refresh tokens')).update(token).digest('base64url'),
  };
}
