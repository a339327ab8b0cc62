import { successSchema } from './envelope';
import { input, nullable, object, string, timestamp } from './json-schema';
import { tokensSchema } from './tokens.record';
import { userSchema } from './user.record';

const email = { type: 'string', description: 'One address, at most 254 characters.' };
const password = {
  type: 'string',
  format: 'password',
  description: 'More than 8 and at most 256 characters, counted as Unicode code points after NFC.',
};
const personName = { type: 'string', description: '1 to 100 characters, not blank.' };
const refreshTokenIn = {
  type: 'string',
  enum: ['body', 'cookie'],
  description:
    'Where the response puts the refresh token: `cookie` is an HttpOnly cookie. A token that was sent in a cookie is always returned in the cookie.',
};

export const registerInput = input(
  'RegisterInput',
  { email, first_name: personName, last_name: personName, password, tel: nullable(string) },
  ['tel'],
);

export const loginInput = input(
  'LoginInput',
  {
    email,
    password,
    scope: {
      type: 'string',
      description: '`offline_access` asks for a refresh token, as `refresh_token_in: cookie` does.',
    },
    refresh_token_in: refreshTokenIn,
  },
  ['scope', 'refresh_token_in'],
);

export const refreshInput = input(
  'RefreshInput',
  { refresh_token: nullable(tokensSchema.refresh_token), refresh_token_in: refreshTokenIn },
  ['refresh_token', 'refresh_token_in'],
  { description: 'Without `refresh_token`, the refresh cookie is used.' },
);

/** `GET /auth/me` has the same envelope. */
export const registerEnvelope = successSchema('RegisterEnvelope', userSchema);

const { jwt, ...others } = tokensSchema;

export const loginEnvelope = successSchema(
  'LoginEnvelope',
  object({ jwt, user: userSchema, ...others }, ['refresh_token', 'expires_in']),
  { gen_at: timestamp },
);

export const refreshEnvelope = successSchema('RefreshEnvelope', object(tokensSchema, ['refresh_token']), {
  gen_at: timestamp,
});
