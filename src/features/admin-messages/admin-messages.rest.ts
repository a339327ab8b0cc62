import { answerRoute } from '../../platform/rest/answer.rest';
import type { RestRoute } from '../../platform/rest/rest-route';
import { messages, retryMessage } from './admin-messages.operations';
import type { AdminMessagesService } from './admin-messages.service';
import { noSuchMail } from './undelivered-mails.service';

const tag = 'Operation';

export const adminMessagesRoutes = (mails: AdminMessagesService): RestRoute[] => [
  answerRoute(messages, { tag, summary: 'List the mails that wait or have failed' }, (input, context) =>
    mails.messages(input, context),
  ),
  answerRoute(
    retryMessage,
    { tag, summary: 'Send a mail again', errors: { NOT_FOUND: noSuchMail() } },
    (input, context) => mails.retryMessage(input, context),
  ),
];
