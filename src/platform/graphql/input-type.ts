import { GraphQLJSONObject } from 'graphql-scalars';
import { Arg, type ClassType, Field, ID, InputType, Int, registerEnumType } from 'type-graphql';
import type { z } from 'zod';
import type { Operation } from '../operations/define-operation';
import { type InputField, inputFieldsOf, inputNameOf } from '../request/input-schema';
import { DateTime } from './date-time';

/** Decorates the parameter that gets the input of a mutation. `description` is needed where it is not what REST takes. */
export function InputOf(operation: Operation, description = operation.takes ?? '', defaultValue?: object) {
  const type = inputTypeOf(operation);
  return Arg('input', () => type, { description, ...(defaultValue && { defaultValue }) });
}

const inputTypes = new WeakMap<z.ZodType, ClassType>();

/** Several operations can have the same input. */
function inputTypeOf(operation: Operation): ClassType {
  const { input } = operation;
  const known = input && inputTypes.get(input);
  if (known) return known;
  const description = input?.meta()?.description ?? '';
  const type = createInputType(inputNameOf(operation), description, fieldsOf(operation));
  if (input) inputTypes.set(input, type);
  return type;
}

/** Makes an input type of type-graphql. */
function createInputType(name: string, description: string, fields: readonly InputField[]): ClassType {
  const type = class {};
  for (const field of fields) Field(typeOf(field), optionsOf(field))(type.prototype, field.name);
  InputType(name, { description })(type);
  return type;
}

/** Decorates the parameter that gets one field of the input of a query. */
export function FieldOf(operation: Operation, name: string) {
  const field = fieldsOf(operation).find((one) => one.name === name);
  if (!field) throw new Error(`${operation.name} has no field ${name}`);
  return Arg(name, typeOf(field), optionsOf(field));
}

/** Decorates the parameter that gets all fields of the input of a list but those of its pages, as an input type. */
export function FilterOf(operation: Operation, type: { name: string; description: string }, description: string) {
  const fields = fieldsOf(operation).filter(({ name }) => !['first', 'after', 'before', 'sort'].includes(name));
  const filter = createInputType(type.name, type.description, fields);
  return Arg('filter', () => filter, { nullable: true, description });
}

function fieldsOf({ name, input }: Operation): InputField[] {
  if (!input) throw new Error(`${name} has no input`);
  return inputFieldsOf(input, 'graphql');
}

const enums = new Map<string, object>();

/** Lets inputs and answers name an enum that is registered elsewhere. */
export const nameEnum = (name: string, values: object): void => void enums.set(name, values);

/** Returns the enum with this name, made at the first call: inputs and answers can have the same. */
export function enumOf(name: string, description = '', meanings: Readonly<Record<string, string>> = {}): object {
  return enums.get(name) ?? inputEnum(name, description, meanings);
}

/** Makes the GraphQL enum that inputs name in their `enumName`. `meanings` has the description of each value. */
export function inputEnum<Value extends string>(
  name: string,
  description: string,
  meanings: Readonly<Record<Value, string>>,
): Readonly<Record<string, Value>> {
  const entries = Object.entries<string>(meanings).map(([value, meaning]) => ({
    key: value.toUpperCase(),
    value,
    meaning,
  }));
  const values = Object.fromEntries(entries.map(({ key, value }) => [key, value as Value]));
  const valuesConfig = Object.fromEntries(entries.map(({ key, meaning }) => [key, { description: meaning }]));
  registerEnumType(values, { name, description, valuesConfig });
  enums.set(name, values);
  return values;
}

/** Returns a function, because enums are registered by other modules. */
function typeOf({ name, type, isList, isId, enumName, isTime }: InputField) {
  return () => {
    if (enumName) {
      const values = enums.get(enumName);
      if (!values) throw new Error(`the enum ${enumName} of the field ${name} is not registered`);
      return values;
    }
    const scalar = isTime ? DateTime : isId ? ID : scalars[type];
    return isList ? [scalar] : scalar;
  };
}

const scalars = { string: String, integer: Int, boolean: Boolean, object: GraphQLJSONObject } as const;

/** A field of an enum has the default of its schema. Another field that can be left out can be null. */
function optionsOf(field: InputField) {
  const { isRequired, enumName, byDefault } = field;
  const description = inputText(field);
  if (enumName && byDefault !== undefined) return { defaultValue: byDefault, description };
  return { nullable: !isRequired, description };
}

/** Returns the description of a field with its example as a GraphQL literal. */
function inputText({ description, example, enumName, isTime }: InputField): string {
  const literal = enumName ? String(example).toUpperCase() : toLiteral(isTime ? `${example}Z` : example);
  return `${description} Example: ${literal}.`;
}

/** The names of the fields of an object have no quotes in GraphQL. */
const toLiteral = (example: InputField['example']): string => JSON.stringify(example).replaceAll(/"(\w+)":/g, '$1: ');
