import { Ctx, Mutation, Resolver } from 'type-graphql';
import {
  changeEmail,
  confirmEmailChange,
  oneOfTwoConfirmed,
  undoEmailChange,
} from '../features/email-change/email-change.operations';
import type { EmailChangeService } from '../features/email-change/email-change.service';
import { ChangeEmailPayload, ConfirmEmailChangePayload, UndoEmailChangePayload } from './email-change.types';
import type { GraphqlContext } from './graphql-context';
import { InputOf } from './input-type';
import { options } from './operation-options';

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
