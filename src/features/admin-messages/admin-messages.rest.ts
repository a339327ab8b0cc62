import { answerRoute } from '../../platform/rest/answer.rest';
import type { RestRoute } from '../../platform/rest/rest-route';
import { messages, retryMessage } from './admin-messages.operations';
import type { AdminMessagesService } from './admin-messages.service';

export const adminMessagesRoutes = (mails: AdminMessagesService): RestRoute[] => [
  answerRoute(messages, (input, context) => mails.messages(input, context)),
  answerRoute(retryMessage, (input, context) => mails.retryMessage(input, context)),
];
