import { z } from 'zod';
import { lineOf, typedText } from '../../platform/request/input-parser';
import { pageFields } from '../../platform/request/page.inputs';
import { longestEmailAddress, parseEmailAddress } from '../users/email-address';
import type { FieldValue } from '../users/user-field';
import { ownFields } from '../users/user-fields.inputs';

export const userPageSize = { byDefault: 50, atMost: 100 } as const;

const longestBeginning = 100;
const beginning = (longest: number) =>
  typedText
    .pipe(lineOf(longest))
    .nullish()
    // A search for nothing finds everything.
    .transform((text) => (text ? text : null));

export const flag = z
  .boolean('must be true or false')
  .nullish()
  .transform((value) => value ?? null);

/** RFC 3339, section 5.6. Without an offset it is in UTC, as in the answers of REST (specification, section 2.1). */
const dateTime = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d{1,9})?(Z|[+-]\d\d:\d\d)?$/i;
const timeExample = '2026-11-20T17:30:15.123';
const timeRule = `must be a date-time, such as ${timeExample} for UTC, or with an offset (RFC 3339)`;

/** PostgreSQL has no year 0. */
const isReadable = (date: Date): boolean =>
  !Number.isNaN(date.getTime()) && date.getUTCFullYear() >= 1 && date.getUTCFullYear() <= 9999;

/** Null for a day or an hour that does not exist: JavaScript reads 30 February as 2 March. */
function parseTime(text: string): Date | null {
  const [, dayAndHour = '', offset] = dateTime.exec(text) ?? [];
  const [inUtc, date] = [new Date(`${dayAndHour}Z`), new Date(offset === undefined ? `${text}Z` : text)];
  if (!isReadable(inUtc) || !isReadable(date)) return null;
  return inUtc.toISOString().startsWith(dayAndHour.toUpperCase()) ? date : null;
}

export const time = z
  .string(timeRule)
  .meta({ isTime: true, example: timeExample })
  .nullish()
  .transform((text, ctx) => {
    if (text === null || text === undefined) return null;
    const date = parseTime(text);
    if (date) return date;
    ctx.addIssue({ code: 'custom', message: timeRule });
    return z.NEVER;
  });

const filterFields = {
  email: beginning(longestEmailAddress)
    .transform((text) => text && (parseEmailAddress(text)?.canonical ?? text.trim().toLowerCase()))
    .meta({
      description: 'The beginning of the e-mail address. Upper and lower case make no difference.',
      example: 'ada@',
    }),
  name: beginning(longestBeginning).meta({
    description: 'The beginning of the first or the last name. Upper and lower case make no difference.',
    example: 'love',
  }),
  contains: beginning(longestBeginning).meta({
    description:
      'A text anywhere in the e-mail address, or in the first and the last name. Upper and lower case make no difference. No index serves this search: a page reads at most the 10000 newest accounts that it has not read yet, and can have few users, or none, and a next page. `email` and `name` are faster.',
    example: 'lovelace',
  }),
  disabled: flag.meta({
    description: 'Only accounts that are disabled (true), or that are not (false).',
    example: true,
  }),
  superAdmin: flag.meta({ description: 'Only super admins (true), or only other users (false).', example: true }),
  emailVerified: flag.meta({
    description: 'Only users with a verified e-mail address (true), or only with one that is not verified (false).',
    example: false,
  }),
  createdAfter: time.meta({ description: 'Only users that registered after this time.' }),
  createdBefore: time.meta({ description: 'Only users that registered before this time.' }),
};

/** `fields` is the schema of the fields of the installation. */
const filterOf = (fields: typeof ownFields) => ({ ...filterFields, fields });

function toFilter({ superAdmin, fields, ...filter }: z.output<z.ZodObject<ReturnType<typeof filterOf>>>) {
  const values = Object.entries(fields ?? {}).filter((entry): entry is [string, FieldValue] => entry[1] !== null);
  return { ...filter, isSuperAdmin: superAdmin, fields: values.length > 0 ? Object.fromEntries(values) : null };
}

export const usersInputOf = (fields: typeof ownFields) =>
  z
    .object({ ...pageFields(userPageSize, 'users', 'the newest user'), ...filterOf(fields) })
    .transform(({ first, limit, after, ...filter }) => ({
      first: first ?? limit ?? userPageSize.byDefault,
      after,
      filter: toFilter(filter),
    }));

export const usersInput = usersInputOf(ownFields);

export const exportUsersInputOf = (fields: typeof ownFields) => z.object(filterOf(fields)).transform(toFilter);

export const exportUsersInput = exportUsersInputOf(ownFields);
