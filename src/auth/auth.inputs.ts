import { z } from 'zod';
import { AppError, type FieldProblem, reasons } from '../errors';
import { parseSessionCursor, sessionPageSize } from '../sessions/session-page';
import { parseEmailAddress } from './email';

/**
 * The input rules of both doors. Each operation is checked in two steps, types and then rules, because GraphQL can
 * only answer in these two steps: so both doors name the same fields.
 */
const control = /\p{Cc}/u;
const loneSurrogate = /\p{Cs}/u;
/** White space, and what is shown as nothing. */
const blank = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}]*$/u;
const codePoints = (text: string): number => [...text].length;
/** A code point has at most two UTF-16 code units: what is much too long is not counted. */
const hasAtMost = (max: number, text: string): boolean => text.length <= 2 * max && codePoints(text) <= max;

const typedString = z.string({ error: ({ input }) => (input === undefined ? reasons.required : reasons.notAString) });

const email = z.string().transform((text, ctx) => {
  const address = parseEmailAddress(text);
  if (address) return address;
  ctx.addIssue({ code: 'custom', message: 'must be one e-mail address of at most 254 characters' });
  return z.NEVER;
});

const longestPassword = 256;
const passwordTooLong = `must have at most ${longestPassword} characters`;
/** At most so many code points become one in NFC (test/auth/auth.inputs.test.ts proves it for all of Unicode). */
const longestComposition = 4;

/**
 * Out comes the NFC form: what is hashed. Nothing is trimmed, folded or cut. NFC sorts combining marks in time by the
 * square of their number, so what is too long in any form is rejected before.
 */
const password = z
  .string()
  .refine((text) => !loneSurrogate.test(text), { error: 'must be well-formed Unicode text', abort: true })
  .refine((text) => hasAtMost(longestComposition * longestPassword, text), { error: passwordTooLong, abort: true })
  .transform((text) => text.normalize('NFC'))
  .refine((text) => codePoints(text) > 8, 'must have more than 8 characters')
  .refine((text) => hasAtMost(longestPassword, text), passwordTooLong);

const line = z.string().refine((text) => !control.test(text) && !loneSurrogate.test(text), {
  error: 'must not have control characters',
  abort: true,
});

const personName = line
  .refine((text) => !blank.test(text), { error: 'must not be blank', abort: true })
  .refine((text) => hasAtMost(100, text), 'must have at most 100 characters');

const tel = line.refine((text) => hasAtMost(32, text), 'must have at most 32 characters').nullable();

const registerInput = z
  .object({
    email: typedString,
    firstName: typedString,
    lastName: typedString,
    password: typedString,
    tel: z.string(reasons.notAString).nullable().default(null),
  })
  .pipe(z.object({ email, firstName: personName, lastName: personName, password, tel }));

/** Values separated by spaces (RFC 6749, section 3.3); those that are not known are ignored. */
const scope = z.string().transform((text) => ({ offlineAccess: text.split(' ').includes('offline_access') }));

/** Where the refresh token of the answer goes. */
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
    // In a cookie there can only be a refresh token.
    scope: { offlineAccess: scope.offlineAccess || refreshTokenIn === 'cookie' },
  }));

const refreshInput = z.object({
  refreshToken: z.string(reasons.notAString).nullish(),
  refreshTokenIn: refreshTokenIn.optional(),
});

const logoutInput = z.object({
  sessions: z.enum(['current', 'others', 'all'], 'must be "current", "others" or "all"').default('current'),
});

const pageSize = `must be a whole number from 1 to ${sessionPageSize.atMost}`;

const sessionsInput = z.object({
  first: z
    .int(pageSize)
    .min(1, pageSize)
    .max(sessionPageSize.atMost, pageSize)
    .nullish()
    .transform((first) => first ?? sessionPageSize.byDefault),
  after: z
    .string(reasons.notAString)
    .nullish()
    .transform((cursor, ctx) => {
      if (cursor === null || cursor === undefined) return null;
      const position = parseSessionCursor(cursor);
      if (position) return position;
      ctx.addIssue({ code: 'custom', message: 'must be a cursor of an earlier page' });
      return z.NEVER;
    }),
});

const revokeSessionInput = z.object({ id: typedString });

export type RegisterInput = z.output<typeof registerInput>;
export type LoginInput = z.output<typeof loginInput>;

export const parseRegisterInput = parserOf(registerInput);
export const parseLoginInput = parserOf(loginInput);
export const parseRefreshInput = parserOf(refreshInput);
export const parseLogoutInput = parserOf(logoutInput);
export const parseSessionsInput = parserOf(sessionsInput);
export const parseRevokeSessionInput = parserOf(revokeSessionInput);

/** @throws AppError `VALIDATION_FAILED` with one entry per field, in the order of the schema */
function parserOf<Output>(schema: z.ZodType<Output>): (input: unknown) => Output {
  return (input) => {
    const parsed = schema.safeParse(input);
    if (parsed.success) return parsed.data;
    throw new AppError('VALIDATION_FAILED', { fields: firstProblemPerField(parsed.error.issues) });
  };
}

function firstProblemPerField(issues: readonly z.core.$ZodIssue[]): FieldProblem[] {
  const problems = new Map<string, string>();
  for (const issue of issues) {
    const field = String(issue.path[0]);
    if (!problems.has(field)) problems.set(field, issue.message);
  }
  return [...problems].map(([field, msg]) => ({ field, msg }));
}
