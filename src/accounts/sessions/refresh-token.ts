import { createHmac } from 'node:crypto';
import type { Derive } from '../../platform/encryption/derivation-key';
import { createOpaqueToken, type OpaqueToken } from './opaque-token';

export type RefreshToken = OpaqueToken;

export interface RefreshTokens {
  create(): RefreshToken;
  /**
   * Returns the token for which `token` is exchanged, always the same. A client that lost the response, or a second
   * tab, gets the same token again, although the token is not stored. Deriving a successor needs both the secret and
   * the database.
   */
  successorOf(token: RefreshToken): RefreshToken;
}

export function createRefreshTokens(derive: Derive): RefreshTokens {
  return {
    create: createOpaqueToken,
    successorOf: (token) => createHmac('sha256', derive('refresh tokens')).update(token).digest('base64url'),
  };
}
