import { integer, optional, settingsOn, text } from '../../platform/config/setting';

const setting = settingsOn('tokens');

/**
 * The maximum of JWT_TTL, in seconds. Rules for tokens that were already issued use this maximum, because JWT_TTL may
 * have been different when they were issued.
 */
export const longestJwtTtlS = 86_400;

export const tokensSettings = {
  jwtAudience: setting(
    'JWT_AUDIENCE',
    optional(text),
    'The audience (`aud`) of access tokens. A client of a third party has another one.',
    {
      defaultText: '`PUBLIC_URL`',
    },
  ),
  jwtClientId: setting(
    'JWT_CLIENT_ID',
    text.default('gatehouse'),
    'The `client_id` of access tokens of a login without an OAuth client (RFC 9068).',
  ),
  jwtTtlS: setting('JWT_TTL', integer(1, longestJwtTtlS).default(3600), 'The lifetime of an access token, in seconds.'),
  tokenClaims: setting(
    'TOKEN_CLAIMS',
    optional(text),
    'A JSON file with the names of further claims of access tokens, and templates of their values.',
    { example: '/etc/gatehouse/token-claims.json' },
  ),
  jwksMaxAgeS: setting(
    'JWKS_MAX_AGE',
    integer(1, 86_400).default(300),
    'How long verifiers may cache the key set, in seconds. A new key signs 10 seconds after that.',
  ),
};
