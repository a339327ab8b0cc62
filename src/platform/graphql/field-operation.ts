import type { GraphQLField, GraphQLObjectType, GraphQLSchema } from 'graphql';
import type { Operation } from '../operations/define-operation';

/** Connects the root fields of a schema with their operations. @throws Error for a field without an operation */
export function declareOperations(schema: GraphQLSchema, operations: readonly Operation[]): void {
  const byName = new Map(operations.map((operation) => [operation.name, operation]));
  for (const type of [schema.getQueryType(), schema.getMutationType()]) {
    for (const field of Object.values(type?.getFields() ?? {})) {
      const operation = byName.get(field.name);
      if (!operation) throw new Error(`the field ${field.name} is no declared operation`);
      field.extensions = { operation };
    }
  }
}

/** Returns the operation of a root field. */
export const operationOf = <Context>({ extensions }: GraphQLField<unknown, Context>): Operation =>
  extensions.operation as Operation;

/** Returns the operations of a root type by the names of their fields. */
export function operationsOf(type: GraphQLObjectType | null | undefined): ReadonlyMap<string, Operation> {
  const fields = Object.values(type?.getFields() ?? {});
  return new Map(fields.map((field) => [field.name, operationOf(field)]));
}
