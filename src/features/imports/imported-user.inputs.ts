import { z } from 'zod';
import {
  type ImportedPassword,
  parseImportedPassword,
  UnusablePasswordError,
} from '../../accounts/passwords/imported-password';
import { isBlank, personName, roles, tel } from '../../accounts/users/user.inputs';
import { userClaims } from '../../accounts/users/user-claims.inputs';
import { changedFields, noUserFields, type UserFields } from '../../accounts/users/user-fields';
import { fieldsOf } from '../../accounts/users/user-fields.inputs';
import { type FieldProblem, reasons } from '../../platform/errors/app-error';
import { email } from '../../platform/request/email-address.inputs';
import { hasAtMost, line, typedString } from '../../platform/request/input-parser';
import { isLocale, type Locale } from '../../platform/request/locale';
import { importedId } from './imported-id';
import { identitiesSchema } from './imported-identities.inputs';
import { membershipsSchema } from './imported-memberships.inputs';
import type { ImportedUser } from './imported-user';
import { isFields } from './presets/fields';
import { ProviderNames } from './provider-names';

/** Characters. */
const longest = { id: 255, company: 200, companyIdNumber: 100, companyIdUrl: 2048 } as const;
/** Milliseconds. The clocks of two services can differ. */
const mostAheadMs = 24 * 3_600_000;

export interface ImportRules {
  /** The time of the import. */
  now: Date;
  /** Whether a line may make a super admin. */
  allowAdmins: boolean;
  /** The name of a user whose first or last name is missing or blank. Null rejects the line. */
  missingName: string | null;
  /** Which provider has which issuer. */
  providers: ProviderNames;
  /** The fields that the installation adds. */
  userFields: UserFields;
  /** The roles of members of organizations. Null with ORGANIZATIONS=off. */
  organizationRoles: readonly string[] | null;
}

const flagWords = { on: ['true', 't', 'yes', 'y', 'on', '1'], off: ['false', 'f', 'no', 'n', 'off', '0'] } as const;
const isOneOf = (words: readonly string[], word: string) => words.includes(word);

/** Also as databases and programs write it: PostgreSQL, "boolean type", MySQL's 1 and 0. */
const flag = z
  .preprocess((value) => {
    if (typeof value !== 'string' && typeof value !== 'number') return value;
    const word = String(value).trim().toLowerCase();
    return isOneOf(flagWords.on, word) || (isOneOf(flagWords.off, word) ? false : value);
  }, z.boolean('must be true or false').nullish())
  .transform(Boolean);

const textOf = (most: number) =>
  z
    .string(reasons.notAString)
    .pipe(line.refine((text) => hasAtMost(most, text), `must have at most ${most} characters`))
    .nullish()
    .transform((text) => text ?? null);

const id = z
  .union([z.string(), z.int().nonnegative()], 'must be a string or a whole number')
  .transform(String)
  .pipe(
    line
      .refine((text) => !isBlank(text), { error: 'must not be blank', abort: true })
      .refine((text) => hasAtMost(longest.id, text), `must have at most ${longest.id} characters`),
  )
  .nullish()
  .transform((text) => (text == null ? null : importedId(text)));

/** A link is shown to other people, so it must not run a script. */
const webUrl = textOf(longest.companyIdUrl).refine(
  (text) => text === null || !/^\s*[a-z][a-z0-9+.-]*:/i.test(text) || /^https?:\/\//i.test(text),
  'must begin with https:// or http://',
);

/** Another language than those of the mails is the same as an unknown one. `de-AT` and `de_AT` are `de`. */
const locale = z
  .string(reasons.notAString)
  .nullish()
  .transform((text): Locale | null => {
    const language = text?.split(/[-_]/, 1)[0]?.toLowerCase() ?? null;
    return isLocale(language) ? language : null;
  });

const roleList = z
  .array(z.string(), 'must be a list of names')
  .nullish()
  .transform((names) => names ?? [])
  .pipe(roles);

