import type { Tokens } from '../auth/auth.service';

/** To the letter of the specification unless there is a refresh token, which only who asked for one has. */
export function toTokensRecord({ jwt, refreshToken, refreshTokenIn, expiresInS, issuedAt }: Tokens) {
  const gen_ts = issuedAt.getTime() / 1000;
  if (refreshToken === null) return { jwt, gen_ts };
  if (refreshTokenIn === 'cookie') return { jwt, gen_ts, expires_in: expiresInS };
  return { jwt, gen_ts, refresh_token: refreshToken, expires_in: expiresInS };
}
