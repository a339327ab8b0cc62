import { localeMeanings } from '../profile/descriptions';
import type { FieldText } from '../request/field-text';
import { inputSchemaOf } from '../request/input-schema';
import {
  type CreateUserField,
  createUserInput,
  type EndSessionsField,
  endSessionsInput,
  type SetSuperAdminField,
  setSuperAdminInput,
  type UpdateUserField,
  type UserField,
  type UserIdField,
  updateUserInput,
  userIdInput,
} from './user-changes.inputs';

// The descriptions of the operations on one user, for both APIs of super admins.

const unchanged = 'Without this field, the value stays as it is.';
const userId = {
  description: 'The id of the user, a UUID.',
  example: '01a1fafd-5d47-7b3e-9a51-2f0c6f7d8e90',
} as const;
const roleNames =
  'The names of the roles: at most 20, each of `a` to `z`, digits, `:`, `_` and `-`, and at most 63 characters.';
const names = '1 to 100 characters, not only white space, and no control characters.';

export const userTexts = {
  id: userId,
  email: { description: 'The e-mail address of the user, in upper or lower case.', example: 'ada@example.com' },
} as const satisfies Record<UserField, FieldText>;

export const userIdTexts = { id: userId } as const satisfies Record<UserIdField, FieldText>;

export const createUserTexts = {
  email: { description: 'The e-mail address that the user logs in with.', example: 'grace@example.com' },
  firstName: {
    description: `The first name: ${names} Without it, the part of the address before the @.`,
    example: 'Grace',
  },
  lastName: {
    description: `The last name: ${names} Without it, the part of the address before the @.`,
    example: 'Hopper',
  },
  locale: {
    description: 'The language of the e-mails to the user. Without it, the language of the request.',
    example: 'de',
    values: localeMeanings,
  },
  roles: {
    description: `${roleNames} Without it, the user has no role.`,
    example: ['editor'],
  },
  mailed: {
    description:
      'Whether the invitation is mailed. With false, the answer has the link instead, and no e-mail is sent. True by default.',
    example: true,
  },
} as const satisfies Record<CreateUserField, FieldText>;

export const updateUserTexts = {
  id: userId,
  firstName: { description: `The first name: ${names} ${unchanged}`, example: 'Ada' },
  lastName: { description: `The last name: ${names} ${unchanged}`, example: 'King' },
  tel: {
    description: `The mobile number: at most 32 characters. Null removes the number. A new number is not verified. ${unchanged}`,
    example: '+44 20 7946 0958',
  },
  company: {
    description: `The company: at most 200 characters. Null removes it. ${unchanged}`,
    example: 'Analytical Engines',
  },
  companyIdNumber: {
    description: `The identification number of the company: at most 100 characters. Null removes it. ${unchanged}`,
    example: 'DE123456789',
  },
  companyIdUrl: {
    description: `The identification URL of the company, with http or https: at most 2048 characters. Null removes it. ${unchanged}`,
    example: 'https://register.example.com/123456789',
  },
  locale: {
    description: `The language of the e-mails to the user. With null, the language of each request is used. ${unchanged}`,
    example: 'de',
    values: localeMeanings,
  },
  emailVerified: { description: `Whether the e-mail address is verified. ${unchanged}`, example: true },
  roles: {
    description: `${roleNames} They replace all roles of the user. An access token with the roles from before is rejected within a second, and a refresh returns a new one. ${unchanged}`,
    example: ['editor', 'support'],
  },
  email: {
    description: `The new e-mail address. It changes immediately, is verified, because the super admin knows it, and all sessions of the user end. The old address gets an e-mail that says so. Needs the reason. ${unchanged}`,
    example: 'ada.king@example.com',
  },
  reason: {
    description:
      'Why the e-mail address changes: 1 to 500 characters, for the audit. Only needed for a new e-mail address.',
    example: 'Lost access to the old mailbox; checked on the telephone',
  },
} as const satisfies Record<UpdateUserField, FieldText>;

export const setSuperAdminTexts = {
  id: userId,
  superAdmin: { description: 'Whether the user is a super admin from now on.', example: true },
} as const satisfies Record<SetSuperAdminField, FieldText>;

export const endSessionsTexts = {
  userId,
  sessionId: {
    description: 'The id of the session to end. Without it, all sessions of the user end.',
    example: '01a1fafd-5d48-74fb-874f-7e0ccacee987',
  },
} as const satisfies Record<EndSessionsField, FieldText>;

const { email: _, ...restUserTexts } = userTexts;

/** The inputs in JSON Schema, as the REST API names them. They are functions, because only the OpenAPI document needs them. */
export const userInputSchemas = {
  user: () => inputSchemaOf(userIdInput, restUserTexts),
  userId: () => inputSchemaOf(userIdInput, userIdTexts),
  createUser: () => inputSchemaOf(createUserInput, createUserTexts),
  updateUser: () => inputSchemaOf(updateUserInput, updateUserTexts),
  setSuperAdmin: () => inputSchemaOf(setSuperAdminInput, setSuperAdminTexts),
  endSessions: () => inputSchemaOf(endSessionsInput, endSessionsTexts),
};

const _ends = 'All sessions of the user end on every instance within a second.';

export const createdUserDescriptions = {
  link: 'The link with which the user sets a password, if it was not mailed. Only this answer has it.',
  expiresTs: 'The end of the link.',
} as const;

export const accountDescriptions = {
  sessions: 'The live sessions of the user, the most recently used first, at most 100.',
  sessionCount: 'The number of live sessions, counted up to 1000.',
  sessionActorId: 'The super admin who opened the session to act as the user. Null if the user logged in.',
  ended: 'The number of ended sessions, counted up to 1000.',
  deletionDueTs: 'When the account is erased.',
} as const;
