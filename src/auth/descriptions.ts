import type { LoginPasswordRule } from '../passwords/password-policy.settings';
import type { FieldText } from '../request/field-text';
import { inputSchemaOf } from '../request/input-schema';
import type { ListedSession } from './account.service';
import {
  type LoginField,
  loginInputOf,
  type RefreshField,
  type RegisterField,
  refreshInput,
  registerInput,
} from './auth.inputs';

// The descriptions of both APIs: of inputs, and of results below.

export const passwordLength =
  'The length is more than 8 and at most 256 characters. Characters are Unicode code points, counted after NFC normalization.';
const personNameRule = '1 to 100 characters, not only white space, and no control characters.';

/** Where a response puts the refresh token. */
export const refreshTokenPlaces = {
  body: 'The refresh token is in the response body. An application that can store a secret uses this value, for example a mobile application or a server.',
  cookie:
    'The refresh token is in an HttpOnly cookie, which no script can read. A browser application uses this value.',
} as const;

export const registerTexts = {
  email: {
    description:
      'The e-mail address of the new account, with at most 254 characters. The part before the @ must be ASCII. Gatehouse removes white space around the address and keeps the rest as entered. An address that differs only in upper and lower case is the same address.',
    example: 'ada@example.com',
  },
  firstName: { description: `The first name of the user: ${personNameRule}`, example: 'Ada' },
  lastName: { description: `The last name of the user: ${personNameRule}`, example: 'Lovelace' },
  password: {
    description: `The password of the new account. ${passwordLength} Spaces count, also at the start and at the end. The operator decides whether Gatehouse rejects a password that attackers try first.`,
    example: 'correct horse battery',
  },
  tel: {
    description:
      'The mobile number of the user, in any format: at most 32 characters, no control characters. Gatehouse does not check the number and returns it exactly as sent. Null, or no value, means that the user has no number.',
    example: '+44 20 7946 0958',
  },
} as const satisfies Record<RegisterField, FieldText>;

export const loginTexts = {
  email: {
    description: 'The e-mail address of the account. Upper and lower case make no difference.',
    example: 'ada@example.com',
  },
  password: {
    description: `The password of the account. ${passwordLength} An installation can accept shorter passwords here, if it has imported the users of another service.`,
    example: 'correct horse battery',
  },
  code: {
    description:
      'A code of the authenticator application of the user (6 digits), or a recovery code. Only an account with a second factor needs it: without it, the login returns `MFA_REQUIRED`. White space makes no difference.',
    example: '402913',
  },
  scope: {
    description:
      'What the client asks for: values separated by spaces. `offline_access` asks for a refresh token. Gatehouse ignores all other values.',
    example: 'offline_access',
  },
  refreshTokenIn: {
    description: 'Where the response puts the refresh token.',
    example: 'body',
    values: refreshTokenPlaces,
  },
} as const satisfies Record<LoginField, FieldText>;

export const refreshTexts = {
  refreshToken: {
    description:
      'The refresh token of the last login or refresh. Without this field, Gatehouse reads the refresh token from the cookie.',
    example: 'UNhY4JhezH9gQYqvDMWrWH9CwlcKiECVqejMrND2VFw',
  },
  refreshTokenIn: {
    description:
      'Where the response puts the next refresh token. Without this field, the next token is where the current token was. A token that the client sent in the cookie can only be returned in the cookie.',
    example: 'body',
    values: refreshTokenPlaces,
  },
} as const satisfies Record<RefreshField, FieldText>;

/** The inputs in JSON Schema. They are functions, because only the OpenAPI document needs them. */
export const authInputSchemas = {
  register: () => inputSchemaOf(registerInput, registerTexts),
  login: (rule: LoginPasswordRule) => inputSchemaOf(loginInputOf(rule), loginTexts),
  refresh: () => inputSchemaOf(refreshInput, refreshTexts),
};

export const refreshDescription =
  'The client replaces both tokens with the new tokens. If the response was lost, the client sends the same refresh token again. For 30 seconds (setting `REFRESH_GRACE`), Gatehouse returns the same next refresh token. A used refresh token that arrives later ends the session.';

/** The meaning of each field of a session, for the descriptions of both APIs. */
export const sessionDescriptions: Readonly<
  Record<
    Exclude<keyof ListedSession, 'userId' | 'revision' | 'authTs' | 'acr' | 'amr' | 'actor'> | 'impersonated',
    string
  >
> = {
  id: 'The id of the session, a UUID. It is also the `sid` of the access tokens of the session.',
  current: 'Whether the access token of this request belongs to this session.',
  createdTs: 'The time of the login that opened the session.',
  lastUsedTs: 'The time of the last refresh. Before the first refresh, this is the time of the login.',
  expiresTs:
    'The session ends at this time at the latest. A refresh does not change this time. The session ends earlier if the client does not refresh it for too long.',
  userAgent:
    'The `User-Agent` header of the login, cut after 256 characters. Null if the login had no such header, and for a session of an administrator.',
  ip: 'The IPv4 or IPv6 address of the client that logged in. Null if the address is unknown, and for a session of an administrator.',
  impersonated:
    'Whether an administrator opened the session, to use the account in place of the user. Such a session lasts 15 minutes at most, and has no refresh token.',
};

/** The meaning of each field of the tokens, for the descriptions of both APIs. */
export const tokenDescriptions = {
  jwt: 'The access token, a JWT signed with ES256. The client sends it in the header `Authorization: Bearer <jwt>`. Other services verify the signature with the keys at `/.well-known/jwks.json`.',
  genTs:
    'The time at which the access token was issued: Unix time in seconds with a fraction, for example 1795195815.123.',
  genAt: 'The time at which this response was generated.',
  expiresIn:
    'The lifetime of the access token in seconds, for example 3600. The client refreshes the tokens before this time is over.',
} as const;

export const endedDescription = 'The number of sessions that ended, counted up to 1000.';
