import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, Info, Query, Resolver } from 'type-graphql';
import { representationsDescription } from '../features/federation/descriptions';
import { entities, service } from '../features/federation/federation.operations';
import type { FederationService } from '../features/federation/federation.service';
import { EntityUnion, RepresentationScalar, type RouterUser, SubgraphType, toRouterUser } from './federation.types';
import type { GraphqlContext } from './graphql-context';
import { options } from './operation-options';
import { printSubgraph } from './print-subgraph';
import { toUserType, type UserType } from './user.type';

@Resolver()
export class FederationResolver {
  private sdl: string | null = null;

  constructor(private readonly federation: FederationService) {}

  @Query(() => SubgraphType, options(service, { nullable: false }))
  async service(@Ctx() { request }: GraphqlContext, @Info() { schema }: GraphQLResolveInfo): Promise<SubgraphType> {
    await this.federation.authorizeService(request);
    this.sdl ??= printSubgraph(schema);
    return { sdl: this.sdl };
  }

  @Query(
    () => [EntityUnion],
    options(entities, {
      nullable: 'items',
      more: 'The user of the access token has all fields. If the request has the secret of the router in the header `X-Router-Secret`, each other user has `id`, `firstName` and `lastName`.',
    }),
  )
  async entities(
    @Arg('representations', () => [RepresentationScalar], { description: representationsDescription })
    representations: unknown[],
    @Ctx() { request }: GraphqlContext,
  ): Promise<(UserType | RouterUser | null)[]> {
    const entities = await this.federation.entities({ representations }, request);
    return entities.map((entity) => entity && (entity.isOwn ? toUserType(entity.user) : toRouterUser(entity.user)));
  }
}
