import { Directive } from 'type-graphql';
import { objectTypeOf } from '../../platform/graphql/answer-type';
import { keysOf } from '../../platform/runtime/keys-of';
import type { User } from './user';
import { userRecord } from './user.answers';
import { mayRead, type ReadableField, scopeOfField, unreadable } from './user-scopes';

export const UserType = objectTypeOf(userRecord);
Directive('@key(fields: "id")')(UserType);

/** The user with an error for each field that an application may not read. GraphQL calls a function in place of a value. */
export type ReadableUser = { [Field in keyof User]: User[Field] | (() => never) } & { fields?: () => never };

/** The user as the user reads it, or as an application does with these scopes. */
export function toReadableUser(user: User, scopes: readonly string[] | null): ReadableUser {
  if (scopes === null) return user;
  const forbidden = keysOf(scopeOfField).filter((field) => !mayRead(scopes, field));
  return Object.assign({}, user, Object.fromEntries(forbidden.map((field) => [field, forbid(field)])));
}

const forbid = (field: ReadableField) => (): never => {
  throw unreadable(field);
};
