import { Arg, Ctx, ID, Int, Query, Resolver } from 'type-graphql';
import type { AdminUsersService } from '../administration/admin-users.service';
import { user, users } from '../administration/administration.operations';
import { usersTexts } from '../administration/descriptions';
import { userTexts } from '../administration/user-descriptions';
import { AdminUserType, toAdminAccountType, toUserConnectionType, UserConnectionType } from './admin-user.type';
import { UserFilter } from './admin-users.types';
import type { GraphqlContext } from './graphql-context';
import { inputText } from './input-text';
import { nextPage, options } from './operation-options';

@Resolver()
export class AdminUsersResolver {
  constructor(private readonly admin: AdminUsersService) {}

  @Query(() => UserConnectionType, options(users, { more: nextPage }))
  async users(
    @Arg('first', () => Int, { nullable: true, description: inputText(usersTexts.first) })
    first: number | null | undefined,
    @Arg('after', () => String, { nullable: true, description: inputText(usersTexts.after) })
    after: string | null | undefined,
    @Arg('filter', () => UserFilter, {
      nullable: true,
      description: 'Which users the list has. Without a filter, all.',
    })
    filter: UserFilter | null | undefined,
    @Ctx() { request }: GraphqlContext,
  ): Promise<UserConnectionType> {
    const { createdAfter, createdBefore, ...others } = filter ?? {};
    const times = { createdAfter: createdAfter?.toISOString(), createdBefore: createdBefore?.toISOString() };
    const page = await this.admin.users({ ...others, ...times, first, after }, request);
    return toUserConnectionType(page, { isFirst: !after, estimateTotal: () => this.admin.estimateTotal() });
  }

  @Query(() => AdminUserType, options(user, { more: 'The client sends either the id or the e-mail address.' }))
  async user(
    @Arg('id', () => ID, { nullable: true, description: inputText(userTexts.id) }) id: string | null | undefined,
    @Arg('email', () => String, { nullable: true, description: inputText(userTexts.email) })
    email: string | null | undefined,
    @Ctx() { request }: GraphqlContext,
  ): Promise<AdminUserType> {
    return toAdminAccountType(await this.admin.user({ id, email }, request));
  }
}
