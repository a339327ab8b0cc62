import type { FieldText } from '../request/field-text';
import { inputSchemaOf } from '../request/input-schema';
import type { ManagedUser } from '../users/managed-user';
import { type ImpersonateField, impersonateInput } from './impersonation.inputs';
import { type UsersField, userPageSize, usersInput } from './user-list.inputs';

// The descriptions of both APIs for super admins.

const pageSizeText = `The number of users in a page, from 1 to ${userPageSize.atMost}. The default is ${userPageSize.byDefault}.`;

export const usersTexts = {
  first: { description: pageSizeText, example: 20 },
  limit: { description: pageSizeText, example: 20 },
  after: {
    description:
      'The cursor from the previous page. The new page starts after that cursor. Without a cursor, the page starts with the newest user.',
    example: 'MTc5NTE5NTgxNTEyMyAwMWExZmFmZC01ZDQ4LTc0ZmItODc0Zi03ZTBjY2FjZWU5ODc',
  },
  email: {
    description: 'The beginning of the e-mail address. Upper and lower case make no difference.',
    example: 'ada@',
  },
  name: {
    description: 'The beginning of the first or the last name. Upper and lower case make no difference.',
    example: 'love',
  },
  disabled: { description: 'Only accounts that are disabled (true), or that are not (false).', example: true },
  superAdmin: { description: 'Only super admins (true), or only other users (false).', example: true },
  emailVerified: {
    description: 'Only users with a verified e-mail address (true), or only with one that is not verified (false).',
    example: false,
  },
  createdAfter: { description: 'Only users that registered after this time.', example: '2026-11-20T17:30:15.123' },
  createdBefore: { description: 'Only users that registered before this time.', example: '2026-11-20T17:30:15.123' },
} as const satisfies Record<UsersField, FieldText>;

export const impersonateTexts = {
  userId: { description: 'The id of the user: a UUID.', example: '01a1fafd-5d48-74fb-874f-7e0ccacee987' },
  reason: {
    description:
      'Why the super admin acts as the user, for the audit: 1 to 500 characters, not only white space, and no control characters. The user does not see it.',
    example: 'Ticket 4711: the user does not find the invoices.',
  },
} as const satisfies Record<ImpersonateField, FieldText>;

const { first: _, ...restUsersTexts } = usersTexts;
const { limit: _limit, after: _after, ...filterTexts } = restUsersTexts;

/** The inputs in JSON Schema, as the REST API names them. They are functions, because only the OpenAPI document needs them. */
export const adminInputSchemas = {
  users: () => inputSchemaOf(usersInput, restUsersTexts as typeof usersTexts),
  exportUsers: () => inputSchemaOf(usersInput, filterTexts as unknown as typeof usersTexts),
  impersonate: () => inputSchemaOf(impersonateInput, impersonateTexts),
};

/** The meaning of what a super admin sees in addition to a user. */
export const managedUserDescriptions: Readonly<Record<Exclude<keyof ManagedUser, 'user'>, string>> = {
  locale: 'The language of the e-mails to the user: `en`, `de`, `fr` or `es`. Null if it is unknown.',
  hasPassword: 'Whether the account has a password. An account that was invited has none until its user sets one.',
  factors: 'The kinds of second factors in effect: `totp`, `passkey`. Most users have none.',
  deletionDueTs: 'When the deleted account is erased. Null if the account is not deleted.',
};

/** The meaning of what a super admin gets to act as a user. */
export const impersonationDescriptions = {
  jwt: 'The access token. A client sends it in the header `Authorization: Bearer <jwt>`.',
  expiresIn: 'The lifetime of the access token in seconds. There is no refresh token.',
  sessionId: 'The id of the session, which is also the `sid` of the access token.',
  sessionExpiresTs:
    'The end of the session at the latest. It ends earlier if the session of the super admin ends, or if the account of the super admin or of the user changes.',
  user: 'The user as whom the super admin acts.',
} as const;