const password = z
  .unknown()
  .optional()
  .transform((value, ctx): ImportedPassword | null => {
    if (value == null) return null;
    try {
      return parseImportedPassword(value);
    } catch (error) {
      if (!(error instanceof UnusablePasswordError)) throw error;
      ctx.addIssue({ code: 'custom', message: error.message });
      return z.NEVER;
    }
  });

/** Creates the schema of a line. Its keys are those of the file. */
function importedUserSchema(rules: ImportRules) {
  const { now, allowAdmins, missingName, providers, userFields, organizationRoles } = rules;
  const name = z.preprocess(
    (value) =>
      missingName !== null && (value == null || (typeof value === 'string' && isBlank(value))) ? missingName : value,
    typedString.pipe(personName),
  );
  const time = timeUntil(new Date(now.getTime() + mostAheadMs));
  return z.strictObject({
    id,
    email: typedString.pipe(email),
    email_verified: flag,
    first_name: name,
    last_name: name,
    tel: z
      .string(reasons.notAString)
      .nullable()
      .pipe(tel)
      .nullish()
      .transform((text) => text ?? null),
    tel_verified: flag,
    disabled: flag,
    is_super_admin: flag.refine(
      (isAdmin) => !isAdmin || allowAdmins,
      'is true: only the command imports super admins, with --allow-admins',
    ),
    roles: roleList,
    company: textOf(longest.company),
    company_id_number: textOf(longest.companyIdNumber),
    company_id_url: webUrl,
    created_ts: time,
    updated_ts: time,
    last_login_ts: time,
    locale,
    claims: userClaims.nullish().transform((claims) => claims ?? {}),
    fields: fieldsOf(userFields, { by: 'admin' }).transform((sent) => changedFields(userFields.defaults, sent ?? {})),
    password,
    identities: identitiesSchema(providers),
    organizations: membershipsSchema(organizationRoles),
  });
}

const notATime = 'must be an ISO 8601 date and time, such as 2024-05-17T09:30:00Z, or a Unix time in seconds';
/** PostgreSQL writes `2024-05-17 09:30:00.123456+00`, Ruby and BigQuery ` UTC`, and Ruby ` +0000` with a zone. */
const isoTime =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)? ?(?:Z|UTC|GMT|([+-])(\d\d)(?::?(\d\d))?)?)?$/i;
/** MySQL's zero date, which is no time. */
const zeroDate = /^0000-00-00(?:[T ]00:00:00(?:\.0+)?)?$/;

const timeUntil = (latest: Date) =>
  z
    .union([z.string(), z.number()], notATime)
    .transform((value, ctx) => {
      if (typeof value === 'string' && zeroDate.test(value)) return null;
      const time = typeof value === 'number' ? new Date(value * 1000) : parseIsoTime(value);
      const problem = problemOf(time, latest);
      if (time && problem === null) return time;
      ctx.addIssue({ code: 'custom', message: problem ?? notATime });
      return z.NEVER;
    })
    .nullish()
    .transform((time) => time ?? null);

function problemOf(time: Date | null, latest: Date): string | null {
  if (!time || Number.isNaN(time.getTime())) return notATime;
  if (time.getTime() < 0) return 'must not be before 1970';
  return time > latest ? 'must not be in the future (a Unix time is in seconds)' : null;
}

/** A time without an offset is in UTC. Returns null for other texts, and for days that do not exist. */
function parseIsoTime(text: string): Date | null {
  const found = isoTime.exec(text);
  if (!found) return null;
  const [
    ,
    year,
    month,
    day,
    hours = 0,
    minutes = 0,
    seconds = 0,
    fraction = '',
    sign,
    offsetHours = 0,
    offsetMinutes = 0,
  ] = found;
  const [h, m, s] = [Number(hours), Number(minutes), Number(seconds)];
  const parts = [
    Number(year),
    Number(month) - 1,
    Number(day),
    h,
    m,
    s,
    Number(fraction.padEnd(3, '0').slice(0, 3)),
  ] as const;
  const local = new Date(Date.UTC(...parts));
  const isReal = local.getUTCMonth() === parts[1] && local.getUTCDate() === parts[2] && h < 24 && m < 60 && s < 60;
  if (!isReal || Number(offsetHours) > 14 || Number(offsetMinutes) > 59) return null;
  const offsetMs = (Number(offsetHours) * 60 + Number(offsetMinutes)) * 60_000;
  return new Date(local.getTime() - (sign === '-' ? -offsetMs : offsetMs));
}

