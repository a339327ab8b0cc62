import { emailVerificationInputSchemas } from '../email-verification/descriptions';
import { confirmEmail, sendEmailVerification } from '../email-verification/email-verification.operations';
import type { EmailVerificationService } from '../email-verification/email-verification.service';
import { bodyBytes } from '../http/http-limits';
import { jsonBody } from '../http/json-body';
import { contextOf } from '../http/read-request-context';
import { sendJson } from '../http/send-json';
import type { User } from '../users/user';
import { registerEnvelope } from './auth.schemas';
import { emptySuccessSchema, successEnvelope } from './envelope';
import { exampleUser } from './examples';
import { type RestRoute, routeOf } from './rest-route';
import { toUserRecord } from './user.record';

const body = jsonBody(bodyBytes.rest);

/** Not below `/auth/verify`, because all paths below it belong to proxies. */
export function emailVerificationRoutes(verification: EmailVerificationService): RestRoute[] {
  return [
    routeOf(sendEmailVerification, {
      openapi: () => ({
        tag: 'Accounts',
        summary: 'Send the e-mail that verifies an address again',
        input: emailVerificationInputSchemas.sendEmailVerification(),
        body: { name: 'SendEmailVerificationInput', description: 'The address to verify.' },
        success: {
          description: 'An e-mail was sent if the address waits for verification.',
          schema: emptySuccessSchema,
          example: sent,
        },
      }),
      handlers: [
        body,
        async (req, res) => {
          await verification.send({ email: req.body.email }, contextOf(req, res));
          sendJson(res, sent);
        },
      ],
    }),
    routeOf(confirmEmail, {
      openapi: () => ({
        tag: 'Accounts',
        summary: 'Verify an e-mail address',
        input: emailVerificationInputSchemas.confirmEmail(),
        body: {
          name: 'ConfirmEmailInput',
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
          const { token, email, code, password } = req.body;
          const user = await verification.confirm({ token, email, code, password }, contextOf(req, res));
          sendJson(res, verifiedBody(user));
        },
      ],
    }),
  ];
}

const sent = successEnvelope(sendEmailVerification.message, {});
const verifiedBody = (user: User) => successEnvelope(confirmEmail.message, toUserRecord(user));
