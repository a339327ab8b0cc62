import { z } from 'zod';
import { hasAtMost, line } from '../../platform/request/input-parser';
import { keysOf } from '../../platform/runtime/keys-of';
import { isBlank, roles } from '../users/user.inputs';
import { userClaims } from '../users/user-claims.inputs';
import type { UserFields } from '../users/user-fields';
import { fieldsOf } from '../users/user-fields.inputs';

const longestMsg = 200;

/** The fields of a registration that a hook can name, in the names of the REST API. */
const fields = { email: 'email', first_name: 'firstName', last_name: 'lastName', tel: 'tel' } as const;

/** A text for a person. Pages, mails and applications show it, so nothing in it can look like markup. */
const msg = line
  .refine((text) => !isBlank(text), 'must not be blank')
  .refine((text) => hasAtMost(longestMsg, text), `must have at most ${longestMsg} characters`)
  .refine((text) => !/[<>]/.test(text), 'must not have markup');

/** The hook writes the fields that a super admin may. */
const allowed = (userFields: UserFields) =>
  z
    .strictObject({
      roles: z.array(z.string()).default([]).pipe(roles),
      claims: userClaims.default({}),
      fields: fieldsOf(userFields, { by: 'admin' }),
    })
    .transform(({ roles, claims, fields = {} }) => ({ decision: 'allow' as const, roles, claims, fields }));

const rejected = z
  .strictObject({
    decision: z.literal('reject'),
    msg,
    field: z
      .enum(keysOf(fields))
      .transform((name) => fields[name])
      .optional(),
  })
  .transform(({ decision, msg, field = null }) => ({ decision, msg, field }));

const hookAnswer = (userFields: UserFields) => z.union([allowed(userFields), rejected]);

export type HookAnswer = z.output<ReturnType<typeof hookAnswer>>;

/** The result returns null for an answer that breaks a rule. An unknown name breaks one: it can be a misspelt `roles`. */
export function createHookAnswerParser(userFields: UserFields): (answer: unknown) => HookAnswer | null {
  const schema = hookAnswer(userFields);
  return (answer) => schema.safeParse(answer).data ?? null;
}
