import { Arg, Ctx, Extensions, Mutation, Resolver } from 'type-graphql';
import { emailChangeOperations } from '../email-change/descriptions';
import type { EmailChangeService } from '../email-change/email-change.service';
import { successMessages } from '../request/success-messages';
import { credential } from './document-limits';
import {
  ChangeEmailInput,
  ChangeEmailPayload,
  ConfirmEmailChangeInput,
  ConfirmEmailChangePayload,
  UndoEmailChangeInput,
  UndoEmailChangePayload,
} from './email-change.types';
import type { GraphqlContext } from './graphql-context';
import { errorList, onceInDocument, paragraphs } from './input-text';

@Resolver()
export class EmailChangeResolver {
  constructor(private readonly changes: EmailChangeService) {}

  @Mutation(() => ChangeEmailPayload, {
    nullable: true,
    description: paragraphs(
      emailChangeOperations.changeEmail,
      'The operation can return these errors:',
      errorList('changeEmail'),
      '`UNAUTHENTICATED` and `STEP_UP_REQUIRED` are in `errors`, and the payload is null. All other errors are in the payload.',
      onceInDocument,
      'REST: `POST /auth/email`.',
    ),
  })
  @Extensions(credential)
  async changeEmail(
    @Arg('input', () => ChangeEmailInput, { description: 'The new address and the current password.' })
    input: ChangeEmailInput,
    @Ctx() { request }: GraphqlContext,
  ): Promise<ChangeEmailPayload> {
    await this.changes.request(input, request);
    return { success: true, msg: successMessages.emailChangeRequested, error: null };
  }

  @Mutation(() => ConfirmEmailChangePayload, {
    description: paragraphs(
      emailChangeOperations.confirmEmailChange,
      'The payload can have these errors:',
      errorList('confirmEmailChange'),
      onceInDocument,
      'REST: `POST /auth/email/confirm`.',
    ),
  })
  @Extensions(credential)
  async confirmEmailChange(
    @Arg('input', () => ConfirmEmailChangeInput, { description: 'The token, or the address and the code.' })
    input: ConfirmEmailChangeInput,
    @Ctx() { request }: GraphqlContext,
  ): Promise<ConfirmEmailChangePayload> {
    const { changed } = await this.changes.confirm(input, request);
    const msg = changed ? successMessages.emailChanged : successMessages.emailChangeConfirmed;
    return { success: true, msg, error: null };
  }

  @Mutation(() => UndoEmailChangePayload, {
    description: paragraphs(
      emailChangeOperations.undoEmailChange,
      'The payload can have these errors:',
      errorList('undoEmailChange'),
      onceInDocument,
      'REST: `POST /auth/email/undo`.',
    ),
  })
  @Extensions(credential)
  async undoEmailChange(
    @Arg('input', () => UndoEmailChangeInput, { description: 'The token of the link.' })
    input: UndoEmailChangeInput,
    @Ctx() { request }: GraphqlContext,
  ): Promise<UndoEmailChangePayload> {
    await this.changes.undo(input, request);
    return { success: true, msg: successMessages.emailChangeUndone, error: null };
  }
}
