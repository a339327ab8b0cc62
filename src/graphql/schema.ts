import type { GraphQLObjectType, GraphQLSchema } from 'graphql';
import { buildSchemaSync } from 'type-graphql';
import type { Services } from '../services';
import { AccountResolver } from './account.resolver';
import { AuthResolver } from './auth.resolver';
import { HealthResolver } from './health.resolver';

export type SchemaServices = Pick<Services, 'auth' | 'account' | 'readiness'>;

/** The executable schema on these services. Inputs are checked by the services, so by the same rules for both doors. */
export function createSchema({ auth, account, readiness }: SchemaServices): GraphQLSchema {
  const instances = new Map<unknown, object>([
    [AuthResolver, new AuthResolver(auth)],
    [AccountResolver, new AccountResolver(account)],
    [HealthResolver, new HealthResolver(readiness)],
  ]);
  const schema = buildSchemaSync({
    resolvers: [AuthResolver, AccountResolver, HealthResolver],
    container: { get: (resolver) => instances.get(resolver) },
    validate: false,
  });
  // type-graphql has no place for the descriptions of the root types.
  describe(schema.getQueryType(), 'What can be asked without changing anything.');
  describe(schema.getMutationType(), 'What changes something. A refusal is in the payload: its success is false.');
  return schema;
}

function describe(type: GraphQLObjectType | null | undefined, description: string): void {
  if (type) type.description = description;
}
