import { integer, optional, setting, text } from '../config/setting';

/**
 * The maximum of `JWT_TTL`. Rules about tokens that were already issued use it instead of the current `JWT_TTL`,
 * because the setting may have been different then.
 */
export const longestJwtTtlS = 86_400;

export const tokensSettings = {
  jwtAudience: setting('JWT_AUDIENCE', optional(text), 'the `aud` of every token', { defaultText: '`PUBLIC_URL`' }),
  jwtTtlS: setting('JWT_TTL', integer(1, longestJwtTtlS).default(3600), "an access token's life in seconds"),
  jwksMaxAgeS: setting(
    'JWKS_MAX_AGE',
    integer(1, 86_400).default(300),
    'how many seconds verifiers may keep the key set; a new key waits this long before it signs',
  ),
};
