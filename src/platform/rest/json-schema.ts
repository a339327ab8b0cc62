import { type InputSchema, withValues } from '../request/input-schema';
import { toSnakeCase } from './snake-case';

/** A symbol, because JSON.stringify ignores properties with symbols. */
const definition = Symbol('definition');

/** A schema in the OpenAPI document, in JSON Schema 2020-12. */
export type JsonSchema = Readonly<Record<string, unknown>> & { readonly [definition]?: () => JsonSchema };

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

/** Formats a time as UTC in ISO 8601, with milliseconds and without a time zone: `2026-11-20T17:30:15.123`. */
export function toTimestamp(date: Date): string {
  return date.toISOString().slice(0, -1);
}

/** The schema of a text that is one of the keys of `meanings`. The description lists the meanings. */
export const oneOf = (meanings: Readonly<Record<string, string>>, description: string) => ({
  type: 'string',
  enum: Object.keys(meanings),
  description: withValues(description, meanings),
});

export const nullable = <S extends { type: string }>(schema: S): JsonSchema => ({
  ...schema,
  type: [schema.type, 'null'],
});

/**
 * Describes an object of an answer. All properties are required except those in `optional`. Later versions can add
 * properties, so the schema does not forbid others.
 */
export function object<P extends Record<string, JsonSchema>>(properties: P, optional: (keyof P)[] = []): JsonSchema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', properties, required };
}

/**
 * Describes the body of a request. The schema says nothing about other fields, which Gatehouse ignores: generated types
 * then reject a misspelt name.
 */
export function body(name: string, description: string, { fields, required }: InputSchema): JsonSchema {
  return component(name, `${description} Gatehouse ignores all other fields.`, () => {
    const properties = Object.entries(fields).map(([field, { default: _, ...schema }]) => [
      toSnakeCase(field),
      // Without the default, because openapi-typescript makes a property with a default required.
      schema,
    ]);
    return { type: 'object', properties: Object.fromEntries(properties), required: required.map(toSnakeCase) };
  });
}

const componentsAt = '#/components/schemas/';

/**
 * Returns a reference to a schema that the document contains once, under this name. `schema` is a function, because
 * only the document needs its result.
 */
export function component(name: string, description: string, schema: () => JsonSchema): JsonSchema {
  return { $ref: componentsAt + name, [definition]: () => ({ description, ...schema() }) };
}

/** Returns the components to which `root` refers, directly or indirectly. @throws Error if two different schemas have the same name */
export function componentsIn(root: unknown): Map<string, JsonSchema> {
  const makers = new Map<string, () => JsonSchema>();
  const schemas = new Map<string, JsonSchema>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const maker = (value as JsonSchema)[definition];
    if (!maker) {
      for (const part of Object.values(value)) visit(part);
      return;
    }
    const name = String((value as JsonSchema).$ref).slice(componentsAt.length);
    if (makers.get(name) === maker) return;
    const schema = maker();
    const other = schemas.get(name);
    // As text, because two references to one component can have different functions.
    if (other && JSON.stringify(other) !== JSON.stringify(schema)) throw new Error(`two schemas are called ${name}`);
    makers.set(name, maker);
    schemas.set(name, schema);
    visit(schema);
  };
  visit(root);
  return schemas;
}
