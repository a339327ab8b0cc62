import { Arg, Ctx, ID, Int, Query, Resolver } from 'type-graphql';
import type { AdminUsersService } from '../administration/admin-users.service';
import { adminOperations, usersTexts } from '../administration/descriptions';
import { userOperations, userTexts } from '../administration/user-descriptions';
import { AdminUserType, toAdminAccountType, toUserConnectionType, UserConnectionType } from './admin-user.type';
import { UserFilter } from './admin-users.types';
import type { GraphqlContext } from './graphql-context';
import { errorList, inputText, paragraphs } from './input-text';

@Resolver()
export class AdminUsersResolver {
  constructor(private readonly admin: AdminUsersService) {}

  @Query(() => UserConnectionType, {
    nullable: true,
    description: paragraphs(
      adminOperations.users,
      'For the next page, the client sends `pageInfo.endCursor` as `after`, as long as `pageInfo.hasNextPage` is true.',
      'If an error occurs, the field is null and `errors` has the error:',
      errorList('users'),
      'REST: `GET /admin/users`.',
    ),
  })
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

  @Query(() => AdminUserType, {
    nullable: true,
    description: paragraphs(
      userOperations.user,
      'The client sends either the id or the e-mail address.',
      'If an error occurs, the field is null and `errors` has the error:',
      errorList('user'),
      'REST: `GET /admin/users/{id}`.',
    ),
  })
  async user(
    @Arg('id', () => ID, { nullable: true, description: inputText(userTexts.id) }) id: string | null | undefined,
    @Arg('email', () => String, { nullable: true, description: inputText(userTexts.email) })
    email: string | null | undefined,
    @Ctx() { request }: GraphqlContext,
  ): Promise<AdminUserType> {
    return toAdminAccountType(await this.admin.user({ id, email }, request));
  }
}
