import { z } from 'zod';
import { reasons } from '../errors/app-error';
import { hasAtMost, line, parserOf, typedString } from '../request/input-parser';
import { locales } from '../request/locale';
import { email, isBlank, personName, roles, tel } from '../users/user.inputs';

const text = z.string(reasons.notAString);
const flag = z.boolean('must be true or false');
const requiredFlag = z.boolean({
  error: ({ input }) => (input === undefined ? reasons.required : 'must be true or false'),
});
const locale = z.enum(locales, `must be ${locales.map((one) => `"${one}"`).join(', ')} or null`);

const namesOfRoles = z.array(z.string('must be a list of names'), 'must be a list of names');

const id = typedString.meta({ format: 'uuid' });

/** Exactly one of the two. */
export const userInput = z
  .object({ id: text.meta({ format: 'uuid' }).nullish(), email: text.nullish() })
  .pipe(z.object({ id: z.string().nullish(), email: email.nullish() }))
  .superRefine(({ id, email }, ctx) => {
    if ((id == null) === (email == null)) {
      ctx.addIssue({ code: 'custom', path: ['id'], message: 'or the e-mail address is needed, and not both' });
    }
  });

export const userIdInput = z.object({ id });

export const createUserInput = z
  .object({
    email: typedString,
    firstName: text.nullish(),
    lastName: text.nullish(),
    locale: locale.nullish(),
    roles: namesOfRoles.nullish(),
    mailed: flag.nullish(),
  })
  .pipe(
    z.object({
      email,
      firstName: personName.nullish(),
      lastName: personName.nullish(),
      locale: locale.nullish(),
      roles: roles.nullish(),
      mailed: flag.nullish(),
    }),
  );

/** Characters. The same as for an import. */
const longest = { company: 200, companyIdNumber: 100, companyIdUrl: 2048, reason: 500 } as const;
const lineOf = (most: number) =>
  line
    .refine((value) => hasAtMost(most, value), `must have at most ${most} characters`)
    .meta({ maxLength: most })
    .nullable();

/** A link is shown to other people, so it must not run a script. */
const webUrl = line
  .refine((value) => /^https?:\/\//i.test(value), { error: 'must begin with https:// or http://', abort: true })
  .refine((value) => hasAtMost(longest.companyIdUrl, value), `must have at most ${longest.companyIdUrl} characters`)
  .meta({ maxLength: longest.companyIdUrl })
  .nullable();

const reason = line
  .refine((value) => !isBlank(value), { error: 'must not be blank', abort: true })
  .refine((value) => hasAtMost(longest.reason, value), `must have at most ${longest.reason} characters`)
  .meta({ minLength: 1, maxLength: longest.reason });

export const updateUserInput = z
  .object({
    id,
    firstName: text.optional(),
    lastName: text.optional(),
    tel: text.nullable().optional(),
    company: text.nullable().optional(),
    companyIdNumber: text.nullable().optional(),
    companyIdUrl: text.nullable().optional(),
    locale: locale.nullable().optional(),
    emailVerified: flag.optional(),
    roles: namesOfRoles.optional(),
    email: text.optional(),
    reason: text.nullable().optional(),
  })
  .pipe(
    z.object({
      id: z.string(),
      firstName: personName.optional(),
      lastName: personName.optional(),
      tel: tel.optional(),
      company: lineOf(longest.company).optional(),
      companyIdNumber: lineOf(longest.companyIdNumber).optional(),
      companyIdUrl: webUrl.optional(),
      locale: locale.nullable().optional(),
      emailVerified: flag.optional(),
      roles: roles.optional(),
      email: email.optional(),
      reason: reason.nullable().optional(),
    }),
  )
  .superRefine(({ email, reason }, ctx) => {
    if (email !== undefined && !reason) {
      ctx.addIssue({ code: 'custom', path: ['reason'], message: 'is required to change the e-mail address' });
    }
  });

export const setSuperAdminInput = z.object({ id, superAdmin: requiredFlag });

export const endSessionsInput = z.object({ userId: id, sessionId: text.meta({ format: 'uuid' }).nullish() });

export type UserField = keyof z.input<typeof userInput>;
export type UserIdField = keyof z.input<typeof userIdInput>;
export type CreateUserField = keyof z.input<typeof createUserInput>;
export type UpdateUserField = keyof z.input<typeof updateUserInput>;
export type SetSuperAdminField = keyof z.input<typeof setSuperAdminInput>;
export type EndSessionsField = keyof z.input<typeof endSessionsInput>;
export type UserUpdate = Omit<z.output<typeof updateUserInput>, 'id'>;

export const parseUserInput = parserOf(userInput);
export const parseUserIdInput = parserOf(userIdInput);
export const parseCreateUserInput = parserOf(createUserInput);
export const parseUpdateUserInput = parserOf(updateUserInput);
export const parseSetSuperAdminInput = parserOf(setSuperAdminInput);
export const parseEndSessionsInput = parserOf(endSessionsInput);
