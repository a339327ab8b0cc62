import { bodyBytes } from '../../platform/http/http-limits';
import { jsonBody } from '../../platform/http/json-body';
import { contextOf } from '../../platform/http/read-request-context';
import type { RefreshCookies } from '../../platform/http/refresh-cookie';
import { sendJson } from '../../platform/http/send-json';
import { emptySuccessSchema, successEnvelope, successSchema } from '../../platform/rest/envelope';
import { inputOf } from '../../platform/rest/input-reader';
import { about, object, string } from '../../platform/rest/json-schema';
import { type RestRoute, routeOf } from '../../platform/rest/rest-route';
import { resetEndedDescription } from './descriptions';
import type { PasswordChangeService } from './password-change.service';
import type { PasswordResetService } from './password-reset.service';
import { changePassword, requestPasswordReset, resetPassword } from './passwords.operations';

const body = jsonBody(bodyBytes.rest);

const endedEnvelope = successSchema(
  'EndedSessionsEnvelope',
  'The password was set.',
  about(object({ ended: about({ type: 'integer' }, resetEndedDescription) }), 'What the operation did.'),
);

export function passwordRoutes(
  resets: PasswordResetService,
  changes: PasswordChangeService,
  cookies: RefreshCookies,
): RestRoute[] {
  return [
    routeOf(requestPasswordReset, {
      openapi: () => ({
        tag: 'Accounts',
        summary: 'Send an e-mail to reset the password',
        body: { description: 'The address of the account.' },
        success: {
          description: 'An e-mail was sent if the address has an account.',
          schema: emptySuccessSchema,
          example: resetRequested,
        },
      }),
      handlers: [
        body,
        async (req, res) => {
          await resets.request(inputOf(requestPasswordReset, req), contextOf(req, res));
          sendJson(res, resetRequested);
        },
      ],
    }),
    routeOf(resetPassword, {
      openapi: () => ({
        tag: 'Accounts',
        summary: 'Set a new password with a token or a code',
        body: {
          description: 'The token, or the address and the code, and the new password.',
        },
        success: { description: 'The password was set.', schema: endedEnvelope, example: resetBody(2) },
      }),
      handlers: [
        body,
        async (req, res) => {
          const { ended } = await resets.reset(inputOf(resetPassword, req), contextOf(req, res));
          sendJson(res, resetBody(ended));
        },
      ],
    }),
    routeOf(changePassword, {
      openapi: () => ({
        tag: 'Accounts',
        summary: 'Change the password',
        body: { description: 'The current and the new password.' },
        success: {
          description: 'The password was changed.',
          headers: {
            'Set-Cookie': {
              description: 'Deletes the refresh cookie. Absent if the session of this request continues.',
              schema: string,
            },
          },
          schema: endedEnvelope,
          example: changedBody(2),
        },
      }),
      handlers: [
        body,
        async (req, res) => {
          const { ended, current } = await changes.change(inputOf(changePassword, req), contextOf(req, res));
          if (current) cookies.clear(res);
          sendJson(res, changedBody(ended));
        },
      ],
    }),
  ];
}

const resetRequested = successEnvelope(requestPasswordReset.message, {});
const resetBody = (ended: number) => successEnvelope(resetPassword.message, { ended });
const changedBody = (ended: number) => successEnvelope(changePassword.message, { ended });
