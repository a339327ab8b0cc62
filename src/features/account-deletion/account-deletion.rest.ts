import { bodyBytes } from '../../platform/http/http-limits';
import { jsonBody } from '../../platform/http/json-body';
import { contextOf } from '../../platform/http/read-request-context';
import type { RefreshCookies } from '../../platform/http/refresh-cookie';
import { sendJson } from '../../platform/http/send-json';
import { emptySuccessSchema, successEnvelope, successSchema } from '../../platform/rest/envelope';
import { inputOf } from '../../platform/rest/input-reader';
import { about, object, string, timestamp, toTimestamp } from '../../platform/rest/json-schema';
import { type RestRoute, routeOf } from '../../platform/rest/rest-route';
import { cancelDeletion, deleteAccount } from './account-deletion.operations';
import type { AccountDeletionService } from './account-deletion.service';
import { erasureDescription } from './descriptions';

const body = jsonBody(bodyBytes.rest);

const deletedEnvelope = successSchema(
  'DeletedEnvelope',
  'The account is deleted.',
  about(object({ erasure_ts: timestamp(erasureDescription) }), 'What the deletion did.'),
);

export function accountDeletionRoutes(deletions: AccountDeletionService, cookies: RefreshCookies): RestRoute[] {
  return [
    routeOf(deleteAccount, {
      openapi: () => ({
        tag: 'Accounts',
        summary: 'Delete the account',
        body: { description: 'The current password.' },
        success: {
          description: 'The account is deleted.',
          headers: { 'Set-Cookie': { description: 'Deletes the refresh cookie.', schema: string } },
          schema: deletedEnvelope,
          example: deletedBody(new Date('2026-12-04T17:30:15.123Z')),
        },
      }),
      handlers: [
        body,
        async (req, res) => {
          const { dueTs } = await deletions.delete(inputOf(deleteAccount, req), contextOf(req, res));
          cookies.clear(res);
          sendJson(res, deletedBody(dueTs));
        },
      ],
    }),
    routeOf(cancelDeletion, {
      openapi: () => ({
        tag: 'Accounts',
        summary: 'Restore a deleted account',
        body: { description: 'The token of the link.' },
        success: { description: 'The account is restored.', schema: emptySuccessSchema, example: restored },
      }),
      handlers: [
        body,
        async (req, res) => {
          await deletions.cancel(inputOf(cancelDeletion, req), contextOf(req, res));
          sendJson(res, restored);
        },
      ],
    }),
  ];
}

const deletedBody = (dueTs: Date) => successEnvelope(deleteAccount.message, { erasure_ts: toTimestamp(dueTs) });
const restored = successEnvelope(cancelDeletion.message, {});
