import { z } from 'zod';
import type { FieldValue } from '../../accounts/users/user-field';
import { ownFields } from '../../accounts/users/user-fields.inputs';
import { userSorts } from '../../accounts/users/user-list';
import { longestEmailAddress, parseEmailAddress } from '../../platform/request/email-address';
import { flag, searchText, time } from '../../platform/request/filter.inputs';
import { pageCursor, pageFields, pageSize } from '../../platform/request/page.inputs';
import { keysOf } from '../../platform/runtime/keys-of';

const userPageSize = { byDefault: 50, atMost: 100 } as const;

const longestBeginning = 100;
const filterFields = {
  email: searchText(longestEmailAddress)
    .transform((text) => text && (parseEmailAddress(text)?.canonical ?? text.trim().toLowerCase()))
    .meta({
      description: 'The beginning of the e-mail address. Upper and lower case make no difference.',
      example: 'ada@',
    }),
  name: searchText(longestBeginning).meta({
    description: 'The beginning of the first or the last name. Upper and lower case make no difference.',
    example: 'love',
  }),
  contains: searchText(longestBeginning).meta({
    description:
      'A text anywhere in the e-mail address, or in the first and the last name. Upper and lower case make no difference. No index serves this search: a page reads at most the 10000 newest accounts that it has not read yet, and can have few users, or none, and a next page. `email` and `name` are faster.',
    example: 'lovelace',
  }),
  text: searchText(longestBeginning)
    .transform((text) => text?.trim() || null)
    .meta({
      description:
        'A text in the e-mail address or in a name: anywhere, if there are at most 10000 accounts; otherwise at its beginning, or as `contains` if it is at the beginning of none. Not together with `email`, `name` and `contains`.',
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

const userSortNames = keysOf(userSorts);

type Searches = Record<'email' | 'name' | 'contains' | 'text', string | null>;

function oneSearch({ text, email, name, contains }: Searches, ctx: z.RefinementCtx): void {
  if (text === null || [email, name, contains].every((one) => one === null)) return;
  ctx.addIssue({ code: 'custom', path: ['text'], message: 'must not be set together with email, name or contains' });
}

export const usersInputOf = (fields: typeof ownFields) =>
  z
    .object({
      ...pageFields(userPageSize, 'users', 'the first user'),
      before: pageCursor('the first user').meta({
        description: 'The cursor before which the page ends: that of the previous page. Not together with `after`.',
      }),
      // As connections of Relay have it: `first` counts after a cursor, and `last` before one.
      last: pageSize(userPageSize.atMost)
        .nullish()
        .meta({ description: 'As `first`, for a page that ends before `before`.', example: 20, api: 'graphql' }),
      sort: z
        .enum(userSortNames, `must be ${userSortNames.map((name) => `"${name}"`).join(', ')}`)
        .meta({ enumName: 'UserSort', values: userSorts, example: 'email' })
        .nullish()
        .meta({ description: 'The order of the list. By default, the newest user comes first.' }),
      ...filterOf(fields),
    })
    .superRefine(oneSearch)
    .refine(({ after, before }) => !after || !before, {
      path: ['before'],
      error: 'must not be set together with after',
    })
    .refine(({ first, before }) => !first || !before, {
      path: ['first'],
      error: 'must not be set together with before, which has last',
    })
    .refine(({ last, before }) => !last || before, { path: ['last'], error: 'must be set together with before' })
    .transform(({ first, last, limit, after, before, sort, ...filter }) => ({
      first: first ?? last ?? limit ?? userPageSize.byDefault,
      after,
      before,
      sort: sort ?? ('newest' as const),
      filter: toFilter(filter),
    }));

export const usersInput = usersInputOf(ownFields);

export const exportUsersInputOf = (fields: typeof ownFields) =>
  z.object(filterOf(fields)).superRefine(oneSearch).transform(toFilter);

export const exportUsersInput = exportUsersInputOf(ownFields);
