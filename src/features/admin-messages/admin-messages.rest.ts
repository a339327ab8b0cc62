import { notFound } from '../../platform/errors/app-error';
import { contextOf } from '../../platform/http/read-request-context';
import { sendJson } from '../../platform/http/send-json';
import type { ListedMessage } from '../../platform/messages/message';
import { successEnvelope, successSchema } from '../../platform/rest/envelope';
import { inputOf } from '../../platform/rest/input-reader';
import { type RestRoute, routeOf } from '../../platform/rest/rest-route';
import { messages, retryMessage } from './admin-messages.operations';
import type { AdminMessagesService, MessagePage } from './admin-messages.service';
import { exampleMessage, messagePageSchema, messageSchema, toMessagePageRecord, toMessageRecord } from './message.rest';

const messagesEnvelope = successSchema('MessagesEnvelope', 'One page of mails.', messagePageSchema);
const messageEnvelope = successSchema('MessageEnvelope', 'A mail.', messageSchema);

export function adminMessagesRoutes(mails: AdminMessagesService): RestRoute[] {
  return [
    routeOf(messages, {
      openapi: () => ({
        tag: 'Operation',
        summary: 'List the mails that wait or have failed',
        description: `${messages.does}\n\nFor the next page, the client sends \`next\` as \`after\`, as long as \`next\` is not null.`,
        success: {
          description: 'One page of mails.',
          schema: messagesEnvelope,
          example: messagesBody({ messages: [exampleMessage], hasMore: false }),
        },
      }),
      handlers: [
        async (req, res) =>
          sendJson(res, messagesBody(await mails.messages(inputOf(messages, req), contextOf(req, res)))),
      ],
    }),
    routeOf(retryMessage, {
      openapi: () => ({
        tag: 'Operation',
        summary: 'Send a mail again',
        success: {
          description: 'The mail is due.',
          schema: messageEnvelope,
          example: messageBody(exampleMessage),
        },
        errors: { NOT_FOUND: notFound('mail') },
      }),
      handlers: [
        async (req, res) =>
          sendJson(res, messageBody(await mails.retryMessage(inputOf(retryMessage, req), contextOf(req, res)))),
      ],
    }),
  ];
}

const messagesBody = (page: MessagePage) => successEnvelope(messages.message, toMessagePageRecord(page));
const messageBody = (message: ListedMessage) => successEnvelope(retryMessage.message, toMessageRecord(message));
