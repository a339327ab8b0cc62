import type { User } from '../users/user';
import { boolean, component, nullable, object, string, timestamp, uuid } from './json-schema';

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

export const userSchema = component(
  'User',
  object({
    id: uuid,
    first_name: string,
    last_name: string,
    email: string,
    is_super_admin: boolean,
    disabled: boolean,
    email_verified: boolean,
    tel_verified: boolean,
    tel: nullable(string),
    company: nullable(string),
    company_id_number: nullable(string),
    company_id_url: nullable(string),
    created_ts: timestamp,
    updated_ts: nullable(timestamp),
    last_login_ts: nullable(timestamp),
  }),
);

/** Formats a time as UTC in ISO 8601, with milliseconds and without a time zone: `2026-11-20T17:30:15.123`. */
export function toTimestamp(date: Date): string {
  return date.toISOString().slice(0, -1);
}
