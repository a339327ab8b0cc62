import { z } from 'zod';
import type { FieldProblem } from '../../platform/errors/app-error';
import { reasons } from '../../platform/errors/app-error';
import { parseInput } from '../../platform/request/input-parser';
import { bytesOfJson } from './user-claims';
import { type FieldRole, type FieldValue, problemOfValue } from './user-field';
import { type FieldChanges, longestFields, type UserFields } from './user-fields';

/**
 * The place of the fields in an input. `user-fields.graphql.ts` gives it its type, or removes it without USER_FIELDS. The services
 * check it with `withFields`.
 */
export const ownFields = z.looseObject({}).nullish().meta({
  api: 'graphql',
  description: 'The fields that this installation adds. Absent: unchanged. Null removes a value.',
  example: {},
}) as unknown as z.ZodType<FieldChanges | null | undefined>;

export const notAnObject = 'must be an object';
export const unknownField = 'is not a field of this installation';
export const ofSuperAdmins = 'can only be set by a super admin';
export const tooManyBytes = 'must be at most 8 kB as JSON';

interface FoundProblem extends FieldProblem {
  isType: boolean;
}

/** `isNew`: a registration, which must have the required fields that the caller may write. */
interface Rules {
  by: FieldRole;
  isNew?: boolean;
  /** Whether the input has nothing else. */
  isOnly?: boolean;
}

/** Returns what is wrong with the fields that a request sends. `field` is empty for all of them. */
export function problemsOfFields(
  fields: UserFields,
  given: unknown,
  { by, isNew = false, isOnly = false }: Rules,
): FoundProblem[] {
  if (isOnly && (given === undefined || given === null)) return [{ field: '', msg: reasons.required, isType: true }];
  if (given !== undefined && given !== null && (typeof given !== 'object' || Array.isArray(given))) {
    return [{ field: '', msg: notAnObject, isType: true }];
  }
  const sent = new Map<string, unknown>(Object.entries(given ?? {}));
  const known = fields.load();
  const problems = [...sent].flatMap(([name, value]): FoundProblem[] => {
    const field = known.get(name);
    const isHidden = by === 'user' && field?.read === 'admin';
    if (!field || isHidden) return [{ field: name.slice(0, 64), msg: unknownField, isType: true }];
    if (by === 'user' && field.write === 'admin') return [{ field: name, msg: ofSuperAdmins, isType: true }];
    const problem = value === null || value === undefined ? null : problemOfValue(field, value);
    return problem ? [{ field: name, ...problem }] : [];
  });
  if (!isNew) return problems;
  const missing = fields
    .writableBy(by)
    .filter(({ name, required, default: value }) => required && value === null && (sent.get(name) ?? null) === null);
  return problems.concat(missing.map(({ name }) => ({ field: name, msg: reasons.required, isType: false })));
}

/** The schema of the fields in the input of a request. */
export const fieldsOf = (fields: UserFields, rules: Rules) =>
  z
    .unknown()
    .optional()
    .transform((given, ctx): FieldChanges | undefined => {
      for (const { field, msg: message, isType } of problemsOfFields(fields, given, rules)) {
        const path = field === '' ? [] : [field];
        if (isType) ctx.issues.push({ code: 'invalid_type', expected: 'custom', input: given, path, message });
        else ctx.issues.push({ code: 'custom', input: given, path, message });
      }
      if (ctx.issues.length > 0) return z.NEVER;
      if (given === undefined || given === null) return undefined;
      const entries = Object.entries(given).filter((entry) => entry[1] !== undefined);
      const sent = Object.fromEntries(entries) as Record<string, FieldValue | null>;
      if (bytesOfJson(sent) > longestFields) ctx.addIssue({ code: 'custom', message: tooManyBytes });
      return sent;
    });

/** Without USER_FIELDS, this is not part of an input, so it is ignored as any other name. */
const noFields = z
  .unknown()
  .optional()
  .transform((): undefined => undefined);

/** The schema of the fields in an input. */
export const fieldsSchema = (fields: UserFields, rules: Rules) =>
  (fields.areDefined ? fieldsOf(fields, rules) : noFields) as unknown as typeof ownFields;

/** Makes the fields in the input of an operation those of the installation. */
export function withFields<Declared extends { input: z.ZodType | null }>(
  operation: Declared,
  fields: UserFields,
  rules: Rules,
): Declared & { input: NonNullable<Declared['input']> } {
  if (!(operation.input instanceof z.ZodObject)) throw new Error('the input is no object');
  return { ...operation, input: operation.input.safeExtend({ fields: fieldsSchema(fields, rules) }) };
}

/** @throws AppError `VALIDATION_FAILED` */
export function parseFields(fields: UserFields, given: unknown, rules: Rules): FieldChanges {
  return parseInput(z.object({ fields: fieldsOf(fields, rules) }), { fields: given }).fields ?? {};
}
