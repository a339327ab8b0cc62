import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import {
  changeEmail,
  confirmEmailChange,
  oneOfTwoConfirmed,
  undoEmailChange,
} from '../email-change/email-change.operations';
import type { EmailChangeService } from '../email-change/email-change.service';
import {
  ChangeEmailInput,
  ChangeEmailPayload,
  ConfirmEmailChangeInput,
  ConfirmEmailChangePayload,
  UndoEmailChangeInput,
  UndoEmailChangePayload,
} from './email-change.types';
import type { GraphqlContext } from './graphql-context';
import { options } from './operation-options';

@Resolver()
export class EmailChangeResolver {
  constructor(private readonly changes: EmailChangeService) {}

  @Mutation(() => ChangeEmailPayload, options(changeEmail))
  async changeEmail(
    @Arg('input', () => ChangeEmailInput, { description: 'The new address and the current password.' })
    input: ChangeEmailInput,
    @Ctx() { request }: GraphqlContext,
  ): Promise<ChangeEmailPayload> {
    await this.changes.request(input, request);
    return { success: true, msg: changeEmail.message, error: null };
  }

  @Mutation(() => ConfirmEmailChangePayload, options(confirmEmailChange))
  async confirmEmailChange(
    @Arg('input', () => ConfirmEmailChangeInput, { description: 'The token, or the address and the code.' })
    input: ConfirmEmailChangeInput,
    @Ctx() { request }: GraphqlContext,
  ): Promise<ConfirmEmailChangePayload> {
    const { changed } = await this.changes.confirm(input, request);
    const msg = changed ? confirmEmailChange.message : oneOfTwoConfirmed;
    return { success: true, msg, error: null };
  }

  @Mutation(() => UndoEmailChangePayload, options(undoEmailChange))
  async undoEmailChange(
    @Arg('input', () => UndoEmailChangeInput, { description: 'The token of the link.' })
    input: UndoEmailChangeInput,
    @Ctx() { request }: GraphqlContext,
  ): Promise<UndoEmailChangePayload> {
    await this.changes.undo(input, request);
    return { success: true, msg: undoEmailChange.message, error: null };
  }
}
