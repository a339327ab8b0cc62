import type { Tokens } from '../auth/auth.service';
import { string } from './json-schema';

/**
 * The tokens of the specification. With offline access also the lifetime and, unless it is in the cookie, the refresh
 * token.
 */
export function toTokensRecord({ jwt, refreshToken, refreshTokenIn, expiresInS, issuedAt }: Tokens) {
  const gen_ts = issuedAt.getTime() / 1000;
  if (refreshToken === null) return { jwt, gen_ts };
  if (refreshTokenIn === 'cookie') return { jwt, gen_ts, expires_in: expiresInS };
  return { jwt, gen_ts, refresh_token: refreshToken, expires_in: expiresInS };
}

/** The properties of the record that `toTokensRecord` returns. */
export const tokensSchema = {
  jwt: string,
  gen_ts: { type: 'number', description: 'Unix time in seconds, with a fraction.' },
  refresh_token: {
    type: 'string',
    description: 'Opaque; can be exchanged once. Only with the scope `offline_access`.',
  },
  expires_in: { type: 'integer', description: 'The lifetime of the access token, in seconds.' },
};
