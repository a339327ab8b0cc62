import type { ListedMessage } from '../../platform/messages/message';
import { messageStates } from '../../platform/messages/message';
import { exampleTs } from '../../platform/operations/answer';
import { toPageCursor } from '../../platform/request/page-cursor';
import {
  about,
  component,
  nullable,
  object,
  oneOf,
  string,
  timestamp,
  toTimestamp,
  uuid,
} from '../../platform/rest/json-schema';
import { exampleUser } from '../users/user.answers';
import { type MessagePage, stateOfMessage } from './admin-messages.service';
import { messageDescriptions as text } from './descriptions';

export function toMessageRecord(message: ListedMessage) {
  return {
    id: message.id,
    template: message.template,
    state: stateOfMessage(message),
    user_id: message.userId,
    recipient: message.recipient,
    locale: message.locale,
    created_ts: toTimestamp(message.createdTs),
    expires_ts: toTimestamp(message.expiresTs),
    attempts: message.attempts,
    due_ts: message.dueTs && toTimestamp(message.dueTs),
    ended_ts: message.endedTs && toTimestamp(message.endedTs),
    problem: message.problem,
  };
}

export const messageSchema = component(
  'Message',
  'A mail that waits or has failed, without its text, link and code.',
  () =>
    object({
      id: about(uuid, text.id),
      template: about(string, text.template),
      state: oneOf(messageStates, text.state),
      user_id: nullable(about(uuid, text.userId)),
      recipient: about(string, text.recipient),
      locale: about(string, text.locale),
      created_ts: timestamp(text.createdTs),
      expires_ts: timestamp(text.expiresTs),
      attempts: about({ type: 'integer' }, text.attempts),
      due_ts: nullable(timestamp(text.dueTs)),
      ended_ts: nullable(timestamp(text.endedTs)),
      problem: nullable(about(string, text.problem)),
    }),
);

/** `next` is the cursor of the next page, or null on the last page. */
export function toMessagePageRecord({ messages, hasMore }: MessagePage) {
  const last = messages.at(-1);
  return {
    messages: messages.map(toMessageRecord),
    next: hasMore && last ? toPageCursor({ ts: last.createdTs, id: last.id }) : null,
  };
}

export const messagePageSchema = about(
  object({
    messages: { type: 'array', description: 'The mails of this page, the newest first.', items: messageSchema },
    next: nullable(
      about(string, 'The cursor that the client sends as `after` to get the next page. Null on the last page.'),
    ),
  }),
  'One page of the mails that wait or have failed.',
);

export const exampleMessage: ListedMessage = {
  id: '01a1fafd-5d48-74fb-874f-7e0ccacee987',
  template: 'reset_password',
  userId: exampleUser.id,
  recipient: exampleUser.email,
  locale: 'en',
  tokenId: null,
  createdTs: exampleTs,
  expiresTs: new Date('2026-11-20T18:30:15.123Z'),
  attempts: 1,
  dueTs: new Date('2026-11-20T17:30:45.123Z'),
  endedTs: null,
  problem: 'unreachable',
};
