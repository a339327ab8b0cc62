import { reasons } from '../../platform/errors/app-error';
import { hasAtMost, loneSurrogate } from '../../platform/request/input-parser';
import type { Label } from './label';
import { isBlank } from './user.inputs';

export const fieldTypes = ['string', 'integer', 'number', 'boolean', 'date', 'string_list'] as const;
export type FieldType = (typeof fieldTypes)[number];

/** Who may read or write a field. What users may do, super admins may do, too. */
export type FieldRole = 'user' | 'admin';

/** A date is a text, `2026-11-20`. */
export type FieldValue = string | number | boolean | readonly string[];

/** The fields of a user, by their names in the file. A field without a value is missing. */
export type FieldValues = Readonly<Record<string, FieldValue>>;

/** A field that an installation adds to its users (USER_FIELDS). */
export interface UserField {
  /** The name in the file, in the REST API and in the database. */
  name: string;
  /** The name in the GraphQL API. */
  camelName: string;
  type: FieldType;
  /** Whether a registration must have it. */
  required: boolean;
  /** The possible values of a string, or of the entries of a list. Null: any. */
  values: readonly string[] | null;
  /** Of a number or of a date. */
  min: number | string | null;
  max: number | string | null;
  /** Characters of a string, or of an entry of a list. */
  maxLength: number;
  /** What a new account gets. */
  default: FieldValue | null;
  read: FieldRole;
  write: FieldRole;
  label: Label;
}

/** `isType`: GraphQL finds such a problem itself. */
interface ValueProblem {
  msg: string;
  isType: boolean;
}

/** Both APIs have the same range: that of `Int` in GraphQL. */
export const integerRange = { min: -(2 ** 31), max: 2 ** 31 - 1 } as const;
/** Entries of a list. */
const mostEntries = 100;
const control = /\p{Cc}/u;
const dateRule = 'must be a date such as 2026-11-20';

const wrongType = (msg: string): ValueProblem => ({ msg, isType: true });
const wrongValue = (msg: string): ValueProblem => ({ msg, isType: false });

/** Returns the rule of the field that the value breaks, or null. */
export function problemOfValue(field: UserField, value: unknown): ValueProblem | null {
  switch (field.type) {
    case 'string':
      return typeof value === 'string' ? problemOfText(field, value) : wrongType(reasons.notAString);
    case 'integer':
      if (!isInteger(value)) return wrongType(`must be a whole number from ${integerRange.min} to ${integerRange.max}`);
      return problemOfRange(field, value);
    case 'number':
      if (typeof value !== 'number' || !Number.isFinite(value)) return wrongType('must be a number');
      return problemOfRange(field, value);
    case 'boolean':
      return typeof value === 'boolean' ? null : wrongType('must be true or false');
    case 'date':
      if (typeof value !== 'string') return wrongType(reasons.notAString);
      return isDate(value) ? problemOfRange(field, value) : wrongValue(dateRule);
    case 'string_list':
      return problemOfList(field, value);
  }
}

const isInteger = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= integerRange.min && Number(value) <= integerRange.max;

/** Whether the day exists: JavaScript reads 30 February as 2 March. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || text < '0001') return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

function problemOfText({ values, maxLength }: UserField, text: string): ValueProblem | null {
  if (values) return values.includes(text) ? null : wrongType(`must be one of ${values.join(', ')}`);
  if (control.test(text) || loneSurrogate.test(text)) {
    return wrongValue('must be valid Unicode text without control characters');
  }
  if (isBlank(text)) return wrongValue('must not be blank');
  return hasAtMost(maxLength, text) ? null : wrongValue(`must have at most ${maxLength} characters`);
}

/** Texts of dates have the order of the dates. */
function problemOfRange({ min, max }: UserField, value: number | string): ValueProblem | null {
  if (min !== null && value < min) return wrongValue(`must be at least ${min}`);
  return max !== null && value > max ? wrongValue(`must be at most ${max}`) : null;
}

function problemOfList(field: UserField, value: unknown): ValueProblem | null {
  if (!Array.isArray(value) || !value.every((entry) => typeof entry === 'string')) {
    return wrongType('must be a list of strings');
  }
  if (value.length > mostEntries) return wrongValue(`must have at most ${mostEntries} entries`);
  const problems = value.flatMap((entry) => problemOfText(field, entry) ?? []);
  return problems.find(({ isType }) => isType) ?? problems[0] ?? null;
}
