import { bodyBytes } from '../http/http-limits';
import { jsonBody } from '../http/json-body';
import { contextOf } from '../http/read-request-context';
import type { RefreshCookies } from '../http/refresh-cookie';
import { sendJson } from '../http/send-json';
import { passwordInputSchemas, resetEndedDescription } from '../password-reset/descriptions';
import type { PasswordChangeService } from '../password-reset/password-change.service';
import type { PasswordResetService } from '../password-reset/password-reset.service';
import { changePassword, requestPasswordReset, resetPassword } from '../password-reset/passwords.operations';
import { emptySuccessSchema, successEnvelope, successSchema } from './envelope';
import { about, object, string } from './json-schema';
import { type RestRoute, routeOf } from './rest-route';

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
        input: passwordInputSchemas.requestPasswordReset(),
        body: { name: 'RequestPasswordResetInput', description: 'The address of the account.' },
        success: {
          description: 'An e-mail was sent if the address has an account.',
          schema: emptySuccessSchema,
          example: resetRequested,
        },
      }),
      handlers: [
        body,
        async (req, res) => {
          await resets.request({ email: req.body.email }, contextOf(req, res));
          sendJson(res, resetRequested);
        },
      ],
    }),
    routeOf(resetPassword, {
      openapi: () => ({
        tag: 'Accounts',
        summary: 'Set a new password with a token or a code',
        input: passwordInputSchemas.resetPassword(),
        body: {
          name: 'ResetPasswordInput',
          description: 'The token, or the address and the code, and the new password.',
        },
        success: { description: 'The password was set.', schema: endedEnvelope, example: resetBody(2) },
      }),
      handlers: [
        body,
        async (req, res) => {
          const { token, email, code, password } = req.body;
          const { ended } = await resets.reset({ token, email, code, password }, contextOf(req, res));
          sendJson(res, resetBody(ended));
        },
      ],
    }),
    routeOf(changePassword, {
      openapi: () => ({
        tag: 'Accounts',
        summary: 'Change the password',
        input: passwordInputSchemas.changePassword(),
        body: { name: 'ChangePasswordInput', description: 'The current and the new password.' },
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
          const { current_password: currentPassword, password, sessions } = req.body;
          const context = contextOf(req, res);
          const { ended, current } = await changes.change({ currentPassword, password, sessions }, context);
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
