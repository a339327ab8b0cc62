import { z } from 'zod';
import { type PagePosition, toPageCursor } from '../request/page-cursor';

/** The time in all examples. */
export const exampleTs = new Date('2026-11-20T17:30:15.123Z');

/** What `.meta()` of a field of an answer says, for both APIs. */
interface AnswerMeta {
  /** Complete sentences. They never name another field, because each API spells names differently. */
  description: string;
  /** What the service returns: a time is a `Date`. An object or a list has the examples of its parts. */
  example?: unknown;
  /** The name in both APIs, if the service has another one: `expiresIn` of `expiresInS`. */
  name?: string;
  /** Whether GraphQL has an `ID`, not a text. By default, if it is a UUID. */
  isId?: boolean;
  /** Whether REST does not have it, because the specification closes the record. */
  isGraphqlOnly?: boolean;
  /**
   * What the keys of an object without fields are: `names` of fields, which each API spells in its own way, or `open`: a client
   * can find any.
   */
  keys?: 'names' | 'open';
  /** The meaning of each value, if the field has a fixed set of values. */
  values?: Readonly<Record<string, string>>;
  /** The GraphQL enum of the field, whose values are in upper case there. Without it, GraphQL has a text. */
  enumName?: string;
  enumDescription?: string;
  /** Of an object whose keys the installation declares: its JSON Schema, and what REST has of the stored values. */
  installed?: { schema: object; shown(values: unknown): object };
}

/** What a success of an operation returns: what its service returns, each field described once. */
export interface Answer<Value = unknown> {
  readonly schema: z.ZodType<Value>;
  /** What the result is. */
  readonly is: string;
  /** REST has the list, or the object that can be null, in an object, in this property. GraphQL has no such object. */
  readonly property: { readonly name: string; readonly holds: string } | null;
  /** What the OpenAPI document says of the result, of the whole body and of the response, if not `is`. */
  readonly result: string;
  readonly envelope: string;
  readonly response: string;
  /** The component of the whole body. By default, it has the name of the operation. */
  readonly envelopeName: string | null;
  /** The payload, and what GraphQL says of it. By default, both have the name of the operation. Several operations can have the same. */
  readonly payload: { readonly name?: string; readonly is?: string };
  readonly page: Pages | null;
  /** By default, made of the examples of the fields. */
  readonly example: Value | undefined;
  /** The message of a success, if it depends on the result. Null: that of the operation. */
  messageOf?(value: Value): string | null;
}

/** A page of a list, as its service returns it. */
export interface Page<Element> {
  items: readonly Element[];
  hasMore: boolean;
}

/** GraphQL has a page in a connection with the type of this name, REST in an object with the cursor of the next page. */
export interface Pages<Element = unknown> {
  readonly connection: string;
  /** The type of the edges, if the connection has edges, not nodes, and what is said of it and its fields. */
  readonly edge?: { readonly name: string; readonly is: string; readonly cursor: string; readonly node: string };
  readonly elements: z.ZodType;
  positionOf(element: Element): PagePosition;
}

/** An answer with a page of a list. */
export interface PagedAnswer<Element> extends Answer<Page<Element>> {
  readonly page: Pages<Element>;
}

interface Texts<Value> extends Partial<Omit<Answer<Value>, 'schema' | 'property' | 'page'>> {
  is: string;
}

/** An answer with one object. */
export const answerOf = <Value>(
  schema: z.ZodType<Value>,
  {
    is,
    result = is,
    envelope = is,
    response = is,
    envelopeName = null,
    payload = {},
    example,
    messageOf,
  }: Texts<Value>,
): Answer<Value> => ({
  schema,
  is,
  property: null,
  result,
  envelope,
  response,
  envelopeName,
  payload,
  page: null,
  example,
  ...(messageOf && { messageOf }),
});

/** An answer with a list without pages. `items` says what is in it, and in which order. */
export const listOf = <Value>(
  schema: z.ZodType<Value>,
  { property, items, ...texts }: Texts<readonly Value[]> & { property: string; items: string },
): Answer<readonly Value[]> => inProperty(z.array(schema), { property, holds: items, ...texts });

/** An answer with a page of a list. `items` says what is in it, and in which order. */
export const pageOf = <Element>(
  schema: z.ZodType<Element>,
  {
    connection,
    edge,
    property,
    items,
    positionOf,
    ...texts
  }: Texts<Page<Element>> &
    Pick<Pages<Element>, 'connection' | 'edge' | 'positionOf'> & { property: string; items: string },
): PagedAnswer<Element> => {
  const elements = z.array(schema);
  const page = z.object({ items: elements, hasMore: z.boolean().meta({ example: false }) });
  return {
    ...inProperty<Page<Element>>(page, { property, holds: items, ...texts }),
    page: { connection, ...(edge && { edge }), elements, positionOf },
  };
};

/** An answer that REST has in an object, in this property, because it can be null. `holds` says what it is, and when it is null. */
export const inProperty = <Value>(
  schema: z.ZodType<Value>,
  { property, holds, ...texts }: Texts<Value> & { property: string; holds: string },
): Answer<Value> => ({ ...answerOf(schema, texts), property: { name: property, holds } });

