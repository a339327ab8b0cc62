import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import {
  accountDescriptions,
  createdUserDescriptions,
  createUserTexts,
  endSessionsTexts,
  setSuperAdminTexts,
  updateUserTexts,
  userIdTexts,
} from '../administration/user-descriptions';
import { AdminUserType } from './admin-user.type';
import { DateTime } from './date-time';
import { EnvelopeType, resultDescription } from './envelope.type';
import { inputText } from './input-text';
import { LocaleEnum } from './profile.types';

@InputType({ description: 'The user that an operation changes.' })
export class UserIdInput {
  @Field(() => ID, { description: inputText(userIdTexts.id) })
  id!: string;
}

@InputType({ description: 'The account that `createUser` creates.' })
export class CreateUserInput {
  @Field(() => String, { description: inputText(createUserTexts.email) })
  email!: string;

  @Field(() => String, { nullable: true, description: inputText(createUserTexts.firstName) })
  firstName?: string | null;

  @Field(() => String, { nullable: true, description: inputText(createUserTexts.lastName) })
  lastName?: string | null;

  @Field(() => LocaleEnum, { nullable: true, description: inputText(createUserTexts.locale, LocaleEnum) })
  locale?: LocaleEnum | null;

  @Field(() => [String], { nullable: true, description: inputText(createUserTexts.roles) })
  roles?: string[] | null;

  @Field(() => Boolean, { nullable: true, description: inputText(createUserTexts.mailed) })
  mailed?: boolean | null;
}

@InputType({ description: 'The fields that `updateUser` changes.' })
export class UpdateUserInput {
  @Field(() => ID, { description: inputText(updateUserTexts.id) })
  id!: string;

  @Field(() => String, { nullable: true, description: inputText(updateUserTexts.firstName) })
  firstName?: string | null;

  @Field(() => String, { nullable: true, description: inputText(updateUserTexts.lastName) })
  lastName?: string | null;

  @Field(() => String, { nullable: true, description: inputText(updateUserTexts.tel) })
  tel?: string | null;

  @Field(() => String, { nullable: true, description: inputText(updateUserTexts.company) })
  company?: string | null;

  @Field(() => String, { nullable: true, description: inputText(updateUserTexts.companyIdNumber) })
  companyIdNumber?: string | null;

  @Field(() => String, { nullable: true, description: inputText(updateUserTexts.companyIdUrl) })
  companyIdUrl?: string | null;

  @Field(() => LocaleEnum, { nullable: true, description: inputText(updateUserTexts.locale, LocaleEnum) })
  locale?: LocaleEnum | null;

  @Field(() => Boolean, { nullable: true, description: inputText(updateUserTexts.emailVerified) })
  emailVerified?: boolean | null;

  @Field(() => [String], { nullable: true, description: inputText(updateUserTexts.roles) })
  roles?: string[] | null;

  @Field(() => String, { nullable: true, description: inputText(updateUserTexts.email) })
  email?: string | null;

  @Field(() => String, { nullable: true, description: inputText(updateUserTexts.reason) })
  reason?: string | null;
}

@InputType({ description: 'The user, and the right.' })
export class SetSuperAdminInput {
  @Field(() => ID, { description: inputText(setSuperAdminTexts.id) })
  id!: string;

  @Field(() => Boolean, { description: inputText(setSuperAdminTexts.superAdmin) })
  superAdmin!: boolean;
}

@InputType({ description: 'The sessions that `endSessions` ends.' })
export class EndSessionsInput {
  @Field(() => ID, { description: inputText(endSessionsTexts.userId) })
  userId!: string;

  @Field(() => ID, { nullable: true, description: inputText(endSessionsTexts.sessionId) })
  sessionId?: string | null;
}

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
