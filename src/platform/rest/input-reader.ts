import type { Request } from 'express';
import { queryOf } from '../http/request-line';
import type { Operation } from '../operations/define-operation';
import { type InputField, inputFieldsOf } from '../request/input-schema';
import { toSnakeCase } from './snake-case';

type Reader = (request: Pick<Request, 'method' | 'url' | 'params' | 'body'>) => Record<string, unknown>;

const readers = new WeakMap<Operation, Reader>();

/**
 * Reads the fields of an operation's input by their names in snake_case: from the path, and from the query of a GET or the
 * body. Other fields are ignored.
 */
export function inputOf(operation: Operation, request: Parameters<Reader>[0]): Record<string, unknown> {
  let read = readers.get(operation);
  if (!read) {
    read = createReader(operation);
    readers.set(operation, read);
  }
  return read(request);
}

function createReader({ name, input }: Operation): Reader {
  if (!input) throw new Error(`${name} has no input`);
  const fields = inputFieldsOf(input, 'rest').map(({ name, type }) => ({
    name,
    key: toSnakeCase(name),
    toValue: parameterReaders[type] ?? asIs,
  }));
  return ({ method, url, params, body }) => {
    const query = method === 'GET' ? queryOf(url) : null;
    const sent = ({ key, toValue }: (typeof fields)[number]): unknown => {
      if (Object.hasOwn(params, key)) return params[key];
      return query ? toValue(parameterOf(query, key)) : body?.[key];
    };
    return Object.fromEntries(fields.map((field) => [field.name, sent(field)]));
  };
}

type Parameter = string | string[] | undefined;

/** A parameter that occurs twice is an array, which every rule rejects. */
function parameterOf(query: URLSearchParams, name: string): Parameter {
  const values = query.getAll(name);
  return values.length > 1 ? values : values[0];
}

const asIs = (value: Parameter): unknown => value;

/** Any other value is left to the rule of the field. */
const parameterReaders: Partial<Record<InputField['type'], (value: Parameter) => unknown>> = {
  integer: (value) => (typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value),
  boolean: (value) => (value === 'true' ? true : value === 'false' ? false : value),
};
