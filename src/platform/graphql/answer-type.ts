import { GraphQLJSONObject } from 'graphql-scalars';
import { type ClassType, Field, ID, Int, ObjectType } from 'type-graphql';
import type { z } from 'zod';
import {
  type Answer,
  fieldsOf,
  isNothing,
  metaOf,
  type Page,
  type PagedAnswer,
  type Pages,
  shapeOf,
} from '../operations/answer';
import { fieldProblem } from '../operations/field-problem';
import { toPageCursor } from '../request/page-cursor';
import { capitalized } from '../runtime/camel-case';
import { DateTime } from './date-time';
import { EnvelopeType, FieldProblemType, resultDescription } from './envelope.type';
import { enumOf } from './input-type';
import { PageInfoType } from './page-info.type';

/**
 * The GraphQL type of the answer of an operation, for `@Query`. A resolver returns what the service has returned. Made now: type-graphql
 * has collected all types when it asks for this one.
 */
export function typeOfAnswer({ answer }: { answer: Answer }): () => object {
  const type = answer.page ? connectionTypeOf(answer, answer.page) : typeOf(answer.schema);
  return () => type;
}

function connectionTypeOf({ is, property }: Answer, { connection, edge, elements }: Pages): ClassType {
  const type = class {};
  const listed = edge ? [edgeTypeOf(edge, elements)] : typeOf(elements);
  Field(() => listed, { description: property?.holds ?? '' })(type.prototype, edge ? 'edges' : 'nodes');
  Field(() => PageInfoType, { description: 'Whether there are other pages.' })(type.prototype, 'pageInfo');
  ObjectType(connection, { description: is })(type);
  return type;
}

function edgeTypeOf({ name, is, cursor, node }: NonNullable<Pages['edge']>, elements: z.ZodType): ClassType {
  const type = class {};
  const [element] = typeOf(elements) as [object];
  Field(() => String, { description: cursor })(type.prototype, 'cursor');
  Field(() => element, { description: node })(type.prototype, 'node');
  ObjectType(name, { description: is })(type);
  return type;
}

/** What the resolver of a list with pages returns. `after` is that of the request. */
export function connectionOf<Element>(
  { answer: { page } }: { answer: PagedAnswer<Element> },
  { items, hasMore }: Page<Element>,
  after: string | null | undefined,
) {
  const cursorOf = (element: Element | undefined) => (element ? toPageCursor(page.positionOf(element)) : null);
  const edges = () => items.map((node) => ({ cursor: cursorOf(node), node }));
  const startCursor = cursorOf(items.at(0));
  const endCursor = cursorOf(items.at(-1));
  const pageInfo = { hasNextPage: hasMore, hasPreviousPage: after != null, startCursor, endCursor };
  return { nodes: items, edges, pageInfo };
}

const payloads = new Map<string, ClassType>();

/** The payload of a mutation that declares its answer, for `@Mutation`. */
export function payloadOf({ name, answer }: { name: string; answer: Answer }): () => ClassType {
  const hasResult = !isNothing(answer);
  const { name: title = `${capitalized(name)}Payload`, is } = answer.payload;
  const known = payloads.get(title);
  if (known) return () => known;
  const type = class extends EnvelopeType {};
  payloads.set(title, type);
  if (hasResult) {
    const result = typeOf(answer.schema);
    const description = `${answer.is} ${resultDescription}`.trimStart();
    Field(() => result, { nullable: true, description })(type.prototype, 'result');
  }
  const description = is ?? `The answer to \`${name}\`.${hasResult ? '' : ' It has no result.'}`;
  ObjectType(title, { implements: EnvelopeType, description })(type);
  return () => type;
}

/** What the resolver of a mutation returns. */
export const answered = <Value>({ message, answer }: { message: string; answer: Answer<Value> }, result: Value) => ({
  success: true,
  msg: answer.messageOf?.(result) ?? message,
  error: null,
  result,
});

/** By the definition of the object, which stays the same if a field with this type has another description. */
const types = new WeakMap<z.ZodObject['def'], ClassType>([[fieldProblem.def, FieldProblemType]]);

export function objectTypeOf(schema: z.ZodObject): ClassType {
  const known = types.get(schema.def);
  if (known) return known;
  const { title, typeDescription: description = '' } = metaOf(schema);
  if (title === undefined) throw new Error('an object of an answer has no name');
  const type = class {};
  types.set(schema.def, type);
  for (const [property, field] of fieldsOf(schema)) {
    const { name = property, description = '' } = metaOf(field);
    // A simple field is read without a resolver, by the name that it has in the schema.
    const options = { name, simple: name === property, nullable: shapeOf(field).kind === 'nullable', description };
    const fieldType = typeOf(field);
    Field(() => fieldType, options)(type.prototype, property);
  }
  ObjectType(title, { description })(type);
  return type;
}

/** A class, a scalar or an enum, or a list with one of them. */
function typeOf(schema: z.ZodType, meta = metaOf(schema)): object {
  const shape = shapeOf(schema);
  if (shape.kind === 'nullable') return typeOf(shape.inner, meta);
  if (shape.kind === 'object') return objectTypeOf(shape.schema);
  if (shape.kind === 'list') return [typeOf(shape.element)];
  const { enumName, enumDescription, values, isId } = meta;
  if (isId !== undefined) return isId ? ID : String;
  if (enumName !== undefined) return enumOf(enumName, enumDescription, values);
  if (shape.kind === 'nothing') throw new Error('a query has an answer');
  return scalars[shape.kind];
}

const scalars = {
  string: String,
  id: ID,
  enum: String,
  integer: Int,
  boolean: Boolean,
  time: DateTime,
  json: GraphQLJSONObject,
} as const;
