import { Ctx, Mutation, ObjectType, Resolver } from 'type-graphql';
import { EnvelopeType } from '../../platform/graphql/envelope.type';
import type { GraphqlContext } from '../../platform/graphql/graphql-context';
import { InputOf } from '../../platform/graphql/input-type';
import { options } from '../../platform/graphql/operation-options';
import { changeEmail, confirmEmailChange, oneOfTwoConfirmed, undoEmailChange } from './email-change.operations';
import type { EmailChangeService } from './email-change.service';

@ObjectType({ implements: EnvelopeType, description: 'The answer to `changeEmail`. It has no result.' })
export class ChangeEmailPayload extends EnvelopeType {}

@ObjectType({ implements: EnvelopeType, description: 'The answer to `confirmEmailChange`. It has no result.' })
export class ConfirmEmailChangePayload extends EnvelopeType {}

@ObjectType({ implements: EnvelopeType, description: 'The answer to `undoEmailChange`. It has no result.' })
export class UndoEmailChangePayload extends EnvelopeType {}

@Resolver()
export class EmailChangeResolver {
  constructor(private readonly changes: EmailChangeService) {}

  @Mutation(() => ChangeEmailPayload, options(changeEmail))
  async changeEmail(
    @InputOf(changeEmail, 'The new address and the current password.') input: object,
    @Ctx() { request }: GraphqlContext,
  ): Promise<ChangeEmailPayload> {
    await this.changes.request(input, request);
    return { success: true, msg: changeEmail.message, error: null };
  }

  @Mutation(() => ConfirmEmailChangePayload, options(confirmEmailChange))
  async confirmEmailChange(
    @InputOf(confirmEmailChange, 'The token, or the address and the code.') input: object,
    @Ctx() { request }: GraphqlContext,
  ): Promise<ConfirmEmailChangePayload> {
    const { changed } = await this.changes.confirm(input, request);
    const msg = changed ? confirmEmailChange.message : oneOfTwoConfirmed;
    return { success: true, msg, error: null };
  }

  @Mutation(() => UndoEmailChangePayload, options(undoEmailChange))
  async undoEmailChange(
    @InputOf(undoEmailChange, 'The token of the link.') input: object,
    @Ctx() { request }: GraphqlContext,
  ): Promise<UndoEmailChangePayload> {
    await this.changes.undo(input, request);
    return { success: true, msg: undoEmailChange.message, error: null };
  }
}
