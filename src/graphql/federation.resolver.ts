import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, Info, Query, Resolver } from 'type-graphql';
import { representationsDescription } from '../federation/descriptions';
import type { FederationService } from '../federation/federation.service';
import { EntityUnion, RepresentationScalar, type RouterUser, SubgraphType, toRouterUser } from './federation.types';
import type { GraphqlContext } from './graphql-context';
import { errorList, paragraphs } from './input-text';
import { printSubgraph } from './print-subgraph';
import { toUserType, type UserType } from './user.type';

@Resolver()
export class FederationResolver {
  private sdl: string | null = null;

  constructor(private readonly federation: FederationService) {}

  @Query(() => SubgraphType, {
    name: '_service',
    description: paragraphs(
      'Returns the schema of this subgraph, for the router of a supergraph.',
      'The operation can return these errors:',
      errorList('_service'),
    ),
  })
  async service(@Ctx() { request }: GraphqlContext, @Info() { schema }: GraphQLResolveInfo): Promise<SubgraphType> {
    await this.federation.authorizeService(request);
    this.sdl ??= printSubgraph(schema);
    return { sdl: this.sdl };
  }

  @Query(() => [EntityUnion], {
    name: '_entities',
    nullable: 'items',
    description: paragraphs(
      'Returns the user of each representation, in the order of the representations. A user is null if no such user exists, or if the request may not read the user.',
      'The user of the access token has all fields. If the request has the secret of the router in the header `X-Router-Secret`, each other user has `id`, `firstName` and `lastName`.',
      'If an error occurs, `data` is null and `errors` has the error:',
      errorList('_entities'),
    ),
  })
  async entities(
    @Arg('representations', () => [RepresentationScalar], { description: representationsDescription })
    representations: unknown[],
    @Ctx() { request }: GraphqlContext,
  ): Promise<(UserType | RouterUser | null)[]> {
    const entities = await this.federation.entities({ representations }, request);
    return entities.map((entity) => entity && (entity.isOwn ? toUserType(entity.user) : toRouterUser(entity.user)));
  }
}
