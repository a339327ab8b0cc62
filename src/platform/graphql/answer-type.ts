import { GraphQLJSONObject } from 'graphql-scalars';
import { type ClassType, Field, Int, ObjectType } from 'type-graphql';
import type { z } from 'zod';
import { type Answer, fieldsOf, metaOf, shapeOf } from '../operations/answer';
import { DateTime } from './date-time';
import { enumOf } from './input-type';

type GraphqlType =
  | ClassType
  | typeof String
  | typeof Boolean
  | typeof Int
  | typeof DateTime
  | typeof GraphQLJSONObject
  | object;

/**
 * The GraphQL type of the answer of an operation, for `@Query`. A resolver returns what the service has returned. Made now: type-graphql
 * has collected all types when it asks for this one.
 */
export function typeOfAnswer({ answer }: { answer: Answer }): () => GraphqlType | GraphqlType[] {
  const type = typeOf(answer.schema);
  return () => type;
}

const types = new WeakMap<z.ZodObject, ClassType>();

function objectTypeOf(schema: z.ZodObject): ClassType {
  const known = types.get(schema);
  if (known) return known;
  const { title, description = '' } = metaOf(schema);
  if (title === undefined) throw new Error('an object of an answer has no name');
  const type = class {};
  types.set(schema, type);
  for (const [name, field] of fieldsOf(schema)) {
    const options = { nullable: shapeOf(field).kind === 'nullable', description: metaOf(field).description ?? '' };
    const fieldType = typeOf(field);
    Field(() => fieldType, options)(type.prototype, name);
  }
  ObjectType(title, { description })(type);
  return type;
}

function typeOf(schema: z.ZodType): GraphqlType | GraphqlType[] {
  const shape = shapeOf(schema);
  if (shape.kind === 'nullable') return typeOf(shape.inner);
  if (shape.kind === 'object') return objectTypeOf(shape.schema);
  if (shape.kind === 'list') return [typeOf(shape.element)];
  const { enumName, enumDescription = '', values } = metaOf(schema);
  if (enumName !== undefined && values) return enumOf(enumName, enumDescription, values);
  return scalars[shape.kind];
}

const scalars = {
  string: String,
  enum: String,
  integer: Int,
  boolean: Boolean,
  time: DateTime,
  json: GraphQLJSONObject,
} as const;
