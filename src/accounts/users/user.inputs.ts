import { z } from 'zod';
import { hasAtMost, line, lineOf, parseInput } from '../../platform/request/input-parser';
import { isRole, longestRole, mostRoles } from './role';

/** A text of white space and invisible characters only. */
const blank = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}]*$/u;
export const isBlank = (text: string): boolean => blank.test(text);

// The `meta` of a schema is for its JSON Schema: zod's own lengths count UTF-16 code units.

export const personNameRule = '1 to 100 characters, not only white space, and no control characters.';

/** A text with at most this number of characters that is not blank. */
const filledLineOf = (longest: number) =>
  line
    .refine((text) => !isBlank(text), { error: 'must not be blank', abort: true })
    .refine((text) => hasAtMost(longest, text), `must have at most ${longest} characters`)
    .meta({ minLength: 1, maxLength: longest });

export const personName = filledLineOf(100);

/** Why a super admin changes something, for the audit. */
export const reason = filledLineOf(500);

export const tel = lineOf(32).nullable();

/** The roles of a user. The output is sorted. */
export const roles = z
  .array(
    z
      .string()
      .refine(isRole, 'must be names of a lower-case letter and at most 62 of a-z, 0-9, ":", "_" and "-"')
      .meta({ pattern: '^[a-z][a-z0-9:_-]*$', maxLength: longestRole }),
  )
  .max(mostRoles, `must be at most ${mostRoles} roles`)
  .refine((names) => new Set(names).size === names.length, 'must not have a role twice')
  .transform((names) => names.toSorted());

const rolesInput = z.object({ roles: z.array(z.string(), 'must be a list of names').pipe(roles) });
export const parseRoles = (input: unknown) => parseInput(rolesInput, input);
