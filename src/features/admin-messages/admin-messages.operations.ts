import { operationsTagged } from '../../platform/operations/define-operation';
import { messagesAnswer, retryMessageAnswer } from './admin-messages.answers';
import { messagesInput, retryMessageInput } from './admin-messages.inputs';

const defineOperation = operationsTagged('Operation');

export const noSuchMail = 'There is no mail with this id.';

export const messages = defineOperation({
  name: 'messages',
  rest: ['GET /admin/messages'],
  summary: 'List the mails that wait or have failed',
  does: 'Returns the mails that wait or have failed in pages, the newest first. The text, the link and the code of a mail are never returned. The caller must be a super admin.',
  message: 'Mails returned.',
  caller: 'superAdmin',
  machine: 'read',
  input: messagesInput,
  answer: messagesAnswer,
});

export const retryMessage = defineOperation({
  name: 'retryMessage',
  rest: ['POST /admin/messages/{id}/retry'],
  summary: 'Send a mail again',
  does: 'Makes a mail due that has failed or waits for its next attempt, and returns it. Gatehouse then sends the mail. The caller must be a super admin.',
  message: 'The mail is sent again now.',
  caller: 'superAdmin',
  input: retryMessageInput,
  answer: retryMessageAnswer,
  errors: {
    NOT_FOUND: 'There is no mail with this id. Mails are removed seven days after they were sent or have failed.',
    CONFLICT: 'The mail was sent, waits for its first attempt, is being sent now, or has a link that is not valid.',
  },
  errorMessages: { NOT_FOUND: noSuchMail },
});
