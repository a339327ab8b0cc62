import { Ctx, Field, ID, Int, Mutation, ObjectType, Query, Resolver } from 'type-graphql';
import { DateTime } from '../../platform/graphql/date-time';
import { EnvelopeType, resultDescription } from '../../platform/graphql/envelope.type';
import type { GraphqlContext } from '../../platform/graphql/graphql-context';
import { FieldOf, InputOf, inputEnum } from '../../platform/graphql/input-type';
import { nextPage, options } from '../../platform/graphql/operation-options';
import { PageInfoType } from '../../platform/graphql/page-info.type';
import { type ListedMessage, type MessageState, messageStates } from '../../platform/messages/message';
import { toPageCursor } from '../../platform/request/page-cursor';
import { messages, retryMessage } from './admin-messages.operations';
import { type AdminMessagesService, type MessagePage, stateOfMessage } from './admin-messages.service';
import { messageDescriptions as text } from './descriptions';

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

@Resolver()
export class AdminMessagesResolver {
  constructor(private readonly mails: AdminMessagesService) {}

  @Query(() => MessageConnectionType, options(messages, { more: nextPage }))
  async messages(
    @FieldOf(messages, 'first')
    first: number | null | undefined,
    @FieldOf(messages, 'after')
    after: string | null | undefined,
    @FieldOf(messages, 'state')
    state: MessageState | null | undefined,
    @Ctx() { request }: GraphqlContext,
  ): Promise<MessageConnectionType> {
    const page = await this.mails.messages({ first, after, state }, request);
    return toMessageConnectionType(page, { isFirst: !after });
  }

  @Mutation(() => RetryMessagePayload, options(retryMessage))
  async retryMessage(
    @InputOf(retryMessage, 'The mail to send again.') input: object,
    @Ctx() { request }: GraphqlContext,
  ): Promise<RetryMessagePayload> {
    const message = await this.mails.retryMessage(input, request);
    return { success: true, msg: retryMessage.message, error: null, result: toMessageType(message) };
  }
}
