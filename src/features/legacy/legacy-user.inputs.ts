import { z } from 'zod';
import { personName, tel } from '../../accounts/users/user.inputs';
import { email } from '../../platform/request/email-address.inputs';
import { line } from '../../platform/request/input-parser';
import { isUuid } from '../../platform/runtime/uuid';

/** A date-time of ISO 8601. Without a designator it is UTC, as in the specification, section 2.1. */
const dateTime = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?$/)
  .transform((text) => new Date(/(Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`))
  .refine((date) => !Number.isNaN(date.getTime()));

const longestCompany = 200;
const company = line
  .refine((text) => text.length <= longestCompany)
  .nullable()
  .default(null);
const flag = z.boolean().default(false);

/**
 * The user record of the old service. The names, the address and the number follow our rules. `is_super_admin` is not
 * read: the old service must not make super admins here. An id that is not a UUID counts as none.
 */
const legacyUserInput = z
  .object({
    id: z.unknown().transform((id) => (typeof id === 'string' && isUuid(id) ? id.toLowerCase() : null)),
    email,
    first_name: personName,
    last_name: personName,
    tel: tel.default(null),
    tel_verified: flag,
    email_verified: flag,
    disabled: flag,
    company,
    company_id_number: company,
    company_id_url: company,
    created_ts: dateTime.nullable().default(null),
    updated_ts: dateTime.nullable().default(null),
    last_login_ts: dateTime.nullable().default(null),
  })
  .transform((user) => ({
    id: user.id,
    email: user.email,
    firstName: user.first_name,
    lastName: user.last_name,
    tel: user.tel,
    telVerified: user.tel_verified,
    emailVerified: user.email_verified,
    disabled: user.disabled,
    company: user.company,
    companyIdNumber: user.company_id_number,
    companyIdUrl: user.company_id_url,
    createdTs: user.created_ts,
    updatedTs: user.updated_ts,
    lastLoginTs: user.last_login_ts,
  }));

export type LegacyUser = z.output<typeof legacyUserInput>;

/** Returns the names of the fields that cannot be used instead of a user, without their values. */
export function parseLegacyUser(record: unknown): LegacyUser | { problems: string[] } {
  const parsed = legacyUserInput.safeParse(record);
  if (parsed.success) return parsed.data;
  return { problems: [...new Set(parsed.error.issues.map(({ path }) => String(path[0] ?? 'record')))] };
}

/** The id of a record, also if other fields cannot be used. Null if it is not a UUID. */
export function idOf(record: unknown): string | null {
  const id = typeof record === 'object' && record !== null && 'id' in record ? record.id : null;
  return typeof id === 'string' && isUuid(id) ? id.toLowerCase() : null;
}
