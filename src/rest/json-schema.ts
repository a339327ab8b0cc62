import type { FieldText } from '../request/field-text';

/** A symbol, because JSON.stringify ignores properties with symbols. */
const definition = Symbol('definition');

/** A schema in the OpenAPI document, in JSON Schema 2020-12. */
export type JsonSchema = Readonly<Record<string, unknown>> & { readonly [definition]?: JsonSchema };

export const string = { type: 'string' } as const;
export const boolean = { type: 'boolean' } as const;
export const uuid = { type: 'string', format: 'uuid', examples: ['01a1fafd-5d48-74fb-874f-7e0ccacee987'] } as const;
/** Adds a description, which must be complete sentences. */
export const about = <Schema extends JsonSchema>(schema: Schema, description: string) => ({ ...schema, description });

/** The schema of a date-time in the format of the specification. */
export const timestamp = (description: string) => ({
  type: 'string',
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}$',
  description: `${description} The date-time is in UTC, without \`Z\`.`,
  examples: ['2026-11-20T17:30:15.123'],
});

/** The schema of a text that is one of the keys of `meanings`. The description lists the meanings. */
export const oneOf = (meanings: Readonly<Record<string, string>>, description: string) => ({
  type: 'string',
  enum: Object.keys(meanings),
  description: `${description}\n\n${Object.entries(meanings)
    .map(([value, meaning]) => `- \`${value}\`: ${meaning}`)
    .join('\n')}`,
});

/** The schema of an input field with its description and its example. */
export const inputField = <Schema extends JsonSchema>({ description, example }: FieldText, schema: Schema) => ({
  ...schema,
  description,
  examples: [example],
});

/** The schema of an input field that is one of the keys of `meanings`. */
export const inputOneOf = ({ description, example }: FieldText, meanings: Readonly<Record<string, string>>) => ({
  ...oneOf(meanings, description),
  examples: [example],
});

export const nullable = <S extends { type: string }>(schema: S): JsonSchema => ({
  ...schema,
  type: [schema.type, 'null'],
});

/** Describes an object with exactly these properties. All are required except those in `optional`. */
export function object<P extends Record<string, JsonSchema>>(properties: P, optional: (keyof P)[] = []): JsonSchema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', properties, required, additionalProperties: false };
}

/** Describes the body of a request. */
export function input<P extends Record<string, JsonSchema>>(
  name: string,
  properties: P,
  optional: (keyof P)[],
  description: string,
): JsonSchema {
  const text = `${description} Gatehouse ignores all other fields.`;
  return component(name, text, { ...object(properties, optional), additionalProperties: true });
}

const componentsAt = '#/components/schemas/';

/** Returns a reference to a schema that the document contains once, under this name. */
export function component(name: string, description: string, schema: JsonSchema): JsonSchema {
  return { $ref: componentsAt + name, [definition]: { description, ...schema } };
}

/** Returns the components to which `root` refers, directly or indirectly. @throws Error if two have the same name */
export function componentsIn(root: unknown, found = new Map<string, JsonSchema>()): Map<string, JsonSchema> {
  if (typeof root !== 'object' || root === null) return found;
  const schema = (root as JsonSchema)[definition];
  if (!schema) {
    for (const value of Object.values(root)) componentsIn(value, found);
    return found;
  }
  const name = String((root as JsonSchema).$ref).slice(componentsAt.length);
  if (found.get(name) === schema) return found;
  if (found.has(name)) throw new Error(`two schemas are called ${name}`);
  found.set(name, schema);
  return componentsIn(schema, found);
}
