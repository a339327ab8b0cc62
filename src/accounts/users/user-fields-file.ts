import { ConfigError } from '../../platform/config/config-error';
import { readSettingFile } from '../../platform/config/setting-file';
import { toCamelCase } from '../../platform/runtime/camel-case';
import { parseJsonObject } from '../../platform/runtime/json-file';
import { isObject } from '../../platform/runtime/json-text';
import { isLabel, labelRule } from './label';
import {
  type FieldType,
  type FieldValue,
  fieldTypes,
  integerRange,
  isDate,
  problemOfValue,
  type UserField,
} from './user-field';
import { UserFields } from './user-fields';

const mostFields = 50;
const mostValues = 100;
/** Characters. */
const longest = { byDefault: 200, atMost: 4000 } as const;
const nameRule = /^[a-z][a-z0-9_]{0,39}$/;
const keys = ['type', 'required', 'enum', 'min', 'max', 'max_length', 'default', 'read', 'write', 'label'];

/** The file is read at the first use. */
export const openUserFields = (file: string | null) => new UserFields(() => readFieldsFile(file));

/** Reads the file of USER_FIELDS. @throws ConfigError with one line for each problem */
function readFieldsFile(file: string | null): UserField[] {
  if (file === null) return [];
  return parseUserFields(readSettingFile('USER_FIELDS', file).toString());
}

/** @throws ConfigError with one line for each problem */
export function parseUserFields(text: string): UserField[] {
  const entries = Object.entries(parseJsonObject('USER_FIELDS', text, 'fields'));
  const problems: string[] = [];
  if (entries.length > mostFields) problems.push(`the file has more than ${mostFields} fields`);
  const camelNames = new Map<string, string>();
  const fields = entries.map(([name, declared]) => {
    const report = (problem: string) => problems.push(`${JSON.stringify(name.slice(0, 64))} ${problem}`);
    if (!nameRule.test(name)) report('must be a name of a lower-case letter and at most 39 of a-z, 0-9 and "_"');
    const camelName = toCamelCase(name);
    const other = camelNames.get(camelName);
    if (other !== undefined) report(`and ${JSON.stringify(other)} have the same name in GraphQL: ${camelName}`);
    camelNames.set(camelName, name);
    return readField(name, camelName, isObject(declared) ? declared : { type: null }, report);
  });
  if (problems.length > 0) throw new ConfigError(problems.map((problem) => `USER_FIELDS: ${problem}`));
  return fields;
}

type Report = (problem: string) => void;

function readField(name: string, camelName: string, given: Record<string, unknown>, report: Report): UserField {
  for (const key of Object.keys(given).filter((one) => !keys.includes(one))) {
    report(`has the unknown key ${JSON.stringify(key.slice(0, 64))}. The keys are ${keys.join(', ')}`);
  }
  const isKnown = (fieldTypes as readonly unknown[]).includes(given.type);
  if (!isKnown) report(`must have a type: ${fieldTypes.join(', ')}`);
  const type = isKnown ? (given.type as FieldType) : 'string';
  const field: UserField = {
    name,
    camelName,
    type,
    required: oneOf(given, 'required', [true, false], report) ?? false,
    values: readValues(given, type, report),
    min: readLimit(given, 'min', type, report),
    max: readLimit(given, 'max', type, report),
    maxLength: readLength(given, type, report),
    default: null,
    read: oneOf(given, 'read', ['user', 'admin'], report) ?? 'user',
    // Never the other way: people became admins because a field of this kind was theirs to write.
    write: oneOf(given, 'write', ['user', 'admin'], report) ?? 'admin',
    label: readLabel(given.label, report),
  };
  if (field.min !== null && field.max !== null && field.min > field.max)
    report('has a min that is greater than its max');
  if (field.write === 'user' && field.read === 'admin')
    report('can be written by users, who must then be able to read it');
  for (const value of field.values ?? []) {
    const problem = problemOfValue({ ...field, type: 'string', values: null }, value);
    if (problem) report(`has the value ${JSON.stringify(value.slice(0, 64))} in its enum, which ${problem.msg}`);
  }
  if (!isKnown || given.default === undefined || given.default === null) return field;
  const problem = problemOfValue(field, given.default);
  if (problem) report(`has a default that ${problem.msg}`);
  return { ...field, default: given.default as FieldValue };
}

function oneOf<const Value>(
  given: Record<string, unknown>,
  key: string,
  values: readonly Value[],
  report: Report,
): Value | undefined {
  const value = given[key];
  if (value === undefined) return undefined;
  const known = values.find((one) => one === value);
  if (known === undefined) report(`must have ${values.map((one) => JSON.stringify(one)).join(' or ')} as ${key}`);
  return known;
}

function readValues(given: Record<string, unknown>, type: FieldType, report: Report): string[] | null {
  const { enum: values } = given;
  if (values === undefined) return null;
  if (type !== 'string' && type !== 'string_list') report('has an enum, which only string and string_list can have');
  const isList = Array.isArray(values) && values.length > 0 && values.every((value) => typeof value === 'string');
  if (!isList || values.length > mostValues || new Set(values).size < values.length) {
    report(`must have 1 to ${mostValues} different strings as enum`);
    return null;
  }
  return values;
}

function readLimit(given: Record<string, unknown>, key: 'min' | 'max', type: FieldType, report: Report) {
  const value = given[key];
  if (value === undefined) return null;
  if (type === 'date') {
    if (typeof value === 'string' && isDate(value)) return value;
    report(`must have a date such as 2026-11-20 as ${key}`);
  } else if (type === 'number' || type === 'integer') {
    const isInRange = type === 'number' || (Number.isInteger(value) && Math.abs(Number(value)) <= integerRange.max);
    if (typeof value === 'number' && isInRange) return value;
    report(`must have ${type === 'integer' ? 'a whole number' : 'a number'} as ${key}`);
  } else {
    report(`has a ${key}, which only integer, number and date can have`);
  }
  return null;
}

function readLength({ max_length: value }: Record<string, unknown>, type: FieldType, report: Report): number {
  if (value === undefined) return longest.byDefault;
  if (type !== 'string' && type !== 'string_list') {
    report('has a max_length, which only string and string_list can have');
  } else if (typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= longest.atMost) {
    return value;
  } else {
    report(`must have a whole number from 1 to ${longest.atMost} as max_length`);
  }
  return longest.byDefault;
}

function readLabel(label: unknown, report: Report): UserField['label'] {
  if (label === undefined) return {};
  if (isLabel(label)) return label;
  report(labelRule);
  return {};
}
