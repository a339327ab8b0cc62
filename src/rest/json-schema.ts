/** A symbol, because JSON.stringify ignores properties with symbols. */
const definition = Symbol('definition');

/** A schema in the OpenAPI document, in JSON Schema 2020-12. */
export type JsonSchema = Readonly<Record<string, unknown>> & { readonly [definition]?: JsonSchema };

export const string = { type: 'string' } as const;
export const boolean = { type: 'boolean' } as const;
export const uuid = { type: 'string', format: 'uuid' } as const;
export const timestamp = {
  type: 'string',
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}$',
  description: 'UTC.',
};

export const nullable = <S extends { type: string }>(schema: S): JsonSchema => ({
  ...schema,
  type: [schema.type, 'null'],
});

/** Describes an object with exactly these properties. All are required except those in `optional`. */
export function object<P extends Record<string, JsonSchema>>(properties: P, optional: (keyof P)[] = []): JsonSchema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', properties, required, additionalProperties: false };
}

/** Describes the body of a request. The API ignores other fields. */
export function input<P extends Record<string, JsonSchema>>(
  name: string,
  properties: P,
  optional: (keyof P)[] = [],
  description: { description?: string } = {},
): JsonSchema {
  return component(name, { ...object(properties, optional), ...description, additionalProperties: true });
}

const componentsAt = '#/components/schemas/';

/** Returns a reference to a schema that the document contains once, under this name. */
export function component(name: string, schema: JsonSchema): JsonSchema {
  return { $ref: componentsAt + name, [definition]: schema };
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
