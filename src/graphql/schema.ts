import type { GraphQLObjectType, GraphQLSchema } from 'graphql';
import { buildSchemaSync, getMetadataStorage } from 'type-graphql';
import type { Services } from '../wiring/services';
import { AccountResolver } from './account.resolver';
import { AuthResolver } from './auth.resolver';
import { turnErrorsIntoPayloads } from './errors-as-payload';
import { HealthResolver } from './health.resolver';
import { paragraphs } from './input-text';

export type SchemaServices = Pick<Services, 'auth' | 'account' | 'readiness'>;

/** Creates the executable schema. The services validate the inputs, so that both APIs have the same rules. */
export function createSchema({ auth, account, readiness }: SchemaServices): GraphQLSchema {
  const resolvers = [new AuthResolver(auth), new AccountResolver(account), new HealthResolver(readiness)] as const;
  const [first, ...others] = resolvers.map((resolver) => resolver.constructor);
  if (!first) throw new Error('a schema needs a resolver');
  const instances = new Map<unknown, object>(resolvers.map((resolver) => [resolver.constructor, resolver]));
  // Otherwise type-graphql looks for middleware for each field of each response.
  for (const type of getMetadataStorage().objectTypes) type.simpleResolvers = true;
  const schema = buildSchemaSync({
    resolvers: [first, ...others],
    container: { get: (resolver) => instances.get(resolver) },
    validate: false,
  });
  turnErrorsIntoPayloads(schema);
  // type-graphql has no option for the descriptions of the root types.
  describe(
    schema.getQueryType(),
    paragraphs(
      'Operations that read and change nothing.',
      signedIn,
      'If an operation fails, its field is null and `errors` has an entry with the path of the field. The `message` is a sentence for people. The `extensions` have the fields of `Problem`: `code`, `fields`, `retryAfter` and `limit`.',
      'Gatehouse does not execute a document that breaks a rule of the schema or a limit. The response then has only `errors`, and the HTTP status of the error code.',
    ),
  );
  describe(
    schema.getMutationType(),
    paragraphs(
      'Operations that change something.',
      signedIn,
      'If an operation fails, its payload has `success: false`, and `error` has the reason. The HTTP status is 200. Some errors are in `errors` instead, as for queries:',
      '- a document or a variable that does not fit the schema,\n- an error about the caller (`UNAUTHENTICATED`, `FORBIDDEN`) of an operation that needs a signed-in user,\n- `INTERNAL`.',
    ),
  );
  return schema;
}

const signedIn = 'A signed-in user sends the access token in the header `Authorization: Bearer <jwt>`.';

function describe(type: GraphQLObjectType | null | undefined, description: string): void {
  if (type) type.description = description;
}
