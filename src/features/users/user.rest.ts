import {
  about,
  boolean,
  component,
  nullable,
  object,
  string,
  timestamp,
  toTimestamp,
  uuid,
} from '../../platform/rest/json-schema';
import { toSnakeCase } from '../../platform/rest/snake-case';
import { userDescriptions as text, type User } from './user';
import { readableFields } from './user-scopes';

/** The user record of the specification, section 2.1: exactly these fifteen keys, in this order. */
export function toUserRecord(user: User) {
  return {
    id: user.id,
    first_name: user.firstName,
    last_name: user.lastName,
    email: user.email,
    is_super_admin: user.isSuperAdmin,
    disabled: user.disabled,
    email_verified: user.emailVerified,
    tel_verified: user.telVerified,
    tel: user.tel,
    company: user.company,
    company_id_number: user.companyIdNumber,
    company_id_url: user.companyIdUrl,
    created_ts: toTimestamp(user.createdTs),
    updated_ts: user.updatedTs && toTimestamp(user.updatedTs),
    last_login_ts: user.lastLoginTs && toTimestamp(user.lastLoginTs),
  };
}

/** The record as an application reads it: without the keys that its scopes do not give. */
export function toReadableRecord(user: User, scopes: readonly string[] | null): object {
  const keys = new Set(readableFields(scopes).map(toSnakeCase));
  return Object.fromEntries(Object.entries(toUserRecord(user)).filter(([key]) => keys.has(key)));
}

export const userProperties = () => ({
  id: about(uuid, text.id),
  first_name: about(string, text.firstName),
  last_name: about(string, text.lastName),
  email: about(string, text.email),
  is_super_admin: about(boolean, text.isSuperAdmin),
  disabled: about(boolean, text.disabled),
  email_verified: about(boolean, text.emailVerified),
  tel_verified: about(boolean, text.telVerified),
  tel: nullable(about(string, text.tel)),
  company: nullable(about(string, text.company)),
  company_id_number: nullable(about(string, text.companyIdNumber)),
  company_id_url: nullable(about(string, text.companyIdUrl)),
  created_ts: timestamp(text.createdTs),
  updated_ts: nullable(timestamp(text.updatedTs)),
  last_login_ts: nullable(timestamp(text.lastLoginTs)),
});

export const userSchema = component('User', 'A user account. The password is never part of it.', () =>
  object(userProperties()),
);

export const ownUserSchema = component(
  'OwnUser',
  'The user of the access token. The user gets all properties, an application those that its scopes give.',
  () => {
    const properties = userProperties();
    const isOptional = (key: keyof typeof properties) => key !== 'id';
    return object(properties, (Object.keys(properties) as (keyof typeof properties)[]).filter(isOptional));
  },
);

export const exampleUser: User = {
  id: '01a1fafd-5d47-7b3e-9a51-2f0c6f7d8e90',
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  isSuperAdmin: false,
  roles: [],
  disabled: false,
  emailVerified: false,
  telVerified: false,
  tel: '+44 20 7946 0958',
  company: null,
  companyIdNumber: null,
  companyIdUrl: null,
  createdTs: new Date('2026-11-20T17:29:58.042Z'),
  updatedTs: null,
  lastLoginTs: null,
};
