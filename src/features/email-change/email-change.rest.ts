import { bodyBytes } from '../../platform/http/http-limits';
import { jsonBody } from '../../platform/http/json-body';
import { contextOf } from '../../platform/http/read-request-context';
import { sendJson } from '../../platform/http/send-json';
import { answerRoute } from '../../platform/rest/answer.rest';
import { emptySuccessSchema, successEnvelope } from '../../platform/rest/envelope';
import { inputOf } from '../../platform/rest/input-reader';
import { type RestRoute, routeOf } from '../../platform/rest/rest-route';
import {
  cancelEmailChange,
  changeEmail,
  confirmEmailChange,
  emailChange,
  oneOfTwoConfirmed,
  undoEmailChange,
} from './email-change.operations';
import type { EmailChangeService } from './email-change.service';
import { noEmailChange } from './email-change.service';

const tag = 'Accounts';

export const emailChangeRoutes = (changes: EmailChangeService): RestRoute[] => [
  answerRoute(
    changeEmail,
    {
      tag,
      summary: 'Ask for another e-mail address',
      body: { description: 'The new address and the current password.' },
    },
    (input, context) => changes.request(input, context),
  ),
  answerRoute(emailChange, { tag, summary: 'Get the change of the e-mail address that waits' }, (_, context) =>
    changes.find(context),
  ),
  answerRoute(
    cancelEmailChange,
    {
      tag,
      summary: 'Cancel the change of the e-mail address that waits',
      errors: { NOT_FOUND: noEmailChange() },
    },
    (_, context) => changes.cancel(context),
  ),
  // By hand, because its message says whether the address has changed.
  routeOf(confirmEmailChange, {
    openapi: () => ({
      tag,
      summary: 'Confirm a change of the e-mail address',
      body: { description: 'The token, or the address and the code.' },
      success: {
        description: confirmEmailChange.answer.response,
        schema: emptySuccessSchema,
        example: successEnvelope(confirmEmailChange.message, {}),
      },
    }),
    handlers: [
      jsonBody(bodyBytes.rest),
      async (req, res) => {
        const { changed } = await changes.confirm(inputOf(confirmEmailChange, req), contextOf(req, res));
        sendJson(res, successEnvelope(changed ? confirmEmailChange.message : oneOfTwoConfirmed, {}));
      },
    ],
  }),
  answerRoute(
    undoEmailChange,
    { tag, summary: 'Restore the old e-mail address', body: { description: 'The token of the link.' } },
    (input, context) => changes.undo(input, context),
  ),
];
