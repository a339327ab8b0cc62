import { Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { answered, payloadOf, typeOfAnswer } from '../../platform/graphql/answer-type';
import type { GraphqlContext } from '../../platform/graphql/graphql-context';
import { InputOf } from '../../platform/graphql/input-type';
import { options } from '../../platform/graphql/operation-options';
import {
  cancelEmailChange,
  changeEmail,
  confirmEmailChange,
  emailChange,
  undoEmailChange,
} from './email-change.operations';
import type { EmailChangeService } from './email-change.service';

@Resolver()
export class EmailChangeResolver {
  constructor(private readonly changes: EmailChangeService) {}

  @Mutation(payloadOf(changeEmail), options(changeEmail))
  async changeEmail(@InputOf(changeEmail) input: object, @Ctx() { request }: GraphqlContext) {
    return answered(changeEmail, await this.changes.changeEmail(input, request));
  }

  @Query(typeOfAnswer(emailChange), options(emailChange))
  emailChange(@Ctx() { request }: GraphqlContext) {
    return this.changes.emailChange(request);
  }

  @Mutation(payloadOf(cancelEmailChange), options(cancelEmailChange))
  async cancelEmailChange(@Ctx() { request }: GraphqlContext) {
    return answered(cancelEmailChange, await this.changes.cancelEmailChange(request));
  }

  @Mutation(payloadOf(confirmEmailChange), options(confirmEmailChange))
  async confirmEmailChange(@InputOf(confirmEmailChange) input: object, @Ctx() { request }: GraphqlContext) {
    return answered(confirmEmailChange, await this.changes.confirmEmailChange(input, request));
  }

  @Mutation(payloadOf(undoEmailChange), options(undoEmailChange))
  async undoEmailChange(@InputOf(undoEmailChange) input: object, @Ctx() { request }: GraphqlContext) {
    return answered(undoEmailChange, await this.changes.undoEmailChange(input, request));
  }
}
