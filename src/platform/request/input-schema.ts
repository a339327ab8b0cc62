import { z } from 'zod';
import { AppError, type FieldProblem } from '../errors/app-error';
import { capitalized } from '../runtime/camel-case';
import { parseInput } from './input-parser';

/** What `.meta()` of an input field says, for both APIs. Lengths that zod counts differently are in it, too. */
export interface FieldMeta {
  /** Complete sentences. They never name another field, because each API spells names differently. */
  description: string;
  /** A value that the schema of the input accepts. */
  example: string | number | boolean | object;
  /** The meaning of each value, if the field has a fixed set of values. A function, if features declare the values. */
  values?: Readonly<Record<string, string>> | (() => Readonly<Record<string, string>>);
  /** Of a `z.lazy` list: what is in a lazy schema is unknown before all features are composed. */
  isList?: true;
  /** The GraphQL enum of the field. */
  enumName?: string;
  /** The only API that has the field. */
  api?: Api;
  /** A text that is a date-time of either API. */
  isTime?: true;
}

export type Api = 'graphql' | 'rest';

export interface InputField extends Omit<FieldMeta, 'isList'> {
  name: string;
  /** The type, without its rules. */
  type: 'string' | 'integer' | 'boolean' | 'object';
  isList: boolean;
  /** Whether the text is a UUID. */
  isId: boolean;
  isRequired: boolean;
  byDefault: unknown;
}

/** A schema in JSON Schema 2020-12. */
export type FieldSchema = Readonly<Record<string, unknown>>;

/** An input in JSON Schema, for the description of the REST API. */
export interface InputSchema {
  /** The fields by their names in camelCase, in the order of the input. Each has a description and an example. */
  fields: Readonly<Record<string, FieldSchema>>;
  required: readonly string[];
  /** What the parser of this input reports about an empty input or, if it accepts that, about wrong types. */
  problems: readonly FieldProblem[];
}

/**
 * Returns the fields that an API has.
 * @throws Error if a field has no description or no example
 */
export function inputFieldsOf(input: z.ZodType, api: Api): InputField[] {
  const fields = Object.entries(objectIn(input).shape).map(([name, schema]): InputField => {
    const { meta, ...type } = typeIn(schema as z.ZodType);
    const { description, example } = meta;
    if (description === undefined || example === undefined) {
      throw new Error(`the field ${name} has no description or no example`);
    }
    return { name, ...type, ...meta, description, example };
  });
  return fields.filter((field) => field.api === undefined || field.api === api);
}

interface FieldType extends Pick<InputField, 'type' | 'isList' | 'isId' | 'isRequired' | 'byDefault'> {
  meta: Partial<FieldMeta>;
}

/** Reads the type of a field, and the `meta` of all schemas around it. Not by `toJSONSchema`, which takes 15 ms of a start. */
function typeIn(schema: z.ZodType): FieldType {
  const inner = innerOf(schema);
  const type = inner ? typeIn(inner) : plainTypeOf(schema);
  const { format, ...meta } = (schema.meta() ?? {}) as Partial<FieldMeta> & { format?: string };
  return {
    ...type,
    isId: type.isId || format === 'uuid',
    isRequired: type.isRequired && !(schema instanceof z.ZodOptional || schema instanceof z.ZodDefault),
    byDefault: schema instanceof z.ZodDefault ? schema.def.defaultValue : type.byDefault,
    meta: { ...type.meta, ...meta },
  };
}

function innerOf(schema: z.ZodType): z.ZodType | null {
  if (schema instanceof z.ZodPipe) return schema.in as z.ZodType;
  return isWrapper(schema) ? (schema.unwrap() as z.ZodType) : null;
}

const isWrapper = (schema: unknown) =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault;

function plainTypeOf(schema: z.ZodType): FieldType {
  const type = { isList: false, isId: false, isRequired: true, byDefault: undefined, meta: {} };
  if (schema instanceof z.ZodArray) return { ...typeIn(schema.element as z.ZodType), isList: true, meta: {} };
  // What features declare is text.
  if (schema instanceof z.ZodLazy) return { ...type, type: 'string' };
  if (schema instanceof z.ZodString || schema instanceof z.ZodEnum) return { ...type, type: 'string' };
  if (schema instanceof z.ZodNumber) return { ...type, type: 'integer' };
  if (schema instanceof z.ZodBoolean) return { ...type, type: 'boolean' };
  if (schema instanceof z.ZodObject) return { ...type, type: 'object' };
  throw new Error(`no field of an input has a schema of the type ${schema.type}`);
}

