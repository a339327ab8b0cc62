import {
  coerceInputValue,
  type GraphQLInputType,
  type GraphQLSchema,
  isInputObjectType,
  isInputType,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
  typeFromAST,
  visit,
} from 'graphql';
import { type FieldProblem, reasons } from '../errors/app-error';
import { typeProblemsOf } from './installation-input';

/**
 * Returns the variables that do not match their type in the schema. The field names and texts are the same as in the
 * services. GraphQL's own message contains the value, which can be a password. With `showsSchema`, a field that does not
 * exist is named, and those that do.
 */
export function variableProblems(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
  showsSchema: boolean,
): FieldProblem[] {
  const definitions = operation.variableDefinitions ?? [];
  if (definitions.length === 0) return [];
  const fieldOf = inputFieldsOf(operation);
  return definitions.flatMap((definition) => {
    const name = definition.variable.name.value;
    const type = typeFromAST(schema, definition.type);
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
    if (!isInputType(type) || (value === undefined && definition.defaultValue)) return [];
    return problemsOf(value, type, fieldOf.get(name) ?? name, showsSchema);
  });
}

/** Cached by operation. Apollo keeps parsed documents, and many logins use few different documents. */
const knownFields = new WeakMap<OperationDefinitionNode, ReadonlyMap<string, string>>();

/** Maps each variable to its input field. For example, `$x` in `login(input: {password: $x})` stands for `password`. */
function inputFieldsOf(operation: OperationDefinitionNode): ReadonlyMap<string, string> {
  const known = knownFields.get(operation);
  if (known) return known;
  const fields = new Map<string, string>();
  knownFields.set(operation, fields);
  visit(operation, {
    ObjectField({ name, value }) {
      if (value.kind === Kind.VARIABLE) fields.set(value.name.value, name.value);
    },
  });
  return fields;
}

function problemsOf(value: unknown, type: GraphQLInputType, field: string, showsSchema: boolean): FieldProblem[] {
  if (value === undefined || value === null) {
    if (!isNonNullType(type)) return [];
    return [{ field, msg: value === undefined ? reasons.required : wrongType(type.ofType) }];
  }
  const nullable = isNonNullType(type) ? type.ofType : type;
  const ofInstallation = typeProblemsOf(nullable);
  if (ofInstallation) return ofInstallation(value);
  if (!isInputObjectType(nullable) || typeof value !== 'object' || Array.isArray(value)) {
    return isCoercible(value, nullable) ? [] : [{ field, msg: wrongType(nullable) }];
  }
  const fields = nullable.getFields();
  const unknown = Object.keys(value).find((name) => !Object.hasOwn(fields, name));
  return [
    ...Object.values(fields).flatMap((f) => {
      const given: unknown = Reflect.get(value, f.name);
      return given === undefined && f.defaultValue !== undefined ? [] : problemsOf(given, f.type, f.name, showsSchema);
    }),
    ...(unknown === undefined
      ? []
      : [{ field, msg: showsSchema ? unknownField(unknown, Object.keys(fields)) : reasons.unknownField }]),
  ];
}

/** A text that is no name of GraphQL, or a long one, may be a value. */
const unknownField = (name: string, known: readonly string[]): string =>
  /^[_A-Za-z]\w{0,63}$/.test(name) ? `has no field "${name}". Its fields: ${known.join(', ')}` : reasons.unknownField;

function isCoercible(value: unknown, type: GraphQLInputType): boolean {
  let valid = true;
  coerceInputValue(value, type, () => {
    valid = false;
  });
  return valid;
}

function wrongType(type: GraphQLInputType): string {
  return String(type) === 'String' ? reasons.notAString : `must have the type ${type}`;
}
