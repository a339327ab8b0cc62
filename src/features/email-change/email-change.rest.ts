import { contextOf } from '../../platform/http/read-request-context';
import { sendJson } from '../../platform/http/send-json';
import { answerRoutes } from '../../platform/rest/answer.rest';
import { emptySuccessSchema, successEnvelope } from '../../platform/rest/envelope';
import { inputOf } from '../../platform/rest/input-reader';
import { bodyReadersOf, type RestRoute, routeOf } from '../../platform/rest/rest-route';
import * as operations from './email-change.operations';
import type { EmailChangeService } from './email-change.service';

const { confirmEmailChange } = operations;

export const emailChangeRoutes = (changes: EmailChangeService): RestRoute[] =>
  answerRoutes(operations, changes, {
    // By hand, because its message says whether the address has changed.
    confirmEmailChange: routeOf(confirmEmailChange, {
      openapi: () => ({
        success: {
          description: confirmEmailChange.answer.response,
          schema: emptySuccessSchema,
          example: successEnvelope(confirmEmailChange.message, {}),
        },
      }),
      handlers: [
        ...bodyReadersOf(confirmEmailChange),
        async (req, res) => {
          const input = inputOf(confirmEmailChange, req);
          const { changed } = await changes.confirmEmailChange(input, contextOf(req, res));
          sendJson(res, successEnvelope(changed ? confirmEmailChange.message : operations.oneOfTwoConfirmed, {}));
        },
      ],
    }),
  });
