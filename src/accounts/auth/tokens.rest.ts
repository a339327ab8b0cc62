import { exampleTs } from '../../platform/operations/answer';
import { about, string } from '../../platform/rest/json-schema';
import { exampleSession } from '../sessions/session.answers';
import { exampleJwt } from './auth.answers';
import { tokenDescriptions } from './descriptions';
import type { Tokens } from './session-opener';

/**
 * The tokens of the specification. With offline access also the lifetime and, if not in the cookie, the refresh token.
 */
export function toTokensRecord({ jwt, refreshToken, refreshTokenIn, expiresInS, issuedAt }: Tokens) {
  const gen_ts = issuedAt.getTime() / 1000;
  if (refreshToken === null) return { jwt, gen_ts };
  if (refreshTokenIn === 'cookie') return { jwt, gen_ts, expires_in: expiresInS };
  return { jwt, gen_ts, refresh_token: refreshToken, expires_in: expiresInS };
}

export const tokensSchema = {
  jwt: about(string, tokenDescriptions.jwt),
  gen_ts: about({ type: 'number' }, tokenDescriptions.genTs),
  refresh_token: about(
    string,
    'The refresh token, an opaque text. The client exchanges it once for new tokens with `POST /auth/refresh`. Absent if the refresh token is in the cookie, or if the login did not ask for one.',
  ),
  expires_in: about(
    { type: 'integer' },
    `${tokenDescriptions.expiresIn} Absent if the login did not ask for a refresh token.`,
  ),
};

export const exampleTokens: Tokens = {
  jwt: exampleJwt,
  sessionId: exampleSession.id,
  expiresInS: 3600,
  refreshToken: 'UNhY4JhezH9gQYqvDMWrWH9CwlcKiECVqejMrND2VFw',
  refreshTokenIn: 'body',
  sessionExpiresTs: exampleSession.expiresTs,
  issuedAt: exampleTs,
};
