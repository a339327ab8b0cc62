import {
  coerceInputValue,
  type GraphQLInputType,
  type GraphQLSchema,
  isInputObjectType,
  isInputType,
  isNonNullType,
  type OperationDefinitionNode,
  typeFromAST,
} from 'graphql';
import { type FieldProblem, reasons } from '../errors';

/**
 * The fields of the variables that do not have the type the schema gives them, named and explained as the service
 * explains a wrong type. GraphQL's own message repeats the value, which can be a password.
 */
export function variableProblems(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): FieldProblem[] {
  return (operation.variableDefinitions ?? []).flatMap((definition) => {
    const name = definition.variable.name.value;
    const type = typeFromAST(schema, definition.type);
    if (!isInputType(type) || (variables[name] === undefined && definition.defaultValue)) return [];
    return problemsOf(variables[name], type, name);
  });
}

function problemsOf(value: unknown, type: GraphQLInputType, field: string): FieldProblem[] {
  if (value === undefined || value === null) {
    if (!isNonNullType(type)) return [];
    return [{ field, msg: value === undefined ? reasons.required : reasons.notAString }];
  }
  const nullable = isNonNullType(type) ? type.ofType : type;
  if (!isInputObjectType(nullable) || typeof value !== 'object' || Array.isArray(value)) {
    return isCoercible(value, nullable) ? [] : [{ field, msg: wrongType(nullable) }];
  }
  const fields = nullable.getFields();
  const unknown = Object.keys(value).filter((name) => !Object.hasOwn(fields, name));
  return [
    ...Object.values(fields).flatMap((f) => {
      const given: unknown = Reflect.get(value, f.name);
      return given === undefined && f.defaultValue !== undefined ? [] : problemsOf(given, f.type, f.name);
    }),
    ...unknown.map(() => ({ field, msg: 'has a field that is not known' })),
  ];
}

function isCoercible(value: unknown, type: GraphQLInputType): boolean {
  let valid = true;
  coerceInputValue(value, type, () => {
    valid = false;
  });
  return valid;
}

function wrongType(type: GraphQLInputType): string {
  return String(type) === 'String' ? reasons.notAString : `must be of the type ${type}`;
}
