import { z } from 'zod';
import { AppError, type FieldProblem } from '../errors/app-error';
import type { FieldText } from './field-text';
import { parserOf } from './input-parser';

/** A schema in JSON Schema 2020-12. */
export type FieldSchema = Readonly<Record<string, unknown>>;

/** An input in JSON Schema, for the description of an API. */
export interface InputSchema {
  /** The fields by their names in camelCase, in the order of the input. Each has a description and an example. */
  fields: Readonly<Record<string, FieldSchema>>;
  required: readonly string[];
  /** What the parser of this input reports about an empty input or, if it accepts that, about wrong types. */
  problems: readonly FieldProblem[];
}

/**
 * Converts the zod schema of an input. An input is checked in two steps, types and rules (decision 002), and the JSON
 * Schema of a field has both. Lengths that zod counts differently are `meta` of the zod schema.
 */
export function inputSchemaOf<Input extends object>(
  input: z.ZodType<unknown, Input>,
  texts: Readonly<Record<keyof Input & string, FieldText>>,
): InputSchema {
  const [types, ...rules] = objectsIn(input).map((step) => z.toJSONSchema(step, { io: 'input' }));
  if (!types) throw new Error('the schema of an input is an object');
  const fields = Object.entries<FieldText>(texts).map(([name, text]) => {
    const steps = [types, ...rules].map(({ properties = {} }) => withTypeList(properties[name] ?? {}));
    return [name, described(Object.assign({}, ...steps), text)] as const;
  });
  return { fields: Object.fromEntries(fields), required: types.required ?? [], problems: problemsOf(input, texts) };
}

/** Returns the object of each step, without the transformations around them. */
function objectsIn(schema: unknown): z.ZodObject[] {
  if (schema instanceof z.ZodObject) return [schema];
  return schema instanceof z.ZodPipe ? [...objectsIn(schema.in), ...objectsIn(schema.out)] : [];
}

type JsonSchema = z.core.JSONSchema._JSONSchema;

/** Converts `anyOf` with null, as zod writes it, to a list of types, which readers and generators handle better. */
function withTypeList(schema: JsonSchema): FieldSchema {
  if (typeof schema === 'boolean') return {};
  const { anyOf: [value, other, ...more] = [], ...rest } = schema;
  const isNullable = typeof value === 'object' && typeof other === 'object' && other.type === 'null' && !more.length;
  return isNullable ? { ...value, type: [value.type, 'null'], ...rest } : { ...schema };
}

function described(schema: FieldSchema, { description, example, values }: FieldText): FieldSchema {
  const text = values ? withValues(description, values, schema.default) : description;
  return { ...schema, description: text, examples: [example] };
}

/** Adds the meaning of each value to a description, as a Markdown list. */
export function withValues(description: string, values: Readonly<Record<string, string>>, byDefault?: unknown): string {
  const lines = Object.entries(values).map(
    ([value, meaning]) => `- \`${value}\`${value === byDefault ? ' (the default)' : ''}: ${meaning}`,
  );
  return `${description}\n\n${lines.join('\n')}`;
}

function problemsOf(input: z.ZodType, texts: Readonly<Record<string, FieldText>>): readonly FieldProblem[] {
  // No field accepts an object.
  const ofWrongTypes = Object.fromEntries(Object.keys(texts).map((name) => [name, {}]));
  for (const attempt of [{}, ofWrongTypes]) {
    try {
      parserOf(input)(attempt);
    } catch (error) {
      if (error instanceof AppError) return error.fields;
      throw error;
    }
  }
  return [];
}
