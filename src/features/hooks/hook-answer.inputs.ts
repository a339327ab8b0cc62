import { z } from 'zod';
import { hasAtMost, line } from '../../platform/request/input-parser';
import { isBlank, roles } from '../users/user.inputs';
import { userClaims } from '../users/user-claims.inputs';

const longestMsg = 200;

/** The fields of a registration that a hook can name, in the names of the REST API. */
const fields = { email: 'email', first_name: 'firstName', last_name: 'lastName', tel: 'tel' } as const;

/** A text for a person. Pages, mails and applications show it, so nothing in it can look like markup. */
const msg = line
  .refine((text) => !isBlank(text), 'must not be blank')
  .refine((text) => hasAtMost(longestMsg, text), `must have at most ${longestMsg} characters`)
  .refine((text) => !/[<>]/.test(text), 'must not have markup');

const allowed = z
  .strictObject({ roles: z.array(z.string()).default([]).pipe(roles), claims: userClaims.default({}) })
  .transform(({ roles, claims }) => ({ decision: 'allow' as const, roles, claims }));

const rejected = z
  .strictObject({
    decision: z.literal('reject'),
    msg,
    field: z
      .enum(Object.keys(fields) as (keyof typeof fields)[])
      .transform((name) => fields[name])
      .optional(),
  })
  .transform(({ decision, msg, field = null }) => ({ decision, msg, field }));

const hookAnswer = z.union([allowed, rejected]);

export type HookAnswer = z.output<typeof hookAnswer>;

/** Returns null for an answer that breaks a rule. An unknown name breaks one: it can be a misspelt `roles`. */
export function parseHookAnswer(answer: unknown): HookAnswer | null {
  return hookAnswer.safeParse(answer).data ?? null;
}
