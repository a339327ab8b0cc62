import { isHashText } from '../../../accounts/passwords/imported-password';
import { isObject } from '../../../platform/runtime/json-text';
import { type Fields, UnusableRecordError } from './preset';

/** Null for a field that is missing or empty. Other values stay as they are, also those of a wrong type. */
export const given = (value: unknown): unknown => (value === undefined || value === '' ? null : value);

/** Whether a field has a value: a time at which something happened, for example. */
export const isSet = (value: unknown): boolean => given(value) !== null;

export const isFields = (value: unknown): value is Fields => isObject(value);

/** An object without fields for a field that is missing. @throws UnusableRecordError for another type */
export function objectOf(value: unknown, field: string): Fields {
  if (value == null) return {};
  if (isFields(value)) return value;
  throw new UnusableRecordError(`has a field ${field} that is not an object`);
}

/** An empty list for a field that is missing. @throws UnusableRecordError for another type */
export function listOf(value: unknown, field: string): readonly unknown[] {
  if (value == null) return [];
  if (Array.isArray(value)) return value;
  throw new UnusableRecordError(`has a field ${field} that is not an array`);
}

/** Null for a field that is missing or empty. @throws UnusableRecordError for another type */
export function textOf(value: unknown, field: string): string | null {
  const text = given(value);
  if (text === null || typeof text === 'string') return text;
  throw new UnusableRecordError(`has a field ${field} that is not a string`);
}

/** Null for a field that is missing. @throws UnusableRecordError for another type */
export function flagOf(value: unknown, field: string): boolean | null {
  if (value == null) return null;
  if (typeof value === 'boolean') return value;
  throw new UnusableRecordError(`has a field ${field} that is not true or false`);
}

/** @throws UnusableRecordError for a record without an address. A wrong type or form is for the import to reject. */
export function emailOf(value: unknown): unknown {
  if (isSet(value)) return value;
  throw new UnusableRecordError('has no e-mail address');
}

/** A number in the database of one service is also a number in another one, so the name of the service is added. */
export function numberedId(service: string, id: unknown): unknown {
  return typeof id === 'number' || (typeof id === 'string' && /^\d+$/.test(id)) ? `${service}:${id}` : given(id);
}

/**
 * Returns the first and the last name if one of them is given. Else it splits the full name: the last word is the last
 * name, the words before it are the first name. A single word is the first name. An e-mail address is not a name.
 */
export function namesOf(first: unknown, last: unknown, full: unknown): Fields {
  // Undefined is a missing field for the import.
  const [firstName, lastName] = [given(first) ?? undefined, given(last) ?? undefined];
  if (firstName !== undefined || lastName !== undefined) return { first_name: firstName, last_name: lastName };
  if (isSet(full) && typeof full !== 'string') throw new UnusableRecordError('has a name that is not a string');
  const words = String(given(full) ?? '')
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.some((word) => word.includes('@'))) return {};
  if (words.length < 2) return { first_name: words[0] };
  return { first_name: words.slice(0, -1).join(' '), last_name: words.at(-1) };
}

/** Unix time in milliseconds, as a number or a string of digits. @throws UnusableRecordError for another value */
export function timeOfMs(value: unknown, field: string): string | null {
  if (!isSet(value)) return null;
  const ms = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  if (typeof ms === 'number' && Math.abs(ms) <= 8.64e15) return new Date(ms).toISOString();
  throw new UnusableRecordError(`has a field ${field} that is not a time in milliseconds`);
}

/** The text of a hash, for the import to check. @throws UnusableRecordError for a text that begins like none */
export function hashOf(text: string | null): string | null {
  if (text === null || isHashText(text)) return text;
  throw unknownPassword();
}

export const unknownPassword = () => new UnusableRecordError('has a password in a form that Gatehouse does not know');
