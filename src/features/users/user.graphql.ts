import { Directive, Field, ID, ObjectType } from 'type-graphql';
import { DateTime } from '../../platform/graphql/date-time';
import { type User, userDescriptions } from './user';

@Directive('@key(fields: "id")')
@ObjectType('User', { description: 'A user account. The password is never part of it.' })
export class UserType {
  @Field(() => ID, { description: userDescriptions.id })
  id!: string;

  @Field(() => String, { description: userDescriptions.firstName })
  firstName!: string;

  @Field(() => String, { description: userDescriptions.lastName })
  lastName!: string;

  @Field(() => String, { description: userDescriptions.email })
  email!: string;

  @Field(() => Boolean, { description: userDescriptions.isSuperAdmin })
  isSuperAdmin!: boolean;

  @Field(() => [String], { description: userDescriptions.roles })
  roles!: string[];

  @Field(() => Boolean, { description: userDescriptions.disabled })
  disabled!: boolean;

  @Field(() => Boolean, { description: userDescriptions.emailVerified })
  emailVerified!: boolean;

  @Field(() => Boolean, { description: userDescriptions.telVerified })
  telVerified!: boolean;

  @Field(() => String, { nullable: true, description: userDescriptions.tel })
  tel!: string | null;

  @Field(() => String, { nullable: true, description: userDescriptions.company })
  company!: string | null;

  @Field(() => String, { nullable: true, description: userDescriptions.companyIdNumber })
  companyIdNumber!: string | null;

  @Field(() => String, { nullable: true, description: userDescriptions.companyIdUrl })
  companyIdUrl!: string | null;

  @Field(() => DateTime, { description: userDescriptions.createdTs })
  createdTs!: Date;

  @Field(() => DateTime, { nullable: true, description: userDescriptions.updatedTs })
  updatedTs!: Date | null;

  @Field(() => DateTime, { nullable: true, description: userDescriptions.lastLoginTs })
  lastLoginTs!: Date | null;
}

export function toUserType(user: User): UserType {
  return {
    id: user.id,
    firstName: user.firstName,
    lastName: user.lastName,
    email: user.email,
    isSuperAdmin: user.isSuperAdmin,
    roles: user.roles,
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
