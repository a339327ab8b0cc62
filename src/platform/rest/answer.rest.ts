import type { Request, Response } from 'express';
import type { z } from 'zod';
import { contextOf } from '../http/read-request-context';
import { sendJson } from '../http/send-json';
import {
  type Answer,
  exampleOf,
  fieldsOf,
  isNothing,
  metaOf,
  nextCursorOf,
  type Page,
  shapeOf,
} from '../operations/answer';
import type { Operation, RestPath } from '../operations/define-operation';
import type { RequestContext } from '../request/request-context';
import { capitalized } from '../runtime/camel-case';
import { emptySuccessSchema, type SuccessEnvelope, successEnvelope, successSchema } from './envelope';
import { inputOf } from './input-reader';
import {
  about,
  component,
  type JsonSchema,
  nullable,
  object,
  oneOf,
  string,
  timestamp,
  toTimestamp,
  uuid,
} from './json-schema';
import { bodyReadersOf, type RestRoute, type RouteText, routeOf } from './rest-route';
import { toSnakeCase } from './snake-case';

/** An operation that declares its answer. */
type Answering<Value = unknown, Path extends RestPath = RestPath, Input = unknown> = Operation<string, Path, Input> & {
  readonly answer: Answer<Value>;
};

/** What a route adds to its operation. */
interface AnswerText extends Omit<RouteText, 'success'> {
  /** The headers of a success. */
  headers?: RouteText['success']['headers'];
}

interface Exchange {
  req: Request;
  res: Response;
}

/** What `Module` exports, without operations that do not declare their answer. */
type Answers<Module> = {
  [Name in keyof Module as Module[Name] extends Answering ? Name : never]: Module[Name];
};

/** The method of a service for an operation. */
type MethodFor<One> =
  One extends Answering<infer Value, RestPath, infer Input>
    ? [Input] extends [null]
      ? (context: RequestContext) => Promise<Value>
      : (input: unknown, context: RequestContext) => Promise<Value>
    : never;

/** Routes by the names of operations. */
type RoutesOf<Module> = { [Name in keyof Module]?: RestRoute | RestRoute[] };

/**
 * Makes the routes of a module of operations, in the order of their declarations. The service has a method with the name of each
 * operation that declares its answer. `own` has the routes of the others, and those that do more.
 * @throws Error if an operation with a route has neither an answer nor a route in `own`
 */
export function answerRoutes<Module extends object, Own extends RoutesOf<Module> = Record<never, never>>(
  operations: Module,
  service: { [Name in Exclude<keyof Answers<Module>, keyof Own>]: MethodFor<Module[Name]> },
  own: Own = {} as Own,
): RestRoute[] {
  const methods = service as Readonly<Record<string, (...request: unknown[]) => Promise<unknown>>>;
  const routes = own as Readonly<Record<string, RestRoute | RestRoute[]>>;
  return Object.values(operations as Readonly<Record<string, Operation>>)
    .filter((one) => typeof one === 'object' && one.rest.length > 0)
    .sort((one, other) => one.position - other.position)
    .flatMap((operation) => {
      const { name, answer } = operation;
      if (routes[name]) return routes[name];
      if (!answer) throw new Error(`${name} has neither an answer nor a route of its own`);
      return answerRoute({ ...operation, answer }, async (input, context) =>
        operation.input ? methods[name]?.(input, context) : methods[name]?.(context),
      );
    });
}

/** Makes the route of an operation that declares its answer. `call` gets the input as the request has it, or an empty object. */
export const answerRoute = <Value, Path extends RestPath>(
  operation: Answering<Value, Path>,
  call: (input: object, context: RequestContext, exchange: Exchange) => Promise<Value>,
  { headers, ...text }: AnswerText = {},
): RestRoute => {
  let toBody: ((value: Value) => SuccessEnvelope) | undefined;
  return routeOf(operation, {
    openapi: () => ({
      ...(operation.answer.page && { description: `${operation.does}\n\n${nextPage}` }),
      ...text,
      success: successOf(operation, headers),
    }),
    handlers: [
      ...bodyReadersOf(operation),
      async (req, res) => {
        const input = operation.input ? inputOf(operation, req) : {};
        const value = await call(input, contextOf(req, res), { req, res });
        toBody ??= bodyWriterOf(operation);
        sendJson(operation.status ? res.status(operation.status) : res, toBody(value));
      },
    ],
  });
};

export const nextPage = 'For the next page, the client sends `next` as `after`, unless it is null.';

/** Returns what makes the envelope of a success. */
function bodyWriterOf<Value>({ message, answer }: Answering<Value>): (value: Value) => SuccessEnvelope {
  const write = resultWriterOf(answer);
  return (value) => successEnvelope(answer.messageOf?.(value) ?? message, write(value));
}

function resultWriterOf<Value>(answer: Answer<Value>): (value: Value) => object {
  const { schema, property, page } = answer;
  if (isNothing(answer)) return () => ({});
  const write = writerOf(page?.elements ?? schema);
  if (!property) return (value) => write(value) as object;
  const key = toSnakeCase(property.name);
  if (!page) return (value) => ({ [key]: write(value) });
  return (value) => {
    const { items, hasMore } = value as Page<unknown>;
    return { [key]: write(items), next: nextCursorOf(page, { items, hasMore }) };
  };
}

