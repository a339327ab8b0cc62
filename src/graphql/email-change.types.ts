import { ObjectType } from 'type-graphql';
import { EnvelopeType } from './envelope.type';

@ObjectType({ implements: EnvelopeType, description: 'The answer to `changeEmail`. It has no result.' })
export class ChangeEmailPayload extends EnvelopeType {}

@ObjectType({ implements: EnvelopeType, description: 'The answer to `confirmEmailChange`. It has no result.' })
export class ConfirmEmailChangePayload extends EnvelopeType {}

@ObjectType({ implements: EnvelopeType, description: 'The answer to `undoEmailChange`. It has no result.' })
export class UndoEmailChangePayload extends EnvelopeType {}
