import { z } from 'zod';
import { challengeField } from '../../platform/operations/challenge.inputs';
import { email } from '../../platform/request/email-address.inputs';
import { hasAtMost, optionalTextWith, textWith, typedText } from '../../platform/request/input-parser';
import { typedCode } from '../../platform/request/typed-code';
import { currentPassword, loginPassword, password, passwordLength } from '../passwords/password.inputs';
import type { LoginPasswordRule } from '../passwords/password-policy.settings';
import { personName, personNameRule, tel } from '../users/user.inputs';
import { ownFields } from '../users/user-fields.inputs';

/** What every operation that signs in says of its body. */
export const refreshTokenOnlyIf =
  'The answer has a refresh token only if the request has `scope: "offline_access"` or `refresh_token_in: "cookie"`.';

export const registerInput = z
  .object({
    email: textWith(email).meta({
      description:
        'The e-mail address of the new account, with at most 254 characters. The part before the @ must be ASCII. Gatehouse removes white space around it and keeps the rest as entered. Addresses that differ only in upper and lower case are the same.',
      example: 'ada@example.com',
    }),
    firstName: textWith(personName).meta({
      description: `The first name of the user: ${personNameRule}`,
      example: 'Ada',
    }),
    lastName: textWith(personName).meta({
      description: `The last name of the user: ${personNameRule}`,
      example: 'Lovelace',
    }),
    password: textWith(password).meta({
      description: `The password of the new account. ${passwordLength} Spaces count, also at both ends. Passwords that attackers try first can be rejected.`,
      example: 'correct horse battery',
    }),
    tel: typedText.nullable().default(null).pipe(tel).meta({
      description:
        'The phone number of the user, in any format: at most 32 characters, no control characters. It is not checked, and returned exactly as sent.',
      example: '+44 20 7946 0958',
    }),
    fields: ownFields,
  })
  .meta({ description: 'The account that `register` creates.' });

/** Where a response puts the refresh token. */
export const refreshTokenPlaces = {
  body: 'In the response body, for an application that can store a secret.',
  cookie: 'In an HttpOnly cookie, for a browser application.',
} as const;

const place = z
  .enum(['body', 'cookie'], 'must be "body" or "cookie"')
  .meta({ enumName: 'RefreshTokenIn', example: 'body', values: refreshTokenPlaces });

const longestCode = 64;

/** A code of an authenticator app, or a recovery code. Whether it has the form of one is not checked here. */
export const factorCode = z
  .string()
  .refine((text) => hasAtMost(longestCode, text), `must have at most ${longestCode} characters`)
  .transform((text) => (text.length <= 2 * longestCode ? typedCode(text) : text))
  .meta({ maxLength: longestCode });

/** What a client says about the tokens of a login. */
export const tokenFields = {
  scope: typedText
    .default('')
    .pipe(z.string().regex(/^(?:offline_access)?$/, 'must be "offline_access"'))
    .meta({
      api: 'rest',
      description: '`offline_access` asks for a refresh token. No other value is accepted.',
      example: 'offline_access',
    }),
  refreshTokenIn: place.default('body').meta({ description: 'Where the response puts the refresh token.' }),
};

interface TokenFields {
  scope: string;
  refreshTokenIn: z.output<typeof place>;
}

/** The cookie can only contain a refresh token, so a client that asks for the cookie asks for a refresh token. */
export const tokenOptionsOf = ({ scope, refreshTokenIn }: TokenFields) => ({
  offlineAccess: scope === 'offline_access' || refreshTokenIn === 'cookie',
  refreshTokenIn,
});

/** With `any`, the password can be as short as another service accepted it (`LOGIN_PASSWORD_RULE`). */
export const loginInputOf = (rule: LoginPasswordRule) =>
  z
    .object({
      email: textWith(email).meta({
        description: 'The e-mail address of the account. Upper and lower case make no difference.',
        example: 'ada@example.com',
      }),
      password: textWith(rule === 'any' ? currentPassword : loginPassword).meta({
        description: `The password of the account. ${passwordLength} After an import, it can be shorter than a new one (\`LOGIN_PASSWORD_RULE\`).`,
        example: 'correct horse battery',
      }),
      code: optionalTextWith(factorCode).meta({
        description:
          'A code of the authenticator app (6 digits), or a recovery code. Without it, a login with two-step sign-in returns `MFA_REQUIRED`. White space makes no difference.',
        example: '402913',
      }),
      ...tokenFields,
      challenge: challengeField,
    })
    .transform(({ email, password, code = null, challenge, ...tokens }) => ({
      email,
      password,
      code,
      challenge,
      options: tokenOptionsOf(tokens),
    }))
    .meta({ description: 'The credentials of an account, for `login`.' });

export const refreshInput = z
  .object({
    refreshToken: typedText.nullish().meta({
      description: 'The last refresh token. Without this field, Gatehouse reads the cookie.',
      example: 'UNhY4JhezH9gQYqvDMWrWH9CwlcKiECVqejMrND2VFw',
    }),
    refreshTokenIn: place.optional().meta({
      description:
        'Where the response puts the next refresh token: by default, where the current one was. A token from the cookie can only be returned in the cookie.',
    }),
  })
  .meta({ description: 'The refresh token that `refresh` exchanges.' });

export type RegisterInput = z.output<typeof registerInput>;
export type LoginInput = z.output<ReturnType<typeof loginInputOf>>;