/** The names of the fields of a line. */
export const importFields: readonly string[] = Object.keys(
  importedUserSchema({
    now: new Date(0),
    allowAdmins: false,
    missingName: null,
    providers: new ProviderNames([]),
    userFields: noUserFields(),
    organizationRoles: null,
  }).shape,
);

export type ParsedLine =
  | { user: ImportedUser; leftOutTimes: readonly string[] }
  | { problems: readonly FieldProblem[] };

/** A time that cannot be read is left out: a person is worth more than the day of the registration. */
const timeFields: readonly string[] = ['created_ts', 'updated_ts', 'last_login_ts'];

/** The field of a problem that is about the whole line. */
export const wholeLine = 'line';

/** Returns a function that checks a line. Its problems name fields as in the file, and contain no value of the line. */
export function createLineParser(rules: ImportRules): (record: unknown) => ParsedLine {
  const schema = importedUserSchema(rules);
  return (record) => {
    const parsed = schema.safeParse(record);
    if (parsed.success) return { user: toImportedUser(parsed.data), leftOutTimes: [] };
    const fields = parsed.error.issues.map(({ path: [field] }) => String(field));
    if (!isFields(record) || !fields.every((field) => timeFields.includes(field))) {
      return { problems: problemsOf(parsed.error.issues) };
    }
    const rest = Object.fromEntries(Object.entries(record).filter(([field]) => !fields.includes(field)));
    return { user: toImportedUser(schema.parse(rest)), leftOutTimes: fields };
  };
}

function problemsOf(issues: readonly z.core.$ZodIssue[]): FieldProblem[] {
  const problems = new Map<string, string>();
  for (const issue of issues) {
    const fields = issue.code === 'unrecognized_keys' ? issue.keys.map(nameOf) : [fieldIn(issue.path)];
    const msg = issue.code === 'unrecognized_keys' ? 'is not a field of an import file' : issue.message;
    for (const field of fields)
      if (!problems.has(field)) problems.set(field, field === wholeLine ? 'must be a JSON object' : msg);
  }
  return [...problems].map(([field, msg]) => ({ field, msg }));
}

/** The fields of an installation have names of their own: `fields.plan`. */
const fieldIn = ([first = wholeLine, second]: readonly PropertyKey[]): string =>
  first === 'fields' && second !== undefined ? `fields.${nameOf(String(second))}` : String(first);

/** The name comes from the file, and can be as long as a line. */
const nameOf = (key: string): string => (key.length > 64 ? `${key.slice(0, 64)}…` : key);

function toImportedUser(parsed: z.output<ReturnType<typeof importedUserSchema>>): ImportedUser {
  return {
    id: parsed.id,
    email: parsed.email.given,
    emailCanonical: parsed.email.canonical,
    emailVerified: parsed.email_verified,
    firstName: parsed.first_name,
    lastName: parsed.last_name,
    tel: parsed.tel,
    telVerified: parsed.tel_verified,
    disabled: parsed.disabled,
    isSuperAdmin: parsed.is_super_admin,
    roles: parsed.roles,
    company: parsed.company,
    companyIdNumber: parsed.company_id_number,
    companyIdUrl: parsed.company_id_url,
    createdTs: parsed.created_ts,
    updatedTs: parsed.updated_ts,
    lastLoginTs: parsed.last_login_ts,
    locale: parsed.locale,
    claims: parsed.claims,
    fields: parsed.fields,
    password: parsed.password,
    identities: parsed.identities,
    organizations: parsed.organizations,
  };
}
