import { GraphQLJSONObject } from 'graphql-scalars';
import { Ctx, Field, Int, ObjectType, Query, Resolver } from 'type-graphql';
import { identityRecord } from '../../accounts/providers/identity.answers';
import type { Identity } from '../../accounts/users/identity';
import type { ManagedUser } from '../../accounts/users/managed-user';
import { UserType } from '../../accounts/users/user.graphql';
import type { FieldValues } from '../../accounts/users/user-field';
import { userSorts } from '../../accounts/users/user-list';
import { objectTypeOf } from '../../platform/graphql/answer-type';
import { DateTime } from '../../platform/graphql/date-time';
import type { GraphqlContext } from '../../platform/graphql/graphql-context';
import { FieldOf, FilterOf, inputEnum } from '../../platform/graphql/input-type';
import { nextPage, options } from '../../platform/graphql/operation-options';
import { PageInfoType } from '../../platform/graphql/page-info.type';
import { toPageCursor } from '../../platform/request/page-cursor';
import { adminSessionRecord, toAdminSession } from './admin-session.answers';
import { user, users } from './admin-users.operations';
import { accountDescriptions, estimatedTotalText, managedUserDescriptions as text } from './descriptions';
import { SignInStateType, toSignInStateType } from './sign-in-state.graphql';
import type { ManagedAccount, UserDirectoryService, UserPage } from './user-directory.service';

const onlyOfOne = 'Null unless the document asks for one user with `user`.';

const AdminSessionType = objectTypeOf(adminSessionRecord);
const IdentityType = objectTypeOf(identityRecord);

@ObjectType('AdminUser', { description: 'An account as a super admin sees it. The password is never part of it.' })
export class AdminUserType extends UserType {
  @Field(() => String, { nullable: true, description: text.locale })
  locale!: string | null;

  @Field(() => Boolean, { description: text.hasPassword })
  hasPassword!: boolean;

  @Field(() => [String], { description: text.factors })
  factors!: readonly string[];

  @Field(() => [String], { description: text.providers })
  providers!: readonly string[];

  @Field(() => Boolean, { description: text.twoStep })
  twoStep!: boolean;

  @Field(() => DateTime, { nullable: true, description: text.deletionDueTs })
  deletionDueTs!: Date | null;

  @Field(() => GraphQLJSONObject, { description: text.claims })
  claims!: object;

  /** The type of `fields` is that of the installation: user-fields.graphql.ts. */
  ownFields!: FieldValues;

  @Field(() => [IdentityType], {
    nullable: true,
    description: `${accountDescriptions.identities} ${onlyOfOne}`,
  })
  identities!: readonly Identity[] | null;

  @Field(() => [AdminSessionType], {
    nullable: true,
    description: `${accountDescriptions.sessions} ${onlyOfOne}`,
  })
  sessions!: ReturnType<typeof toAdminSession>[] | null;

  @Field(() => Int, { nullable: true, description: `${accountDescriptions.sessionCount} ${onlyOfOne}` })
  sessionCount!: number | null;

  @Field(() => SignInStateType, { nullable: true, description: `${accountDescriptions.signIn} ${onlyOfOne}` })
  signIn!: SignInStateType | null;
}

export function toAdminUserType({
  user,
  locale,
  hasPassword,
  factors,
  twoStep,
  deletionDueTs,
  claims,
  fields,
  providers,
}: ManagedUser): AdminUserType {
  return Object.assign({}, user, {
    locale,
    hasPassword,
    factors,
    providers,
    twoStep,
    deletionDueTs,
    claims,
    ownFields: fields,
    identities: null,
    sessions: null,
    sessionCount: null,
    signIn: null,
  });
}

export function toAdminAccountType({
  managed,
  identities,
  sessions,
  sessionCount,
  signIn,
}: ManagedAccount): AdminUserType {
  return Object.assign(toAdminUserType(managed), {
    identities,
    sessions: sessions.map(toAdminSession),
    sessionCount,
    signIn: toSignInStateType(signIn),
  });
}

@ObjectType('UserConnection', { description: 'One page of the list of users.' })
export class UserConnectionType {
  @Field(() => [AdminUserType], { description: 'The users of this page, in the order of `sort`.' })
  nodes!: AdminUserType[];

  @Field(() => PageInfoType, { description: 'Whether there are other pages.' })
  pageInfo!: PageInfoType;

  /** Counts only if the document selects the field. */
  @Field(() => Int, {
    nullable: true,
    description: estimatedTotalText,
  })
  estimatedTotal!: () => Promise<number | null>;
}

export function toUserConnectionType(
  { users, previous, next, isFiltered }: UserPage,
  estimateTotal: () => Promise<number | null>,
): UserConnectionType {
  const cursorOf = (managed: ManagedUser | undefined) =>
    managed ? toPageCursor({ ts: managed.user.createdTs, id: managed.user.id }) : null;
  return {
    nodes: users.map(toAdminUserType),
    pageInfo: {
      hasNextPage: next !== null,
      hasPreviousPage: previous !== null,
      startCursor: previous ? toPageCursor(previous) : cursorOf(users.at(0)),
      endCursor: next ? toPageCursor(next) : cursorOf(users.at(-1)),
    },
    estimatedTotal: async () => (isFiltered ? null : estimateTotal()),
  };
}

const userFilter = {
  name: 'UserFilter',
  description: 'What the users of a list have in common. Every filter that is set must fit.',
};

inputEnum('UserSort', 'The order of a list of users.', userSorts);

@Resolver()
export class UserDirectoryResolver {
  constructor(private readonly admin: UserDirectoryService) {}

  @Query(() => UserConnectionType, options(users, { more: nextPage }))
  async users(
    @FieldOf(users, 'first')
    first: number | null | undefined,
    @FieldOf(users, 'after')
    after: string | null | undefined,
    @FieldOf(users, 'before')
    before: string | null | undefined,
    @FieldOf(users, 'last')
    last: number | null | undefined,
    @FieldOf(users, 'sort')
    sort: string | null | undefined,
    @FilterOf(users, userFilter, 'Which users the list has. Without a filter, all.')
    filter: { createdAfter?: Date | null; createdBefore?: Date | null } | null | undefined,
    @Ctx() { request }: GraphqlContext,
  ): Promise<UserConnectionType> {
    const { createdAfter, createdBefore, ...others } = filter ?? {};
    const times = { createdAfter: createdAfter?.toISOString(), createdBefore: createdBefore?.toISOString() };
    const page = await this.admin.users({ ...others, ...times, first, after, before, last, sort }, request);
    return toUserConnectionType(page, () => this.admin.estimateTotal());
  }

  @Query(() => AdminUserType, options(user, { more: 'The client sends either the id or the e-mail address.' }))
  async user(
    @FieldOf(user, 'id') id: string | null | undefined,
    @FieldOf(user, 'email')
    email: string | null | undefined,
    @Ctx() { request }: GraphqlContext,
  ): Promise<AdminUserType> {
    return toAdminAccountType(await this.admin.user({ id, email }, request));
  }
}
