import { bodyBytes } from '../../platform/http/http-limits';
import { jsonBody } from '../../platform/http/json-body';
import { contextOf } from '../../platform/http/read-request-context';
import { sendJson } from '../../platform/http/send-json';
import { emptySuccessSchema, successEnvelope } from '../../platform/rest/envelope';
import { inputOf } from '../../platform/rest/input-reader';
import { type RestRoute, routeOf } from '../../platform/rest/rest-route';
import { changeEmail, confirmEmailChange, oneOfTwoConfirmed, undoEmailChange } from './email-change.operations';
import type { EmailChangeService } from './email-change.service';

const body = jsonBody(bodyBytes.rest);

export function emailChangeRoutes(changes: EmailChangeService): RestRoute[] {
  return [
    routeOf(changeEmail, {
      openapi: () => ({
        tag: 'Accounts',
        summary: 'Ask for another e-mail address',
        body: { description: 'The new address and the current password.' },
        success: { description: 'The e-mails were sent.', schema: emptySuccessSchema, example: requested },
      }),
      handlers: [
        body,
        async (req, res) => {
          await changes.request(inputOf(changeEmail, req), contextOf(req, res));
          sendJson(res, requested);
        },
      ],
    }),
    routeOf(confirmEmailChange, {
      openapi: () => ({
        tag: 'Accounts',
        summary: 'Confirm a change of the e-mail address',
        body: { description: 'The token, or the address and the code.' },
        success: {
          description: 'The address changed, or the other address must confirm, too.',
          schema: emptySuccessSchema,
          example: confirmedBody(true),
        },
      }),
      handlers: [
        body,
        async (req, res) => {
          const { changed } = await changes.confirm(inputOf(confirmEmailChange, req), contextOf(req, res));
          sendJson(res, confirmedBody(changed));
        },
      ],
    }),
    routeOf(undoEmailChange, {
      openapi: () => ({
        tag: 'Accounts',
        summary: 'Restore the old e-mail address',
        body: { description: 'The token of the link.' },
        success: { description: 'The old address was restored.', schema: emptySuccessSchema, example: undone },
      }),
      handlers: [
        body,
        async (req, res) => {
          await changes.undo(inputOf(undoEmailChange, req), contextOf(req, res));
          sendJson(res, undone);
        },
      ],
    }),
  ];
}

const requested = successEnvelope(changeEmail.message, {});
const confirmedBody = (changed: boolean) =>
  successEnvelope(changed ? confirmEmailChange.message : oneOfTwoConfirmed, {});
const undone = successEnvelope(undoEmailChange.message, {});
