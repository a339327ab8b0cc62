import { Ctx, Field, Int, ObjectType, Query, Resolver } from 'type-graphql';
import type { ManagedUser } from '../../accounts/users/managed-user';
import { userSorts } from '../../accounts/users/user-list';
import { objectTypeOf } from '../../platform/graphql/answer-type';
import type { GraphqlContext } from '../../platform/graphql/graphql-context';
import { FieldOf, FilterOf, inputEnum } from '../../platform/graphql/input-type';
import { nextPage, options } from '../../platform/graphql/operation-options';
import { PageInfoType } from '../../platform/graphql/page-info.type';
import { toPageCursor } from '../../platform/request/page-cursor';
import { adminUserAnswers } from './admin-user.answers';
import { user, users } from './admin-users.operations';
import { estimatedTotalText, type UserDirectoryService, type UserPage } from './user-directory.service';

const AdminUserType = objectTypeOf(adminUserAnswers.userRecord);

@ObjectType('UserConnection', { description: 'One page of the list of users.' })
class UserConnectionType {
  @Field(() => [AdminUserType], { description: 'The users of this page, in the order of `sort`.' })
  nodes!: readonly ManagedUser[];

  @Field(() => PageInfoType, { description: 'Whether there are other pages.' })
  pageInfo!: PageInfoType;

  /** Counts only if the document selects the field. */
  @Field(() => Int, {
    nullable: true,
    description: estimatedTotalText,
  })
  estimatedTotal!: () => Promise<number | null>;
}

function toUserConnectionType(
  { users, previous, next, isFiltered }: UserPage,
  estimateTotal: () => Promise<number | null>,
): UserConnectionType {
  const cursorOf = (managed: ManagedUser | undefined) =>
    managed ? toPageCursor({ ts: managed.createdTs, id: managed.id }) : null;
  return {
    nodes: users,
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
    @FieldOf(users, 'first') first: number | null | undefined,
    @FieldOf(users, 'after') after: string | null | undefined,
    @FieldOf(users, 'before') before: string | null | undefined,
    @FieldOf(users, 'last') last: number | null | undefined,
    @FieldOf(users, 'sort') sort: string | null | undefined,
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
    @FieldOf(user, 'email') email: string | null | undefined,
    @Ctx() { request }: GraphqlContext,
  ) {
    const account = await this.admin.user({ id, email }, request);
    // Reads them only if the document selects the field.
    return {
      ...account,
      apiKeys: () => this.admin.apiKeysOf(account),
      memberships: () => this.admin.membershipsOf(account),
    };
  }
}
