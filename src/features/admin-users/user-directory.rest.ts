import { exampleIdentity } from '../../accounts/providers/identity.answers';
import { exampleSession } from '../../accounts/sessions/session.answers';
import type { UserFields } from '../../accounts/users/user-fields';
import { fieldsInQuery } from '../../accounts/users/user-fields.rest';
import { contextOf } from '../../platform/http/read-request-context';
import { sendJson } from '../../platform/http/send-json';
import { inputSchemaOf } from '../../platform/request/input-schema';
import { successEnvelope, successSchema } from '../../platform/rest/envelope';
import { inputOf } from '../../platform/rest/input-reader';
import { type RestRoute, routeOf } from '../../platform/rest/rest-route';
import { AdminUserRecords, exampleManagedUser } from './admin-user.rest';
import { user, users } from './admin-users.operations';
import { exampleSignInState } from './sign-in-state.rest';
import { userIdInput } from './user-changes.inputs';
import type { ManagedAccount, UserDirectoryService, UserPage } from './user-directory.service';

export function userDirectoryRoutes(admin: UserDirectoryService, userFields: UserFields | undefined): RestRoute[] {
  const records = new AdminUserRecords(userFields);
  const usersEnvelope = successSchema('UsersEnvelope', 'One page of users.', records.pageSchema);
  const userDetailsEnvelope = successSchema('UserDetailsEnvelope', 'An account.', records.detailsSchema);
  const usersBody = (page: UserPage, total: number | null) => successEnvelope(users.message, records.page(page, total));
  const userBody = (account: ManagedAccount) => successEnvelope(user.message, records.details(account));
  return [
    routeOf(users, {
      openapi: () => ({
        description: `${users.does}\n\nFor the next page, the client sends \`next\` as \`after\`, as long as \`next\` is not null.`,
        success: {
          description: 'One page of users.',
          schema: usersEnvelope,
          example: usersBody({ users: [exampleManagedUser], previous: null, next: null, isFiltered: false }, 1),
        },
      }),
      handlers: [
        async (req, res) => {
          const input = { ...inputOf(users, req), fields: fieldsInQuery(req, userFields) };
          const page = await admin.users(input, contextOf(req, res));
          sendJson(res, usersBody(page, page.isFiltered ? null : await admin.estimateTotal()));
        },
      ],
    }),
    routeOf(user, {
      openapi: () => ({
        input: inputSchemaOf(userIdInput),
        success: {
          description: 'The account.',
          schema: userDetailsEnvelope,
          example: userBody({
            managed: exampleManagedUser,
            identities: [exampleIdentity],
            sessions: [exampleSession],
            signIn: exampleSignInState,
            sessionCount: 1,
          }),
        },
      }),
      handlers: [
        async (req, res) => sendJson(res, userBody(await admin.user(inputOf(user, req), contextOf(req, res)))),
      ],
    }),
  ];
}
