import { Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { answered, connectionOf, payloadOf, typeOfAnswer } from '../../platform/graphql/answer-type';
import type { GraphqlContext } from '../../platform/graphql/graphql-context';
import { FieldOf, InputOf } from '../../platform/graphql/input-type';
import { options } from '../../platform/graphql/operation-options';
import { messages, retryMessage } from './admin-messages.operations';
import type { AdminMessagesService } from './admin-messages.service';

@Resolver()
export class AdminMessagesResolver {
  constructor(private readonly mails: AdminMessagesService) {}

  @Query(typeOfAnswer(messages), options(messages))
  async messages(
    @FieldOf(messages, 'first') first: number | null | undefined,
    @FieldOf(messages, 'after') after: string | null | undefined,
    @FieldOf(messages, 'state') state: string | null | undefined,
    @Ctx() { request }: GraphqlContext,
  ) {
    return connectionOf(messages, await this.mails.messages({ first, after, state }, request), after);
  }

  @Mutation(payloadOf(retryMessage), options(retryMessage))
  async retryMessage(
    @InputOf(retryMessage, 'The mail to send again.') input: object,
    @Ctx() { request }: GraphqlContext,
  ) {
    return answered(retryMessage, await this.mails.retryMessage(input, request));
  }
}
