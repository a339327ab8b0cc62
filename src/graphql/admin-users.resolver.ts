import { Ctx, Query, Resolver } from 'type-graphql';
import type { AdminUsersService } from '../features/administration/admin-users.service';
import { user, users } from '../features/administration/administration.operations';
import { AdminUserType, toAdminAccountType, toUserConnectionType, UserConnectionType } from './admin-user.type';
import type { GraphqlContext } from './graphql-context';
import { FieldOf, FilterOf } from './input-type';
import { nextPage, options } from './operation-options';

const userFilter = {
  name: 'UserFilter',
  description: 'What the users of a list have in common. Every filter that is set must fit.',
};

@Resolver()
export class AdminUsersResolver {
  constructor(private readonly admin: AdminUsersService) {}

  @Query(() => UserConnectionType, options(users, { more: nextPage }))
  async users(
    @FieldOf(users, 'first')
    first: number | null | undefined,
    @FieldOf(users, 'after')
    after: string | null | undefined,
    @FilterOf(users, userFilter, 'Which users the list has. Without a filter, all.')
    filter: { createdAfter?: Date | null; createdBefore?: Date | null } | null | undefined,
    @Ctx() { request }: GraphqlContext,
  ): Promise<UserConnectionType> {
    const { createdAfter, createdBefore, ...others } = filter ?? {};
    const times = { createdAfter: createdAfter?.toISOString(), createdBefore: createdBefore?.toISOString() };
    const page = await this.admin.users({ ...others, ...times, first, after }, request);
    return toUserConnectionType(page, { isFirst: !after, estimateTotal: () => this.admin.estimateTotal() });
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
