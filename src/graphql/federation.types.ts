import { GraphQLScalarType } from 'graphql';
import { createUnionType, Field, ObjectType } from 'type-graphql';
import type { PublicUser } from '../features/federation/federation.service';
import { AppError } from '../platform/errors/app-error';
import { UserType } from './user.type';

// The names and types that the specification of Federation 2 requires.

export const RepresentationScalar = new GraphQLScalarType({
  name: '_Any',
  description: 'A reference to an entity: an object with its `__typename` and its key.',
});

export const EntityUnion = createUnionType({
  name: '_Entity',
  description: 'The types that another subgraph can refer to.',
  types: () => [UserType] as const,
  resolveType: () => UserType,
});

@ObjectType('_Service', { description: 'This subgraph, for the router of a supergraph.' })
export class SubgraphType {
  @Field(() => String, { description: 'The schema of this subgraph, with the directives of Federation 2.' })
  sdl!: string;
}

/** The user with the fields that the router may read. Other fields are errors if the document selects them. */
export type RouterUser = PublicUser & Readonly<Record<Exclude<keyof UserType, keyof PublicUser>, () => never>>;

export function toRouterUser(user: PublicUser): RouterUser {
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
