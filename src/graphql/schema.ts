import type { GraphQLObjectType, GraphQLSchema } from 'graphql';
import { buildSchemaSync, getMetadataStorage } from 'type-graphql';
import type { Services } from '../wiring/services';
import { AccountResolver } from './account.resolver';
import { AuthResolver } from './auth.resolver';
import { turnErrorsIntoPayloads } from './errors-as-payload';
import { HealthResolver } from './health.resolver';

export type SchemaServices = Pick<Services, 'auth' | 'account' | 'readiness'>;

/** Creates the executable schema. The services validate the inputs, so that both APIs have the same rules. */
export function createSchema({ auth, account, readiness }: SchemaServices): GraphQLSchema {
  const resolvers = [new AuthResolver(auth), new AccountResolver(account), new HealthResolver(readiness)] as const;
  const [first, ...others] = resolvers.map((resolver) => resolver.constructor);
  if (!first) throw new Error('a schema needs a resolver');
  const instances = new Map<unknown, object>(resolvers.map((resolver) => [resolver.constructor, resolver]));
  // Otherwise type-graphql wraps each plain property in a resolver that looks for middleware, in each response.
  for (const type of getMetadataStorage().objectTypes) type.simpleResolvers = true;
  const schema = buildSchemaSync({
    resolvers: [first, ...others],
    container: { get: (resolver) => instances.get(resolver) },
    validate: false,
  });
  turnErrorsIntoPayloads(schema);
  // type-graphql has no option for the descriptions of the root types.
  describe(schema.getQueryType(), 'Reads. An error is in `errors`, with its code in `extensions.code`.');
  describe(
    schema.getMutationType(),
    'Writes. An error is in the payload, whose `success` is then false. Errors about the caller (UNAUTHENTICATED, FORBIDDEN) of an operation that needs a signed-in user are in `errors`, and its payload is null.',
  );
  return schema;
}

function describe(type: GraphQLObjectType | null | undefined, description: string): void {
  if (type) type.description = description;
}
