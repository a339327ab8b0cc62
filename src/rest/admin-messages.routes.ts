import type { Request } from 'express';
import { adminAuditInputSchemas, adminAuditOperations } from '../administration/admin-audit-descriptions';
import { type AdminMessagesService, type MessagePage, noSuchMessage } from '../administration/admin-messages.service';
import { contextOf } from '../http/read-request-context';
import { sendJson } from '../http/send-json';
import type { ListedMessage } from '../messages/message';
import { successMessages } from '../request/success-messages';
import { successEnvelope, successSchema } from './envelope';
import { exampleMessage } from './examples';
import { messagePageSchema, messageSchema, toMessagePageRecord, toMessageRecord } from './message.record';
import { queryInput } from './query-input';
import type { RestRoute } from './rest-route';

const messagesEnvelope = successSchema('MessagesEnvelope', 'One page of mails.', messagePageSchema);
const messageEnvelope = successSchema('MessageEnvelope', 'A mail.', messageSchema);

export function adminMessagesRoutes(mails: AdminMessagesService): RestRoute[] {
  return [
    {
      method: 'get',
      path: '/admin/messages',
      operation: 'messages',
      openapi: () => ({
        tag: 'Operation',
        summary: 'List the mails that wait or have failed',
        description: `${adminAuditOperations.messages}\n\nFor the next page, the client sends \`next\` as \`after\`, as long as \`next\` is not null.`,
        credentials: ['accessToken'],
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
    },
    {
      method: 'post',
      path: '/admin/messages/:id/retry',
      operation: 'retryMessage',
      openapi: () => ({
        tag: 'Operation',
        summary: 'Send a mail again',
        description: adminAuditOperations.retryMessage,
        credentials: ['accessToken'],
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
    },
  ];
}

const messagesBody = (page: MessagePage) => successEnvelope(successMessages.messages, toMessagePageRecord(page));
const messageBody = (message: ListedMessage) =>
  successEnvelope(successMessages.messageRetried, toMessageRecord(message));

function toMessagesInput(req: Request) {
  const query = queryInput(req);
  return { limit: query.number('limit'), after: query.text('after'), state: query.text('state') };
}
