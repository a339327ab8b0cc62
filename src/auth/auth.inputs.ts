import { z } from 'zod';
import { reasons } from '../errors/app-error';
import { password } from '../passwords/password.inputs';
import { parserOf, typedString } from '../request/input-parser';
import { email, personName, tel } from '../users/user.inputs';

const registerInput = z
  .object({
    email: typedString,
    firstName: typedString,
    lastName: typedString,
    password: typedString,
    tel: z.string(reasons.notAString).nullable().default(null),
  })
  .pipe(z.object({ email, firstName: personName, lastName: personName, password, tel }));

/** A scope is a list of values separated by spaces (RFC 6749, section 3.3). Unknown values are ignored. */
const scope = z.string().transform((text) => ({ offlineAccess: text.split(' ').includes('offline_access') }));

const refreshTokenIn = z.enum(['body', 'cookie'], 'must be "body" or "cookie"');

const loginInput = z
  .object({
    email: typedString,
    password: typedString,
    scope: z.string(reasons.notAString).default(''),
    refreshTokenIn: refreshTokenIn.default('body'),
  })
  .pipe(z.object({ email, password, scope, refreshTokenIn }))
  .transform(({ email, password, scope, refreshTokenIn }) => ({
    email,
    password,
    refreshTokenIn,
    // The cookie can only contain a refresh token, so a client that asks for the cookie asks for a refresh token.
    scope: { offlineAccess: scope.offlineAccess || refreshTokenIn === 'cookie' },
  }));

const refreshInput = z.object({
  refreshToken: z.string(reasons.notAString).nullish(),
  refreshTokenIn: refreshTokenIn.optional(),
});

export type RegisterField = keyof z.input<typeof registerInput>;
export type LoginField = keyof z.input<typeof loginInput>;
export type RefreshField = keyof z.input<typeof refreshInput>;

export type RegisterInput = z.output<typeof registerInput>;
export type LoginInput = z.output<typeof loginInput>;

export const parseRegisterInput = parserOf(registerInput);
export const parseLoginInput = parserOf(loginInput);
export const parseRefreshInput = parserOf(refreshInput);
