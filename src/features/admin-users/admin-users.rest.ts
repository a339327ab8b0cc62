import type { z } from 'zod';
import type { UserFields } from '../../accounts/users/user-fields';
import { fieldsInQuery, inputWithFields, shownFields } from '../../accounts/users/user-fields.rest';
import { contextOf } from '../../platform/http/read-request-context';
import { sendJson } from '../../platform/http/send-json';
import { exampleOf } from '../../platform/operations/answer';
import { inputSchemaOf } from '../../platform/request/input-schema';
import { toPageCursor } from '../../platform/request/page-cursor';
import { answerRoute, answerRoutes, nextCursor, nextPage, recordOf, schemaOf } from '../../platform/rest/answer.rest';
import { successEnvelope, successSchema } from '../../platform/rest/envelope';
import { inputOf } from '../../platform/rest/input-reader';
import { about, nullable, object, string } from '../../platform/rest/json-schema';
import { type RestRoute, routeOf } from '../../platform/rest/rest-route';
import type { AdminBulkService } from './admin-bulk.service';
import { adminUserAnswers, adminUserAnswersWith } from './admin-user.answers';
import * as operations from './admin-users.operations';
import type { UserAdministrationService } from './user-administration.service';
import { userIdInput } from './user-changes.inputs';
import { estimatedTotalText, type UserDirectoryService, type UserPage } from './user-directory.service';

const { users, user, createUser, updateUser, endSessions, bulkUsers } = operations;

interface AdminUsersServices {
  users: UserDirectoryService;
  userChanges: UserAdministrationService;
  bulk: AdminBulkService;
  userFields: UserFields | undefined;
}

type Answers = typeof adminUserAnswers;

interface ListedUsers extends Pick<UserPage, 'previous' | 'next'> {
  users: readonly z.infer<Answers['userRecord']>[];
}

/** `userFields` can be missing for a document. */
export function adminUsersRoutes({ users: directory, userChanges, bulk, userFields }: AdminUsersServices): RestRoute[] {
  const answers: Answers = userFields?.areDefined
    ? adminUserAnswersWith({ fields: shownFields(userFields, 'admin') })
    : adminUserAnswers;
  const changes = Object.entries(operations).map(([name, operation]) =>
    operation.answer === adminUserAnswers.changed
      ? [name, { ...operation, answer: answers.changed }]
      : [name, operation],
  );
  return answerRoutes(Object.fromEntries(changes) as typeof operations, userChanges, {
    users: usersRoute(directory, answers, userFields),
    user: answerRoute(
      { ...user, answer: answers.found },
      async (input, context) => {
        const account = await directory.user(input, context);
        const apiKeys = await directory.apiKeysOf(account);
        return { ...account, apiKeys, memberships: await directory.membershipsOf(account) };
      },
      { input: inputSchemaOf(userIdInput) },
    ),
    createUser: answerRoute(
      { ...createUser, answer: answers.created },
      (input, context, { req }) => userChanges.createUser({ ...input, fields: req.body?.fields }, context),
      inputWithFields(createUser, userFields, 'admin'),
    ),
    updateUser: answerRoute(
      { ...updateUser, answer: answers.changed },
      (input, context, { req }) => userChanges.updateUser({ ...input, fields: req.body?.fields }, context),
      inputWithFields(updateUser, userFields, 'admin'),
    ),
    endSessions: [
      endRoute(userChanges, {
        ...endSessions,
        rest: ['DELETE /admin/users/{user_id}/sessions'],
        summary: 'End all sessions of a user',
      }),
      endRoute(
        userChanges,
        {
          ...endSessions,
          rest: ['DELETE /admin/users/{user_id}/sessions/{session_id}'],
          summary: 'End one session of a user',
          answer: { ...endSessions.answer, response: 'The session has ended.', example: { ended: 1 } },
        },
        'endSession',
      ),
    ],
    bulkUsers: answerRoute(bulkUsers, (input, context) => bulk.bulkUsers(input, context)),
    // It follows the import in the document: `adminExportRoutes`.
    exportUsers: [],
  });
}

const endRoute = (
  userChanges: UserAdministrationService,
  operation: typeof endSessions,
  operationId: string = endSessions.name,
): RestRoute => answerRoute(operation, (input, context) => userChanges.endSessions(input, context), { operationId });

const previousText = 'The cursor that the client sends as `before` to get the previous page. Null on the first page.';

/** By hand, because its pages also go back, and have an estimate. */
function usersRoute(directory: UserDirectoryService, { userRecord }: Answers, userFields: UserFields | undefined) {
  const bodyOf = ({ users: listed, previous, next }: ListedUsers, estimatedTotal: number | null) =>
    successEnvelope(users.message, {
      users: listed.map((one) => recordOf(userRecord, one)),
      previous: previous && toPageCursor(previous),
      next: next && toPageCursor(next),
      estimated_total: estimatedTotal,
    });
  const pageSchema = () =>
    object({
      users: {
        type: 'array',
        description: 'The users of this page, in the order of `sort`.',
        items: schemaOf(userRecord),
      },
      previous: nullable(about(string, previousText)),
      next: nextCursor,
      estimated_total: nullable(about({ type: 'integer' }, estimatedTotalText)),
    });
  return routeOf(users, {
    openapi: () => ({
      description: `${users.does}\n\n${nextPage}`,
      success: {
        description: 'One page of users.',
        schema: successSchema(
          'UsersEnvelope',
          'One page of users.',
          about(pageSchema(), 'One page of the list of users.'),
        ),
        example: bodyOf({ users: [exampleOf(userRecord)], previous: null, next: null }, 1),
      },
    }),
    handlers: [
      async (req, res) => {
        const input = { ...inputOf(users, req), fields: fieldsInQuery(req, userFields) };
        const page = await directory.users(input, contextOf(req, res));
        sendJson(res, bodyOf(page, page.isFiltered ? null : await directory.estimateTotal()));
      },
    ],
  });
}
