import { invalidField } from '../../platform/errors/app-error';
import { bytesOfJson } from './user-claims';
import type { FieldValues } from './user-field';
import { changedFields, type FieldChanges, longestFields, type UserFields } from './user-fields';
import { tooManyBytes } from './user-fields.inputs';
import type { UserFieldsStore } from './user-fields.store';

/** Returns what a new account has: the defaults, and what was sent. @throws AppError `VALIDATION_FAILED` */
export function fieldsOfNewUser(
  { defaults }: Pick<UserFields, 'defaults'>,
  sent: FieldChanges | null | undefined,
): FieldValues {
  return sent ? notTooLarge(changedFields(defaults, sent)) : defaults;
}

/**
 * Changes the fields of an account that the caller has locked. Returns the names of those whose values have changed, as
 * `fields.plan`. @throws AppError `VALIDATION_FAILED` if the account would have more than 8 kB of fields
 */
export async function changeFields(
  store: UserFieldsStore,
  userId: string,
  changes: FieldChanges | null | undefined,
  at: Date,
): Promise<string[]> {
  if (!changes || Object.keys(changes).length === 0) return [];
  const before = (await store.findByIds([userId])).get(userId) ?? {};
  const after = changedFields(before, changes);
  const changed = Object.keys(changes).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  if (changed.length === 0) return [];
  await store.set(userId, notTooLarge(after), at);
  return changed.map((name) => `fields.${name}`);
}

function notTooLarge(fields: FieldValues): FieldValues {
  if (bytesOfJson(fields) > longestFields) throw invalidField('fields', tooManyBytes);
  return fields;
}
