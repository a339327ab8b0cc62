import { z } from 'zod';
import { apiKeyRecord } from '../../accounts/keys/api-key.answers';
import { membershipRecord } from '../../accounts/memberships/membership.answers';
import { identityRecord } from '../../accounts/providers/identity.answers';
import { userRecord } from '../../accounts/users/user.answers';
import { answerOf, answerType, graphqlType } from '../../platform/operations/answer';
import { adminSessionRecord } from './admin-session.answers';
import { signInRecord } from './sign-in-state.answers';

const list = (description: string, item: string) =>
  z
    .array(z.string().meta({ description: item }))
    .readonly()
    .meta({ description, example: [] });

const details = {
  identities: z.array(identityRecord).readonly().meta({
    description: 'The accounts at providers with which the user can sign in, oldest first.',
  }),
  sessions: z.array(adminSessionRecord).readonly().meta({
    description: 'The live sessions of the user, the most recently used first, at most 100.',
  }),
  sessionCount: z.int().meta({ description: 'The number of live sessions, counted up to 1000.', example: 1 }),
  apiKeys: z.array(apiKeyRecord).readonly().meta({
    description: 'The live API keys of the user, the newest first. Also those from before `API_KEYS` was switched off.',
  }),
  memberships: z.array(membershipRecord).readonly().meta({
    description:
      'The organizations of the user, with the roles there, by their short names. Empty with `ORGANIZATIONS=off`.',
  }),
  signIn: signInRecord.meta({ description: 'Whether the user can sign in now.' }),
};

/** GraphQL has one type for both. */
const onlyOfOne = <Field extends z.ZodType>(field: Field) =>
  field.optional().meta({
    description: `${field.meta()?.description} Null unless the document asks for one user with \`user\`.`,
    isGraphqlOnly: true,
  });

const { roles, ...ofUser } = userRecord.shape;

/** The user record, the roles, and what only a super admin sees. */
const account = {
  ...ofUser,
  roles: roles.meta({ isGraphqlOnly: false }),
  locale: z.string().nullable().meta({
    description: 'The language of the e-mails to the user: `en`, `de`, `fr` or `es`. Null if it is unknown.',
    example: 'en',
  }),
  hasPassword: z.boolean().meta({
    description: 'Whether the account has a password. An account that was invited has none until its user sets one.',
    example: true,
  }),
  factors: list(
    'The kinds of second factors in effect: `totp`, `passkey`. Most users have none.',
    'A kind of second factor.',
  ),
  providers: list(
    'The ids of the providers with which the user can sign in, such as `google`. Most users have none.',
    'The id of a provider.',
  ),
  twoStep: z.boolean().meta({
    description: 'Whether two-step sign-in is on: a login with the password needs a second factor.',
    example: false,
  }),
  deletionDueTs: z.date().nullable().meta({
    description: 'When the deleted account is erased. Null if the account is not deleted.',
    example: null,
  }),
  claims: z.custom<object>().meta({
    description: 'Data for the claims of access tokens, which only super admins and operators set. Empty by default.',
    keys: 'open',
    example: { org: 'acme' },
  }),
};

/** The answers with an account. `fields` are those that the installation adds, which only REST has here. */
export function adminUserAnswersWith(own: { fields?: z.ZodType }) {
  const userRecord = answerType('AdminUser', 'An account as a super admin sees it. The password is never part of it.', {
    ...account,
    ...own,
    identities: onlyOfOne(details.identities),
    sessions: onlyOfOne(details.sessions),
    sessionCount: onlyOfOne(details.sessionCount),
    apiKeys: onlyOfOne(details.apiKeys),
    memberships: onlyOfOne(details.memberships),
    signIn: onlyOfOne(details.signIn),
  });
  const detailsRecord = answerType(
    'AdminUserDetails',
    'An account as a super admin sees it, with its identities, its live sessions and its API keys.',
    { ...account, ...own, ...details },
  );
  const createdRecord = graphqlType('CreateUserResult', 'The account that was created.', {
    user: userRecord.meta({ description: 'The new account.' }),
    link: z.string().nullable().meta({
      description: 'The link with which the user sets a password, if it was not mailed. Only this answer has it.',
      example: null,
    }),
    expiresTs: z.date().meta({ description: 'The end of the link.', example: new Date('2026-12-20T17:30:15.123Z') }),
  });
  return {
    userRecord,
    found: answerOf(detailsRecord, {
      is: 'An account.',
      envelopeName: 'UserDetailsEnvelope',
      response: 'The account.',
    }),
    changed: answerOf(userRecord, {
      is: 'The user after the change.',
      envelopeName: 'UserEnvelope',
      payload: { name: 'UserPayload', is: 'The answer to an operation that changes a user.' },
    }),
    created: answerOf(createdRecord, {
      is: 'The new account.',
      result: 'The account that was created.',
      envelope: 'The account that was created.',
      response: 'The account was created.',
      envelopeName: 'CreatedUserEnvelope',
    }),
  };
}

export const adminUserAnswers = adminUserAnswersWith({});
