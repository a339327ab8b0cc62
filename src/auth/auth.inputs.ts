import { z } from 'zod';
import { reasons } from '../errors/app-error';
import { currentPassword, loginPassword, password } from '../passwords/password.inputs';
import type { LoginPasswordRule } from '../passwords/password-policy.settings';
import { hasAtMost, parserOf, typedString } from '../request/input-parser';
import { email, personName, tel } from '../users/user.inputs';

export const registerInput = z
  .object({
    email: typedString,
    firstName: typedString,
    lastName: typedString,
    password: typedString,
    tel: z.string(reasons.notAString).nullable().default(null),
  })
  .pipe(z.object({ email, firstName: personName, lastName: personName, password, tel }));

/** A scope is a list of values separated by spaces (RFC 6749, section 3.3). Unknown values are ignored. */
export const scope = z.string().transform((text) => ({ offlineAccess: text.split(' ').includes('offline_access') }));

const longestCode = 64;

export const refreshTokenIn = z.enum(['body', 'cookie'], 'must be "body" or "cookie"');

/** A code of an authenticator application, or a recovery code. Whether it has the form of one is not checked here. */
export const factorCode = z
  .string()
  .refine((text) => hasAtMost(longestCode, text), `must have at most ${longestCode} characters`)
  .meta({ maxLength: longestCode });

/** With `any`, the password can be as short as another service accepted it (`LOGIN_PASSWORD_RULE`). */
export const loginInputOf = (rule: LoginPasswordRule) =>
  z
    .object({
      email: typedString,
      password: typedString,
      code: z.string(reasons.notAString).nullish(),
      scope: z.string(reasons.notAString).default(''),
      refreshTokenIn: refreshTokenIn.default('body'),
    })
    .pipe(
      z.object({
        email,
        password: rule === 'any' ? currentPassword : loginPassword,
        code: factorCode.nullish(),
        scope,
        refreshTokenIn,
      }),
    )
    .transform(({ email, password, code = null, scope, refreshTokenIn }) => ({
      email,
      password,
      code,
      refreshTokenIn,
      // The cookie can only contain a refresh token, so a client that asks for the cookie asks for a refresh token.
      scope: { offlineAccess: scope.offlineAccess || refreshTokenIn === 'cookie' },
    }));

export const refreshInput = z.object({
  refreshToken: z.string(reasons.notAString).nullish(),
  refreshTokenIn: refreshTokenIn.optional(),
});

export type RegisterField = keyof z.input<typeof registerInput>;
type LoginSchema = ReturnType<typeof loginInputOf>;
export type LoginField = keyof z.input<LoginSchema>;
export type RefreshField = keyof z.input<typeof refreshInput>;

export type RegisterInput = z.output<typeof registerInput>;
export type LoginInput = z.output<LoginSchema>;

export const parseRegisterInput = parserOf(registerInput);
export const loginParserOf = (rule: LoginPasswordRule) => parserOf(loginInputOf(rule));
export const parseRefreshInput = parserOf(refreshInput);
