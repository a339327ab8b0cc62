import type { GraphQLSchema } from 'graphql';
import { buildSchemaSync, getMetadataStorage } from 'type-graphql';
import type { Operation } from '../operations/define-operation';
import { registerEnums } from './envelope.type';
import { turnErrorsIntoPayloads } from './errors-as-payload';
import { declareOperations } from './field-operation';
import type { RootDescriptions } from './root-descriptions';

/** Builds the executable schema of these resolvers. The services validate the inputs, so that both APIs have the same rules. */
export function buildSchemaOf(
  resolvers: readonly object[],
  operations: readonly Operation[],
  roots: RootDescriptions,
): GraphQLSchema {
  const [first, ...others] = resolvers.map((resolver) => resolver.constructor);
  if (!first) throw new Error('a schema needs a resolver');
  const instances = new Map<unknown, object>(resolvers.map((resolver) => [resolver.constructor, resolver]));
  // Otherwise type-graphql looks for middleware for each field of each response.
  for (const type of getMetadataStorage().objectTypes) type.simpleResolvers = true;
  registerEnums();
  const schema = buildSchemaSync({
    resolvers: [first, ...others],
    container: { get: (resolver) => instances.get(resolver) },
    validate: false,
    // The check is a query for the whole schema at each start. Errors of the code are found by the tests.
    skipCheck: true,
  });
  declareOperations(schema, operations);
  turnErrorsIntoPayloads(schema);
  // type-graphql has no option for the descriptions of the root types.
  const [query, mutation] = [schema.getQueryType(), schema.getMutationType()];
  if (query) query.description = roots.query;
  if (mutation) mutation.description = roots.mutation;
  return schema;
}
