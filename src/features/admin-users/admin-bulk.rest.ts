import { bodyBytes } from '../../platform/http/http-limits';
import { jsonBody } from '../../platform/http/json-body';
import { contextOf } from '../../platform/http/read-request-context';
import { sendJson } from '../../platform/http/send-json';
import { successEnvelope, successSchema } from '../../platform/rest/envelope';
import { inputOf } from '../../platform/rest/input-reader';
import { about, boolean, nullable, object, string } from '../../platform/rest/json-schema';
import { type RestRoute, routeOf } from '../../platform/rest/rest-route';
import { exampleUser } from '../users/user.answers';
import type { AdminBulkService, BulkAnswer } from './admin-bulk.service';
import { bulkAnswerDescriptions, bulkResultDescriptions as text } from './admin-bulk-descriptions';
import { bulkUsers } from './admin-users.operations';

const bulkSchema = about(
  object({
    results: {
      type: 'array',
      description: bulkAnswerDescriptions.results,
      items: about(
        object({
          id: about(string, text.id),
          success: about(boolean, text.success),
          code: nullable(about(string, text.code)),
          msg: about(string, text.msg),
        }),
        'What happened to one account.',
      ),
    },
    is_complete: about(boolean, bulkAnswerDescriptions.isComplete),
  }),
  'What happened to the accounts.',
);
const bulkEnvelope = successSchema('BulkEnvelope', 'A result for each account.', bulkSchema);

export function adminBulkRoutes(bulk: AdminBulkService): RestRoute[] {
  return [
    routeOf(bulkUsers, {
      openapi: () => ({
        tag: 'Users',
        summary: 'Change many users',
        description: `${bulkUsers.does}\n\nThe body can have up to ${bodyBytes.admin / 1024} kB.`,
        body: { description: 'The accounts and what to do with them.' },
        success: {
          description: 'A result for each account, also if an account was not changed.',
          schema: bulkEnvelope,
          example: bulkBody({
            results: [{ id: exampleUser.id, success: true, code: null, msg: 'Changed.', retryAfterS: null }],
            isComplete: true,
          }),
        },
      }),
      handlers: [
        jsonBody(bodyBytes.admin),
        async (req, res) => sendJson(res, bulkBody(await bulk.bulkUsers(inputOf(bulkUsers, req), contextOf(req, res)))),
      ],
    }),
  ];
}

const bulkBody = ({ results, isComplete }: BulkAnswer) =>
  successEnvelope(bulkUsers.message, {
    results: results.map(({ id, success, code, msg }) => ({ id, success, code, msg })),
    is_complete: isComplete,
  });
