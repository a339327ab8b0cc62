import type { Request } from 'express';
import type { AdminUsersService, ManagedAccount, UserPage } from '../administration/admin-users.service';
import { adminInputSchemas, adminOperations } from '../administration/descriptions';
import { userInputSchemas, userOperations } from '../administration/user-descriptions';
import { contextOf } from '../http/read-request-context';
import { sendJson } from '../http/send-json';
import { successMessages } from '../request/success-messages';
import {
  adminUserDetailsSchema,
  toAdminUserDetailsRecord,
  toUserPageRecord,
  userPageSchema,
} from './admin-user.record';
import { successEnvelope, successSchema } from './envelope';
import { exampleManagedUser, exampleSession } from './examples';
import { queryInput } from './query-input';
import type { RestRoute } from './rest-route';

const usersEnvelope = successSchema('UsersEnvelope', 'One page of users.', userPageSchema);
const userDetailsEnvelope = successSchema('UserDetailsEnvelope', 'An account.', adminUserDetailsSchema);

export function adminUsersRoutes(admin: AdminUsersService): RestRoute[] {
  return [
    {
      method: 'get',
      path: '/admin/users',
      operation: 'users',
      openapi: () => ({
        tag: 'Users',
        summary: 'List the users',
        description: `${adminOperations.users}\n\nFor the next page, the client sends \`next\` as \`after\`, as long as \`next\` is not null.`,
        credentials: ['accessToken'],
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
    },
    {
      method: 'get',
      path: '/admin/users/:id',
      operation: 'user',
      openapi: () => ({
        tag: 'Users',
        summary: 'Get an account with its sessions',
        description: userOperations.user,
        credentials: ['accessToken'],
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
    },
  ];
}

const usersBody = (page: UserPage) => successEnvelope(successMessages.users, toUserPageRecord(page));

const userBody = (account: ManagedAccount) => successEnvelope(successMessages.user, toAdminUserDetailsRecord(account));

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
