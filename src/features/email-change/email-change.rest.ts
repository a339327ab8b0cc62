import { notFound } from '../../platform/errors/app-error';
import { bodyBytes } from '../../platform/http/http-limits';
import { jsonBody } from '../../platform/http/json-body';
import { contextOf } from '../../platform/http/read-request-context';
import { sendJson } from '../../platform/http/send-json';
import { exampleTs } from '../../platform/operations/answer';
import { emptySuccessSchema, successEnvelope, successSchema } from '../../platform/rest/envelope';
import { inputOf } from '../../platform/rest/input-reader';
import { about, boolean, nullable, object, string, timestamp, toTimestamp } from '../../platform/rest/json-schema';
import { type RestRoute, routeOf } from '../../platform/rest/rest-route';
import { type EmailChange, emailChangeDescriptions as text } from './email-change';
import {
  cancelEmailChange,
  changeEmail,
  confirmEmailChange,
  emailChange,
  oneOfTwoConfirmed,
  undoEmailChange,
} from './email-change.operations';
import type { EmailChangeService } from './email-change.service';

const body = jsonBody(bodyBytes.rest);

const changeSchema = nullable({
  ...object({
    email: about(string, text.email),
    confirmed: about(boolean, text.confirmed),
    needs_approval: about(boolean, text.needsApproval),
    approved: about(boolean, text.approved),
    created_ts: timestamp(text.createdTs),
    expires_ts: timestamp(text.expiresTs),
  }),
  type: 'object',
  description: 'The change. Null if none waits.',
});
const changeEnvelope = successSchema(
  'EmailChangeEnvelope',
  'The change of the e-mail address that waits.',
  about(object({ email_change: changeSchema }), 'The change.'),
);

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
    routeOf(emailChange, {
      openapi: () => ({
        tag: 'Accounts',
        summary: 'Get the change of the e-mail address that waits',
        success: { description: 'The change, or null.', schema: changeEnvelope, example: changeBody(exampleChange) },
      }),
      handlers: [async (req, res) => sendJson(res, changeBody(await changes.find(contextOf(req, res))))],
    }),
    routeOf(cancelEmailChange, {
      openapi: () => ({
        tag: 'Accounts',
        summary: 'Cancel the change of the e-mail address that waits',
        success: { description: 'The change is cancelled.', schema: emptySuccessSchema, example: cancelled },
        errors: { NOT_FOUND: notFound('emailChange') },
      }),
      handlers: [
        async (req, res) => {
          await changes.cancel(contextOf(req, res));
          sendJson(res, cancelled);
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
const cancelled = successEnvelope(cancelEmailChange.message, {});
const toChangeRecord = (change: Omit<EmailChange, 'id' | 'userId' | 'emailCanonical' | 'sessionId'>) => ({
  email: change.email,
  confirmed: change.confirmedTs !== null,
  needs_approval: change.needsApproval,
  approved: change.approvedTs !== null,
  created_ts: toTimestamp(change.createdTs),
  expires_ts: toTimestamp(change.expiresTs),
});
const changeBody = (change: Parameters<typeof toChangeRecord>[0] | null) =>
  successEnvelope(emailChange.message, { email_change: change && toChangeRecord(change) });
const exampleChange = {
  email: 'ada@example.org',
  confirmedTs: exampleTs,
  needsApproval: true,
  approvedTs: null,
  createdTs: exampleTs,
  expiresTs: new Date('2026-11-21T17:30:15.123Z'),
};
const undone = successEnvelope(undoEmailChange.message, {});
