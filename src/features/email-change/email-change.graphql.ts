import { Ctx, Field, Mutation, ObjectType, Query, Resolver } from 'type-graphql';
import { DateTime } from '../../platform/graphql/date-time';
import { EnvelopeType } from '../../platform/graphql/envelope.type';
import type { GraphqlContext } from '../../platform/graphql/graphql-context';
import { InputOf } from '../../platform/graphql/input-type';
import { options } from '../../platform/graphql/operation-options';
import { type EmailChange, emailChangeDescriptions as text } from './email-change';
import {
  cancelEmailChange,
  changeEmail,
  confirmEmailChange,
  emailChange,
  oneOfTwoConfirmed,
  undoEmailChange,
} from './email-change.operations';
import type { EmailChangeService } from './email-change.service';

@ObjectType('EmailChange', { description: 'A change of the e-mail address that waits for its e-mails.' })
export class EmailChangeType {
  @Field(() => String, { description: text.email })
  email!: string;

  @Field(() => Boolean, { description: text.confirmed })
  confirmed!: boolean;

  @Field(() => Boolean, { description: text.needsApproval })
  needsApproval!: boolean;

  @Field(() => Boolean, { description: text.approved })
  approved!: boolean;

  @Field(() => DateTime, { description: text.createdTs })
  createdTs!: Date;

  @Field(() => DateTime, { description: text.expiresTs })
  expiresTs!: Date;
}

@ObjectType({ implements: EnvelopeType, description: 'The answer to `changeEmail`. It has no result.' })
export class ChangeEmailPayload extends EnvelopeType {}

@ObjectType({ implements: EnvelopeType, description: 'The answer to `cancelEmailChange`. It has no result.' })
export class CancelEmailChangePayload extends EnvelopeType {}

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

  @Query(() => EmailChangeType, options(emailChange))
  async emailChange(@Ctx() { request }: GraphqlContext): Promise<EmailChangeType | null> {
    const change = await this.changes.find(request);
    return change && toEmailChangeType(change);
  }

  @Mutation(() => CancelEmailChangePayload, options(cancelEmailChange))
  async cancelEmailChange(@Ctx() { request }: GraphqlContext): Promise<CancelEmailChangePayload> {
    await this.changes.cancel(request);
    return { success: true, msg: cancelEmailChange.message, error: null };
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

const toEmailChangeType = ({
  email,
  confirmedTs,
  needsApproval,
  approvedTs,
  createdTs,
  expiresTs,
}: EmailChange): EmailChangeType => ({
  email,
  confirmed: confirmedTs !== null,
  needsApproval,
  approved: approvedTs !== null,
  createdTs,
  expiresTs,
});
