import { Field, Int, ObjectType } from 'type-graphql';
import { accountDescriptions, createdUserDescriptions } from '../features/administration/user-descriptions';
import { AdminUserType } from './admin-user.type';
import { DateTime } from './date-time';
import { EnvelopeType, resultDescription } from './envelope.type';

@ObjectType({ implements: EnvelopeType, description: 'The answer to an operation that changes a user.' })
export class UserPayload extends EnvelopeType {
  @Field(() => AdminUserType, { nullable: true, description: `The user after the change. ${resultDescription}` })
  result!: AdminUserType | null;
}

@ObjectType({ description: 'The account that was created.' })
export class CreateUserResult {
  @Field(() => AdminUserType, { description: 'The new account.' })
  user!: AdminUserType;

  @Field(() => String, { nullable: true, description: createdUserDescriptions.link })
  link!: string | null;

  @Field(() => DateTime, { description: createdUserDescriptions.expiresTs })
  expiresTs!: Date;
}

@ObjectType({ implements: EnvelopeType, description: 'The answer to `createUser`.' })
export class CreateUserPayload extends EnvelopeType {
  @Field(() => CreateUserResult, { nullable: true, description: `The new account. ${resultDescription}` })
  result!: CreateUserResult | null;
}

@ObjectType({ description: 'What `deleteUser` did.' })
export class DeleteUserResult {
  @Field(() => DateTime, { description: accountDescriptions.deletionDueTs })
  deletionDueTs!: Date;
}

@ObjectType({ implements: EnvelopeType, description: 'The answer to `deleteUser`.' })
export class DeleteUserPayload extends EnvelopeType {
  @Field(() => DeleteUserResult, { nullable: true, description: `When the account is erased. ${resultDescription}` })
  result!: DeleteUserResult | null;
}

@ObjectType({ description: 'What `endSessions` did.' })
export class EndSessionsResult {
  @Field(() => Int, { description: accountDescriptions.ended })
  ended!: number;
}

@ObjectType({ implements: EnvelopeType, description: 'The answer to `endSessions`.' })
export class EndSessionsPayload extends EnvelopeType {
  @Field(() => EndSessionsResult, { nullable: true, description: `What was ended. ${resultDescription}` })
  result!: EndSessionsResult | null;
}
