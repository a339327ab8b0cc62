import { type GraphQLResolveInfo, GraphQLScalarType } from 'graphql';
import { Arg, Ctx, createUnionType, Field, Info, ObjectType, Query, Resolver } from 'type-graphql';
import type { OrganizationOfMember } from '../../accounts/memberships/membership.answers';
import { OrganizationType } from '../../accounts/memberships/organization.graphql';
import type { User } from '../../accounts/users/user';
import { type ReadableUser, toReadableUser, UserType } from '../../accounts/users/user.graphql';
import { AppError } from '../../platform/errors/app-error';
import type { GraphqlContext } from '../../platform/graphql/graphql-context';
import { options } from '../../platform/graphql/operation-options';
import { printSubgraph } from '../../platform/graphql/print-subgraph';
import { representationsDescription } from './descriptions';
import { entities, service } from './federation.operations';
import type { FederationService, PublicUser } from './federation.service';

// The names and types that the specification of Federation 2 requires.

const RepresentationScalar = new GraphQLScalarType({
  name: '_Any',
  description: 'A reference to an entity: an object with its `__typename` and its key.',
});

const EntityUnion = createUnionType({
  name: '_Entity',
  description: 'The types that another subgraph can refer to.',
  types: () => [UserType, OrganizationType] as const,
  resolveType: (entity) => ('slug' in entity ? OrganizationType : UserType),
});

@ObjectType('_Service', { description: 'This subgraph, for the router of a supergraph.' })
class SubgraphType {
  @Field(() => String, { description: 'The schema of this subgraph, with the directives of Federation 2.' })
  sdl!: string;
}

/** The user with the fields that the router may read. Other fields are errors if the document selects them. */
type RouterUser = PublicUser & Readonly<Record<Exclude<keyof User, keyof PublicUser>, () => never>>;

function toRouterUser(user: PublicUser): RouterUser {
  return {
    id: user.id,
    firstName: user.firstName,
    lastName: user.lastName,
    email: forbidden,
    isSuperAdmin: forbidden,
    roles: forbidden,
    disabled: forbidden,
    emailVerified: forbidden,
    telVerified: forbidden,
    tel: forbidden,
    company: forbidden,
    companyIdNumber: forbidden,
    companyIdUrl: forbidden,
    createdTs: forbidden,
    updatedTs: forbidden,
    lastLoginTs: forbidden,
  };
}

/** GraphQL calls a function that it finds in place of a value. */
function forbidden(): never {
  throw new AppError('FORBIDDEN', { msg: 'Of another user, the router can only read id, firstName and lastName.' });
}

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
      more: 'The user of the access token has all fields, for an application those that its scopes give. If the request has the secret of the router in the header `X-Router-Secret`, each other user has `id`, `firstName` and `lastName`. An organization is returned to its members alone, with their own access token.',
    }),
  )
  async entities(
    @Arg('representations', () => [RepresentationScalar], { description: representationsDescription })
    representations: unknown[],
    @Ctx() { request }: GraphqlContext,
  ): Promise<(ReadableUser | RouterUser | OrganizationOfMember | null)[]> {
    const entities = await this.federation.entities({ representations }, request);
    return entities.map((entity) => {
      if (!entity || 'slug' in entity) return entity;
      return entity.isOwn ? toReadableUser(entity.user, entity.scopes) : toRouterUser(entity.user);
    });
  }
}
