import { Arg, Ctx, Int, Mutation, Query, Resolver } from 'type-graphql';
import { messagesTexts } from '../administration/admin-audit-descriptions';
import type { AdminMessagesService } from '../administration/admin-messages.service';
import { messages, retryMessage } from '../administration/administration.operations';
import {
  MessageConnectionType,
  MessageState,
  RetryMessageInput,
  RetryMessagePayload,
  toMessageConnectionType,
  toMessageType,
} from './admin-messages.types';
import type { GraphqlContext } from './graphql-context';
import { inputText } from './input-text';
import { nextPage, options } from './operation-options';

@Resolver()
export class AdminMessagesResolver {
  constructor(private readonly mails: AdminMessagesService) {}

  @Query(() => MessageConnectionType, options(messages, { more: nextPage }))
  async messages(
    @Arg('first', () => Int, { nullable: true, description: inputText(messagesTexts.first) })
    first: number | null | undefined,
    @Arg('after', () => String, { nullable: true, description: inputText(messagesTexts.after) })
    after: string | null | undefined,
    @Arg('state', () => MessageState, { nullable: true, description: inputText(messagesTexts.state, MessageState) })
    state: MessageState | null | undefined,
    @Ctx() { request }: GraphqlContext,
  ): Promise<MessageConnectionType> {
    const page = await this.mails.messages({ first, after, state }, request);
    return toMessageConnectionType(page, { isFirst: !after });
  }

  @Mutation(() => RetryMessagePayload, options(retryMessage))
  async retryMessage(
    @Arg('input', () => RetryMessageInput, { description: 'The mail to send again.' }) input: RetryMessageInput,
    @Ctx() { request }: GraphqlContext,
  ): Promise<RetryMessagePayload> {
    const message = await this.mails.retryMessage(input, request);
    return { success: true, msg: retryMessage.message, error: null, result: toMessageType(message) };
  }
}
