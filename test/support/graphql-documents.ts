import 'reflect-metadata';
import {
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isObjectType,
} from 'graphql';
import { adminSchemaOf, publicSchemaOf } from '../../src/printed-schemas';

/** A field of `Query` or `Mutation`: an operation of the GraphQL API. */
export interface RootField {
  /** The path of its API. */
  path: string;
  kind: 'query' | 'mutation';
  field: GraphQLField<unknown, unknown>;
}

const rootFieldsOf = (schema: GraphQLSchema, path: string): RootField[] =>
  (['query', 'mutation'] as const).flatMap((kind) => {
    const root = kind === 'query' ? schema.getQueryType() : schema.getMutationType();
    const fields = Object.values(root?.getFields() ?? {}).map((field) => ({ path, kind, field }));
    // The order of the schema is that in which its files were loaded.
    return fields.sort((one, other) => (one.field.name < other.field.name ? -1 : 1));
  });

export const publicRootFields = rootFieldsOf(publicSchemaOf(), '/graphql');
const byName = new Map(
  [...publicRootFields, ...rootFieldsOf(adminSchemaOf(), '/admin/graphql')].map((root) => [root.field.name, root]),
);

/** Null if only the REST API has the operation. */
export const rootFieldOf = (operation: string): RootField | null => byName.get(operation) ?? null;

/** The fields that a document can select without knowing more, except those that lead to a type around them again. */
export function selectedFieldsOf(type: GraphQLOutputType, around: readonly string[] = []) {
  const named = getNamedType(type);
  if (!isObjectType(named)) return [];
  return Object.values(named.getFields()).filter((field) => !around.includes(getNamedType(field.type).name));
}

/** Selects all fields of a type. */
function selectionOf(type: GraphQLOutputType, around: readonly string[] = []): string {
  const inside = [...around, getNamedType(type).name];
  const fields = selectedFieldsOf(type, inside).map((field) => field.name + selectionOf(field.type, inside));
  return fields.length > 0 ? ` { ${fields.join(' ')} }` : '';
}

/** A variable with a default can be left out. */
const variableTypeOf = (type: GraphQLInputType, byDefault: unknown) =>
  byDefault === undefined ? type : getNullableType(type);

/** The document of an operation, with each argument as a variable. By default, it selects everything. */
export function documentOf(
  { kind, field }: Omit<RootField, 'path'>,
  name = field.name,
  select: (type: GraphQLOutputType) => string = selectionOf,
): string {
  const variables = field.args.map((one) => `$${one.name}: ${variableTypeOf(one.type, one.defaultValue)}`);
  const given = field.args.map((one) => `${one.name}: $${one.name}`);
  const inBrackets = (list: readonly string[]) => (list.length > 0 ? `(${list.join(', ')})` : '');
  return `${kind} ${name}${inBrackets(variables)} { ${field.name}${inBrackets(given)}${select(field.type)} }`;
}