/** Returns the object of an input, without the transformations around it. */
function objectIn(schema: unknown): z.ZodObject {
  if (schema instanceof z.ZodPipe) return objectIn(schema.in);
  if (schema instanceof z.ZodObject) return schema;
  throw new Error('the schema of an input is an object');
}

/** Returns the rules after the type of a field. */
function rulesIn(schema: unknown): z.ZodType[] {
  if (isWrapper(schema)) return rulesIn(schema.unwrap());
  if (!(schema instanceof z.ZodPipe)) return [];
  return schema.out instanceof z.ZodTransform ? rulesIn(schema.in) : [...rulesIn(schema.in), schema.out as z.ZodType];
}

type JsonSchema = z.core.JSONSchema._JSONSchema;

/** Converts `anyOf` with null, as zod writes it, to a list of types, which readers and generators handle better. */
function withTypeList(schema: JsonSchema): FieldSchema {
  if (typeof schema === 'boolean') return {};
  const { $schema: _, ...own } = schema;
  const { anyOf: [value, other, ...more] = [], ...rest } = own;
  const isNullable = typeof value === 'object' && typeof other === 'object' && other.type === 'null' && !more.length;
  return isNullable ? { ...value, type: [value.type, 'null'], ...rest } : own;
}

/** Returns the name of the type of an input: the title of its schema or, without one, `LoginInput` for `login`. */
export function inputNameOf({ name, input }: { name: string; input: z.ZodType | null }): string {
  return input?.meta()?.title ?? `${capitalized(name)}Input`;
}

/** Converts the schema of an input. */
export function inputSchemaOf(input: z.ZodType): InputSchema {
  const object = objectIn(input);
  const { properties = {} } = z.toJSONSchema(object, { io: 'input' });
  const fields = inputFieldsOf(input, 'rest');
  const schemas = fields.map((field) => [
    field.name,
    described(field, withTypeList(properties[field.name] ?? {}), rulesIn(object.shape[field.name])),
  ]);
  return {
    fields: Object.fromEntries(schemas),
    required: fields.filter(({ isRequired }) => isRequired).map(({ name }) => name),
    problems: problemsOf(input, fields),
  };
}

/** The lengths and the format of the rules are added to those of the type. */
function described(
  { description, example, values, byDefault }: InputField,
  schema: FieldSchema,
  rules: readonly z.ZodType[],
): FieldSchema {
  const {
    example: _,
    values: _values,
    enumName: _enumName,
    api: _api,
    isTime: _isTime,
    isList: _isList,
    ...type
  } = schema;
  const meanings = typeof values === 'function' ? values() : values;
  return {
    ...Object.assign({}, type, ...rules.map((rule) => withTypeList(z.toJSONSchema(rule, { io: 'input' })))),
    // A rule says nothing of null.
    type: type.type,
    description: meanings ? withValues(description, meanings, byDefault) : description,
    examples: [example],
  };
}

/** Adds the meaning of each value to a description, as a Markdown list. */
export function withValues(description: string, values: Readonly<Record<string, string>>, byDefault?: unknown): string {
  const lines = Object.entries(values).map(
    ([value, meaning]) => `- \`${value}\`${value === byDefault ? ' (the default)' : ''}: ${meaning}`,
  );
  return `${description}\n\n${lines.join('\n')}`;
}

function problemsOf(input: z.ZodType, fields: readonly InputField[]): readonly FieldProblem[] {
  // No field accepts an object.
  const ofWrongTypes = Object.fromEntries(fields.map(({ name }) => [name, {}]));
  for (const attempt of [{}, ofWrongTypes]) {
    try {
      parseInput(input, attempt);
    } catch (error) {
      if (error instanceof AppError) return error.fields;
      throw error;
    }
  }
  return [];
}
