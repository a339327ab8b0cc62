import { bodyBytes } from '../../platform/http/http-limits';
import { jsonBody } from '../../platform/http/json-body';
import { contextOf } from '../../platform/http/read-request-context';
import { sendJson } from '../../platform/http/send-json';
import { emptySuccessSchema, successEnvelope } from '../../platform/rest/envelope';
import { inputOf } from '../../platform/rest/input-reader';
import { type RestRoute, routeOf } from '../../platform/rest/rest-route';
import { registerEnvelope } from '../auth/auth-envelopes.rest';
import type { User } from '../users/user';
import { exampleUser } from '../users/user.answers';
import { toUserRecord } from '../users/user.rest';
import { confirmEmail, sendEmailVerification } from './email-verification.operations';
import type { EmailVerificationService } from './email-verification.service';

const body = jsonBody(bodyBytes.rest);

/** Not below `/auth/verify`, because all paths below it belong to proxies. */
export function emailVerificationRoutes(verification: EmailVerificationService): RestRoute[] {
  return [
    routeOf(sendEmailVerification, {
      openapi: () => ({
        tag: 'Accounts',
        summary: 'Send the e-mail that verifies an address again',
        body: { description: 'The address to verify.' },
        success: {
          description: 'An e-mail was sent if the address waits for verification.',
          schema: emptySuccessSchema,
          example: sent,
        },
      }),
      handlers: [
        body,
        async (req, res) => {
          await verification.send(inputOf(sendEmailVerification, req), contextOf(req, res));
          sendJson(res, sent);
        },
      ],
    }),
    routeOf(confirmEmail, {
      openapi: () => ({
        tag: 'Accounts',
        summary: 'Verify an e-mail address',
        body: {
          description: 'The token, or the address and the code. For a new account, also its password.',
        },
        success: {
          description: 'The address is verified.',
          schema: registerEnvelope,
          example: verifiedBody({ ...exampleUser, emailVerified: true }),
        },
      }),
      handlers: [
        body,
        async (req, res) => {
          const user = await verification.confirm(inputOf(confirmEmail, req), contextOf(req, res));
          sendJson(res, verifiedBody(user));
        },
      ],
    }),
  ];
}

const sent = successEnvelope(sendEmailVerification.message, {});
const verifiedBody = (user: User) => successEnvelope(confirmEmail.message, toUserRecord(user));
