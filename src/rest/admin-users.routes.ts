import type { Request } from 'express';
import type { AdminUsersService, ManagedAccount, UserPage } from '../administration/admin-users.service';
import { user, users } from '../administration/administration.operations';
import { adminInputSchemas } from '../administration/descriptions';
import { userInputSchemas } from '../administration/user-descriptions';
import { contextOf } from '../http/read-request-context';
import { sendJson } from '../http/send-json';
import {
  adminUserDetailsSchema,
  toAdminUserDetailsRecord,
  toUserPageRecord,
  userPageSchema,
} from './admin-user.record';
import { successEnvelope, successSchema } from './envelope';
import { exampleManagedUser, exampleSession } from './examples';
import { queryInput } from './query-input';
import { type RestRoute, routeOf } from './rest-route';

const usersEnvelope = successSchema('UsersEnvelope', 'One page of users.', userPageSchema);
const userDetailsEnvelope = successSchema('UserDetailsEnvelope', 'An account.', adminUserDetailsSchema);

export function adminUsersRoutes(admin: AdminUsersService): RestRoute[] {
  return [
    routeOf(users, {
      openapi: () => ({
        tag: 'Users',
        summary: 'List the users',
        description: `${users.does}\n\nFor the next page, the client sends \`next\` as \`after\`, as long as \`next\` is not null.`,
        input: adminInputSchemas.users(),
        success: {
          description: 'One page of users.',
          schema: usersEnvelope,
          example: usersBody({ users: [exampleManagedUser], next: null, isFiltered: false }),
        },
      }),
      handlers: [
        async (req, res) => sendJson(res, usersBody(await admin.users(toUsersInput(req), contextOf(req, res)))),
      ],
    }),
    routeOf(user, {
      openapi: () => ({
        tag: 'Users',
        summary: 'Get an account with its sessions',
        input: userInputSchemas.userId(),
        success: {
          description: 'The account.',
          schema: userDetailsEnvelope,
          example: userBody({ managed: exampleManagedUser, sessions: [exampleSession], sessionCount: 1 }),
        },
      }),
      handlers: [
        async (req, res) => sendJson(res, userBody(await admin.user({ id: req.params.id }, contextOf(req, res)))),
      ],
    }),
  ];
}

const usersBody = (page: UserPage) => successEnvelope(users.message, toUserPageRecord(page));

const userBody = (account: ManagedAccount) => successEnvelope(user.message, toAdminUserDetailsRecord(account));

function toUsersInput(req: Request) {
  const query = queryInput(req);
  return {
    limit: query.number('limit'),
    after: query.text('after'),
    ...toUserFilter(req),
  };
}

/** Reads the filters of a list of users. */
export function toUserFilter(req: Request) {
  const query = queryInput(req);
  return {
    email: query.text('email'),
    name: query.text('name'),
    disabled: query.flag('disabled'),
    superAdmin: query.flag('super_admin'),
    emailVerified: query.flag('email_verified'),
    createdAfter: query.text('created_after'),
    createdBefore: query.text('created_before'),
  };
}
