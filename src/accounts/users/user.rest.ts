import { propertiesOf, recordOf, schemaOf } from '../../platform/rest/answer.rest';
import { component, object } from '../../platform/rest/json-schema';
import { toSnakeCase } from '../../platform/rest/snake-case';
import type { User } from './user';
import { userRecord } from './user.answers';
import { readableFields } from './user-scopes';

export const toUserRecord = (user: User): object => recordOf(userRecord, user) as object;

/** The record as an application reads it: without the keys that its scopes do not give. */
export function toReadableRecord(user: User, scopes: readonly string[] | null): object {
  if (scopes === null) return toUserRecord(user);
  const keys = new Set(readableFields(scopes).map(toSnakeCase));
  return Object.fromEntries(Object.entries(toUserRecord(user)).filter(([key]) => keys.has(key)));
}

export const userSchema = schemaOf(userRecord);

export const ownUserSchema = component(
  'OwnUser',
  'The user of the access token. The user gets all properties, an application those that its scopes give.',
  () => {
    const properties = propertiesOf(userRecord);
    return object(
      properties,
      Object.keys(properties).filter((key) => key !== 'id'),
    );
  },
);