/** What the OpenAPI document says of the success of an operation. */
function successOf<Value>(operation: Answering<Value>, headers: AnswerText['headers']): RouteText['success'] {
  const { name, answer } = operation;
  const { property, result, envelope, envelopeName, page, response: description } = answer;
  const text = { description, ...(headers && { headers }) };
  if (isNothing(answer)) {
    const own = envelopeName === null ? null : successSchema(envelopeName, envelope, about(object({}), 'Nothing.'));
    return { ...text, schema: own ?? emptySuccessSchema, example: successEnvelope(operation.message, {}) };
  }
  const schema = page?.elements ?? answer.schema;
  const described = schemaOf(schema, { ...metaOf(schema), description: property?.holds ?? result });
  const properties = property && { [toSnakeCase(property.name)]: described, ...(page && { next: nextCursor }) };
  const body = properties ? about(object(properties), result) : described;
  return {
    ...text,
    schema: successSchema(envelopeName ?? `${capitalized(name)}Envelope`, envelope, body),
    example: bodyWriterOf(operation)(answer.example ?? exampleOf(answer.schema)),
  };
}

export const nextCursor = nullable(
  about(string, 'The cursor that the client sends as `after` to get the next page. Null on the last page.'),
);

type Writer = (value: unknown) => unknown;
const writers = new WeakMap<z.ZodType, Writer>();

/** Writes what the schema has, and nothing else that the value has. */
export function recordOf<Value>(schema: z.ZodType<Value>, value: Value): unknown {
  let write = writers.get(schema);
  if (!write) {
    write = writerOf(schema);
    writers.set(schema, write);
  }
  return write(value);
}

function writerOf(schema: z.ZodType): Writer {
  const shape = shapeOf(schema);
  if (shape.kind === 'time') return (value) => toTimestamp(value as Date);
  if (shape.kind === 'nullable') {
    const write = writerOf(shape.inner);
    return (value) => (value === null ? null : write(value));
  }
  if (shape.kind === 'list') {
    const write = writerOf(shape.element);
    return (value) => (value as readonly unknown[]).map(write);
  }
  const { keys, installed } = metaOf(schema);
  if (installed) return installed.shown;
  if (shape.kind === 'json' && keys === 'names') return inSnakeCase;
  if (shape.kind !== 'object') return (value) => value;
  const fields = propertiesIn(shape.schema).map(([key, name, field]) => ({ key, name, write: writerOf(field) }));
  return (value) => {
    const record: Record<string, unknown> = {};
    for (const { key, name, write } of fields) record[key] = write((value as Record<string, unknown>)[name]);
    return record;
  };
}

const inSnakeCase: Writer = (value) =>
  Object.fromEntries(Object.entries(value as object).map(([name, one]) => [toSnakeCase(name), one]));

/** The JSON Schema of a field, or of a whole answer. What can be null is no reference, so it has no name. */
export function schemaOf(schema: z.ZodType, meta = metaOf(schema)): JsonSchema {
  const { description = '', title, typeDescription = '', isInline, values, keys, installed } = meta;
  const shape = shapeOf(schema);
  switch (shape.kind) {
    case 'nullable': {
      const { title: _, ...unnamed } = meta;
      return nullable(schemaOf(shape.inner, unnamed) as JsonSchema & { type: string });
    }
    case 'object':
      return title === undefined || isInline
        ? about(object(propertiesOf(shape.schema)), description)
        : component(title, typeDescription, () => object(propertiesOf(shape.schema)));
    case 'list':
      return { type: 'array', description, items: schemaOf(shape.element) };
    case 'time':
      return timestamp(description);
    case 'id':
      return about(uuid, description);
    case 'integer':
      return about({ type: 'integer', ...minimumOf(schema) }, description);
    case 'boolean':
      return about({ type: 'boolean' }, description);
    case 'json':
      return (
        (installed?.schema as JsonSchema | undefined) ??
        about({ type: 'object', ...(keys === 'open' && { additionalProperties: true }) }, description)
      );
    default:
      return values ? oneOf(values, description) : about(string, description);
  }
}

export const propertiesOf = (schema: z.ZodObject): Record<string, JsonSchema> =>
  Object.fromEntries(propertiesIn(schema).map(([key, _, field]) => [key, schemaOf(field)]));

const propertiesIn = (schema: z.ZodObject): [key: string, name: string, field: z.ZodType][] =>
  fieldsOf(schema).flatMap(([name, field]) => {
    const { isGraphqlOnly, name: publicName = name } = metaOf(field);
    return isGraphqlOnly ? [] : [[toSnakeCase(publicName), name, field]];
  });

/** Zod has a minimum for every integer. */
function minimumOf(schema: z.ZodType): { minimum?: number } {
  const { minValue } = schema as z.ZodNumber;
  return minValue === null || minValue === Number.MIN_SAFE_INTEGER ? {} : { minimum: minValue };
}
