import { Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { AdminMessagesService } from '../features/administration/admin-messages.service';
import { messages, retryMessage } from '../features/administration/administration.operations';
import type { MessageState } from '../platform/messages/message';
import {
  MessageConnectionType,
  RetryMessagePayload,
  toMessageConnectionType,
  toMessageType,
} from './admin-messages.types';
import type { GraphqlContext } from './graphql-context';
import { FieldOf, InputOf } from './input-type';
import { nextPage, options } from './operation-options';

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
