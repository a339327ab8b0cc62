import { Field, ID, Int, ObjectType } from 'type-graphql';
import { messageDescriptions as text } from '../features/administration/admin-audit-descriptions';
import { type MessagePage, stateOfMessage } from '../features/administration/admin-messages.service';
import type { ListedMessage, MessageState } from '../platform/messages/message';
import { messageStates } from '../platform/messages/message';
import { toPageCursor } from '../platform/request/page-cursor';
import { DateTime } from './date-time';
import { EnvelopeType, resultDescription } from './envelope.type';
import { inputEnum } from './input-type';
import { PageInfoType } from './page-info.type';

export const MessageStateEnum = inputEnum('MessageState', 'The state of a mail that the outbox keeps.', messageStates);

@ObjectType('Message', { description: 'A mail that waits or has failed, without its text, link and code.' })
export class MessageType {
  @Field(() => ID, { description: text.id })
  id!: string;

  @Field(() => String, { description: text.template })
  template!: string;

  @Field(() => MessageStateEnum, { description: text.state })
  state!: MessageState;

  @Field(() => String, { nullable: true, description: text.userId })
  userId!: string | null;

  @Field(() => String, { description: text.recipient })
  recipient!: string;

  @Field(() => String, { description: text.locale })
  locale!: string;

  @Field(() => DateTime, { description: text.createdTs })
  createdTs!: Date;

  @Field(() => DateTime, { description: text.expiresTs })
  expiresTs!: Date;

  @Field(() => Int, { description: text.attempts })
  attempts!: number;

  @Field(() => DateTime, { nullable: true, description: text.dueTs })
  dueTs!: Date | null;

  @Field(() => DateTime, { nullable: true, description: text.endedTs })
  endedTs!: Date | null;

  @Field(() => String, { nullable: true, description: text.problem })
  problem!: string | null;
}

export function toMessageType(message: ListedMessage): MessageType {
  return {
    id: message.id,
    template: message.template,
    state: stateOfMessage(message),
    userId: message.userId,
    recipient: message.recipient,
    locale: message.locale,
    createdTs: message.createdTs,
    expiresTs: message.expiresTs,
    attempts: message.attempts,
    dueTs: message.dueTs,
    endedTs: message.endedTs,
    problem: message.problem,
  };
}

@ObjectType('MessageConnection', { description: 'One page of the mails that wait or have failed.' })
export class MessageConnectionType {
  @Field(() => [MessageType], { description: 'The mails of this page, the newest first.' })
  nodes!: MessageType[];

  @Field(() => PageInfoType, { description: 'Whether there are other pages.' })
  pageInfo!: PageInfoType;
}

export function toMessageConnectionType(
  { messages, hasMore }: MessagePage,
  { isFirst }: { isFirst: boolean },
): MessageConnectionType {
  const cursorOf = (message: ListedMessage | undefined) =>
    message ? toPageCursor({ ts: message.createdTs, id: message.id }) : null;
  return {
    nodes: messages.map(toMessageType),
    pageInfo: {
      hasNextPage: hasMore,
      hasPreviousPage: !isFirst,
      startCursor: cursorOf(messages.at(0)),
      endCursor: cursorOf(messages.at(-1)),
    },
  };
}

@ObjectType({ implements: EnvelopeType, description: 'The result of `retryMessage`.' })
export class RetryMessagePayload extends EnvelopeType {
  @Field(() => MessageType, { nullable: true, description: resultDescription })
  result!: MessageType | null;
}