/** An answer that says only that the operation has succeeded, whatever its service returns. */
export const nothing = <Value = unknown>(response: string, texts: Partial<Texts<Value>> = {}): Answer<Value> =>
  answerOf(z.void() as unknown as z.ZodType<Value>, { is: response, ...texts });

/**
 * An object of answers: a GraphQL type, and a component of the OpenAPI document. Its fields have `.meta()`. A field with this
 * type can have a description of its own.
 */
export const answerType = <Shape extends z.ZodRawShape>(title: string, description: string, shape: Shape) =>
  z.object(shape).meta({ title, description, typeDescription: description });

/** An object that is a type only in GraphQL. The OpenAPI document has it in its place, with the description of the field. */
export const graphqlType = <Shape extends z.ZodRawShape>(title: string, description: string, shape: Shape) =>
  answerType(title, description, shape).meta({ isInline: true });

/** A field with a fixed set of values. */
export const answerEnum = <Value extends string>(
  enumName: string,
  enumDescription: string,
  values: Readonly<Record<Value, string>>,
) => z.enum(Object.keys(values) as [Value, ...Value[]]).meta({ enumName, enumDescription, values });

/** Makes a page of what was read for it: one element more than it has, if there is a next page. */
export const pageIn = <Element>(found: readonly Element[], first: number): Page<Element> => ({
  items: found.slice(0, first),
  hasMore: found.length > first,
});

/** Returns the cursor of the next page, or null on the last page. */
export function nextCursorOf<Element>(pages: Pages<Element>, { items, hasMore }: Page<Element>): string | null {
  const last = items.at(-1);
  return hasMore && last !== undefined ? toPageCursor(pages.positionOf(last)) : null;
}

/** The parts of the schema of a field. Answers have no transformations. What can be missing is null in GraphQL. */
type AnswerShape =
  | { kind: 'string' | 'id' | 'integer' | 'boolean' | 'time' | 'enum' | 'json' | 'nothing' }
  | { kind: 'object'; schema: z.ZodObject }
  | { kind: 'list'; element: z.ZodType }
  | { kind: 'nullable'; inner: z.ZodType };

/** @throws Error if the schema is not one of an answer */
export function shapeOf(schema: z.ZodType): AnswerShape {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return { kind: 'nullable', inner: schema.unwrap() as z.ZodType };
  if (schema instanceof z.ZodObject) return { kind: 'object', schema };
  if (schema instanceof z.ZodReadonly) return shapeOf(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodArray) return { kind: 'list', element: schema.element as z.ZodType };
  if (schema instanceof z.ZodDate) return { kind: 'time' };
  if (schema instanceof z.ZodEnum) return { kind: 'enum' };
  if (schema instanceof z.ZodUUID) return { kind: 'id' };
  if (schema instanceof z.ZodString) return { kind: 'string' };
  if (schema instanceof z.ZodNumber) return { kind: 'integer' };
  if (schema instanceof z.ZodBoolean) return { kind: 'boolean' };
  if (schema instanceof z.ZodRecord || schema instanceof z.ZodCustom) return { kind: 'json' };
  if (schema instanceof z.ZodVoid) return { kind: 'nothing' };
  throw new Error(`no answer has a schema of the type ${schema.type}`);
}

/** The first two are the name of an object, and what is said of its type. */
type FieldMeta = Partial<AnswerMeta> & { title?: string; typeDescription?: string; isInline?: boolean };

/** Whether the answer says only that the operation has succeeded. */
export const isNothing = ({ schema }: Pick<Answer, 'schema'>): boolean => shapeOf(schema).kind === 'nothing';

/** What `.meta()` says of a field, also inside of `nullable`. */
export function metaOf(schema: z.ZodType): FieldMeta {
  const shape = shapeOf(schema);
  const inner = shape.kind === 'nullable' ? metaOf(shape.inner) : {};
  return { ...inner, ...schema.meta() } as FieldMeta;
}

export const fieldsOf = (schema: z.ZodObject): [name: string, field: z.ZodType][] =>
  Object.entries(schema.shape) as [string, z.ZodType][];

/** The example of an answer, as the service returns it. @throws Error if a field has none */
export const exampleOf = <Value>(schema: z.ZodType<Value>): Value => exampleOfPart(schema, 'the answer') as Value;

function exampleOfPart(schema: z.ZodType, name: string): unknown {
  const { example } = schema.meta() ?? {};
  if (example !== undefined) return example;
  const shape = shapeOf(schema);
  if (shape.kind === 'nullable') return exampleOfPart(shape.inner, name);
  if (shape.kind === 'list') return [exampleOfPart(shape.element, name)];
  if (shape.kind !== 'object') throw new Error(`the field ${name} has no example`);
  return Object.fromEntries(fieldsOf(shape.schema).map(([key, field]) => [key, exampleOfPart(field, key)]));
}
