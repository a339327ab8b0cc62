import { Field, InputType } from 'type-graphql';
import { usersTexts } from '../administration/descriptions';
import { DateTime } from './date-time';
import { inputText } from './input-text';

@InputType({ description: 'What the users of a list have in common. Every filter that is set must fit.' })
export class UserFilter {
  @Field(() => String, { nullable: true, description: inputText(usersTexts.email) })
  email?: string | null;

  @Field(() => String, { nullable: true, description: inputText(usersTexts.name) })
  name?: string | null;

  @Field(() => Boolean, { nullable: true, description: usersTexts.disabled.description })
  disabled?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: usersTexts.superAdmin.description })
  superAdmin?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: usersTexts.emailVerified.description })
  emailVerified?: boolean | null;

  @Field(() => DateTime, { nullable: true, description: usersTexts.createdAfter.description })
  createdAfter?: Date | null;

  @Field(() => DateTime, { nullable: true, description: usersTexts.createdBefore.description })
  createdBefore?: Date | null;
}
