import { contextOf } from '../../platform/http/read-request-context';
import { sendJson } from '../../platform/http/send-json';
import { answerRoute } from '../../platform/rest/answer.rest';
import { emptySuccessSchema, successEnvelope } from '../../platform/rest/envelope';
import { inputOf } from '../../platform/rest/input-reader';
import { bodyReadersOf, type RestRoute, routeOf } from '../../platform/rest/rest-route';
import {
  cancelEmailChange,
  changeEmail,
  confirmEmailChange,
  emailChange,
  oneOfTwoConfirmed,
  undoEmailChange,
} from './email-change.operations';
import type { EmailChangeService } from './email-change.service';

export const emailChangeRoutes = (changes: EmailChangeService): RestRoute[] => [
  answerRoute(changeEmail, (input, context) => changes.changeEmail(input, context)),
  answerRoute(emailChange, (_, context) => changes.emailChange(context)),
  answerRoute(cancelEmailChange, (_, context) => changes.cancelEmailChange(context)),
  // By hand, because its message says whether the address has changed.
  routeOf(confirmEmailChange, {
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
        const { changed } = await changes.confirmEmailChange(inputOf(confirmEmailChange, req), contextOf(req, res));
        sendJson(res, successEnvelope(changed ? confirmEmailChange.message : oneOfTwoConfirmed, {}));
      },
    ],
  }),
  answerRoute(undoEmailChange, (input, context) => changes.undoEmailChange(input, context)),
];
