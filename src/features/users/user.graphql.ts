import { Directive, Field, ID, ObjectType } from 'type-graphql';
import { DateTime } from '../../platform/graphql/date-time';
import { type User, userDescriptions } from './user';
import { mayRead, type ReadableField, scopeOfField, unreadable } from './user-scopes';

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

/** The user with an error for each field that an application may not read. GraphQL calls a function in place of a value. */
export type ReadableUser = { [Field in keyof UserType]: UserType[Field] | (() => never) } & { fields?: () => never };

/** The user as the user reads it, or as an application does with these scopes. */
export function toReadableUser(user: User, scopes: readonly string[] | null): ReadableUser {
  const readable: ReadableUser = toUserType(user);
  if (scopes === null) return readable;
  const forbidden = (Object.keys(scopeOfField) as ReadableField[]).filter((field) => !mayRead(scopes, field));
  return Object.assign(readable, Object.fromEntries(forbidden.map((field) => [field, forbid(field)])));
}

const forbid = (field: ReadableField) => (): never => {
  throw unreadable(field);
};
