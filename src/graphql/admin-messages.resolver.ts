import { Arg, Ctx, Int, Mutation, Query, Resolver } from 'type-graphql';
import { adminAuditOperations, messagesTexts } from '../administration/admin-audit-descriptions';
import type { AdminMessagesService } from '../administration/admin-messages.service';
import { successMessages } from '../request/success-messages';
import {
  MessageConnectionType,
  MessageState,
  RetryMessageInput,
  RetryMessagePayload,
  toMessageConnectionType,
  toMessageType,
} from './admin-messages.types';
import type { GraphqlContext } from './graphql-context';
import { errorList, inputText, paragraphs } from './input-text';

@Resolver()
export class AdminMessagesResolver {
  constructor(private readonly mails: AdminMessagesService) {}

  @Query(() => MessageConnectionType, {
    nullable: true,
    description: paragraphs(
      adminAuditOperations.messages,
      'For the next page, the client sends `pageInfo.endCursor` as `after`, as long as `pageInfo.hasNextPage` is true.',
      'If an error occurs, the field is null and `errors` has the error:',
      errorList('messages'),
      'REST: `GET /admin/messages`.',
    ),
  })
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

  @Mutation(() => RetryMessagePayload, {
    nullable: true,
    description: paragraphs(
      adminAuditOperations.retryMessage,
      'The operation can return these errors:',
      errorList('retryMessage'),
      'REST: `POST /admin/messages/{id}/retry`.',
    ),
  })
  async retryMessage(
    @Arg('input', () => RetryMessageInput, { description: 'The mail to send again.' }) input: RetryMessageInput,
    @Ctx() { request }: GraphqlContext,
  ): Promise<RetryMessagePayload> {
    const message = await this.mails.retryMessage(input, request);
    return { success: true, msg: successMessages.messageRetried, error: null, result: toMessageType(message) };
  }
}
