import { GraphQLDateTime } from 'graphql-scalars';
import { Field, ID, ObjectType } from 'type-graphql';
import type { User } from '../users/user';

@ObjectType('User', { description: "A person's account. The password is never part of it." })
export class UserType {
  @Field(() => ID, { description: 'A UUID.' })
  id!: string;

  @Field(() => String, { description: 'First name.' })
  firstName!: string;

  @Field(() => String, { description: 'Last name.' })
  lastName!: string;

  @Field(() => String, { description: 'E-mail address, as it was given at registration.' })
  email!: string;

  @Field(() => Boolean, { description: 'False on a newly registered user.' })
  isSuperAdmin!: boolean;

  @Field(() => Boolean, { description: 'A disabled account cannot log in. False on a newly registered user.' })
  disabled!: boolean;

  @Field(() => Boolean, { description: 'False on a newly registered user.' })
  emailVerified!: boolean;

  @Field(() => Boolean, { description: 'False on a newly registered user.' })
  telVerified!: boolean;

  @Field(() => String, { nullable: true, description: 'Mobile number, exactly as it was given at registration.' })
  tel!: string | null;

  @Field(() => String, { nullable: true, description: 'Null on a newly registered user.' })
  company!: string | null;

  @Field(() => String, { nullable: true, description: 'Null on a newly registered user.' })
  companyIdNumber!: string | null;

  @Field(() => String, { nullable: true, description: 'Null on a newly registered user.' })
  companyIdUrl!: string | null;

  @Field(() => GraphQLDateTime, { description: 'When the account was created.' })
  createdTs!: Date;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: "When the user's data last changed; null until then. A login is not a change.",
  })
  updatedTs!: Date | null;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: 'The last login; in the answer to a login, the one before it. Null the first time.',
  })
  lastLoginTs!: Date | null;
}

export function toUserType(user: User): UserType {
  return {
    id: user.id,
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    isSuperAdmin: user.isSuperAdmin,
    disabled: user.disabled,
    emailVerified: user.emailVerified,
    telVerified: user.telVerified,
    tel: user.tel,
    company: user.company,
    companyIdNumber: user.companyIdNumber,
    companyIdUrl: user.companyIdUrl,
    createdTs: user.createdTs,
    updatedTs: user.updatedTs,
    lastLoginTs: user.lastLoginTs,
  };
}
