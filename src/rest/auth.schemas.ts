import { loginTexts, refreshTexts, refreshTokenPlaces, registerTexts, tokenDescriptions } from '../auth/descriptions';
import { successSchema } from './envelope';
import { about, input, inputField, inputOneOf, nullable, object, string, timestamp } from './json-schema';
import { tokensSchema } from './tokens.record';
import { userSchema } from './user.record';

const password = { type: 'string', format: 'password' } as const;

export const registerInput = input(
  'RegisterInput',
  {
    email: inputField(registerTexts.email, string),
    first_name: inputField(registerTexts.firstName, string),
    last_name: inputField(registerTexts.lastName, string),
    password: inputField(registerTexts.password, password),
    tel: nullable(inputField(registerTexts.tel, string)),
  },
  ['tel'],
  'The account to create.',
);

export const loginInput = input(
  'LoginInput',
  {
    email: inputField(loginTexts.email, string),
    password: inputField(loginTexts.password, password),
    scope: inputField(loginTexts.scope, string),
    refresh_token_in: { ...inputOneOf(loginTexts.refreshTokenIn, refreshTokenPlaces), default: 'body' },
  },
  ['scope', 'refresh_token_in'],
  'The credentials of an account. The response has a refresh token only if the request has `scope: "offline_access"` or `refresh_token_in: "cookie"`.',
);

export const refreshInput = input(
  'RefreshInput',
  {
    refresh_token: nullable(inputField(refreshTexts.refreshToken, string)),
    refresh_token_in: inputOneOf(refreshTexts.refreshTokenIn, refreshTokenPlaces),
  },
  ['refresh_token', 'refresh_token_in'],
  'The refresh token to exchange, or an empty object if the refresh token is in the cookie.',
);

/** `GET /auth/me` has the same envelope. */
export const registerEnvelope = successSchema('RegisterEnvelope', 'The user.', userSchema);

const { jwt, ...others } = tokensSchema;
const gen_at = timestamp(tokenDescriptions.genAt);

export const loginEnvelope = successSchema(
  'LoginEnvelope',
  'The tokens of a new session, and its user.',
  about(object({ jwt, user: userSchema, ...others }, ['refresh_token', 'expires_in']), 'The tokens and the user.'),
  { gen_at },
);

export const refreshEnvelope = successSchema(
  'RefreshEnvelope',
  'The new tokens of a session.',
  about(object(tokensSchema, ['refresh_token']), 'The new tokens.'),
  { gen_at },
);
