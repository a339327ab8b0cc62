import type { Request } from 'express';
import { adminAuditInputSchemas } from '../administration/admin-audit-descriptions';
import { type AdminMessagesService, type MessagePage, noSuchMessage } from '../administration/admin-messages.service';
import { messages, retryMessage } from '../administration/administration.operations';
import { contextOf } from '../http/read-request-context';
import { sendJson } from '../http/send-json';
import type { ListedMessage } from '../messages/message';
import { successEnvelope, successSchema } from './envelope';
import { exampleMessage } from './examples';
import { messagePageSchema, messageSchema, toMessagePageRecord, toMessageRecord } from './message.record';
import { queryInput } from './query-input';
import { type RestRoute, routeOf } from './rest-route';

const messagesEnvelope = successSchema('MessagesEnvelope', 'One page of mails.', messagePageSchema);
const messageEnvelope = successSchema('MessageEnvelope', 'A mail.', messageSchema);

export function adminMessagesRoutes(mails: AdminMessagesService): RestRoute[] {
  return [
    routeOf(messages, {
      openapi: () => ({
        tag: 'Operation',
        summary: 'List the mails that wait or have failed',
        description: `${messages.does}\n\nFor the next page, the client sends \`next\` as \`after\`, as long as \`next\` is not null.`,
        input: adminAuditInputSchemas.messages(),
        success: {
          description: 'One page of mails.',
          schema: messagesEnvelope,
          example: messagesBody({ messages: [exampleMessage], hasMore: false }),
        },
      }),
      handlers: [
        async (req, res) =>
          sendJson(res, messagesBody(await mails.messages(toMessagesInput(req), contextOf(req, res)))),
      ],
    }),
    routeOf(retryMessage, {
      openapi: () => ({
        tag: 'Operation',
        summary: 'Send a mail again',
        input: adminAuditInputSchemas.retryMessage(),
        success: {
          description: 'The mail is due.',
          schema: messageEnvelope,
          example: messageBody(exampleMessage),
        },
        errors: { NOT_FOUND: noSuchMessage() },
      }),
      handlers: [
        async (req, res) =>
          sendJson(res, messageBody(await mails.retryMessage({ id: req.params.id }, contextOf(req, res)))),
      ],
    }),
  ];
}

const messagesBody = (page: MessagePage) => successEnvelope(messages.message, toMessagePageRecord(page));
const messageBody = (message: ListedMessage) => successEnvelope(retryMessage.message, toMessageRecord(message));

function toMessagesInput(req: Request) {
  const query = queryInput(req);
  return { limit: query.number('limit'), after: query.text('after'), state: query.text('state') };
}
