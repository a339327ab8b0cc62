import {
  type GraphQLInputType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isObjectType,
} from 'graphql';
import type { JsonSchema } from '../../src/platform/rest/json-schema';
import type { RestRoute } from '../../src/platform/rest/rest-route';
import { toCamelCase } from './field-names';
import type { RootField } from './graphql-documents';
import { document, documentOfAdmins } from './rest-document';

/**
 * Tests read the answers of both APIs in one form: the objects of the REST API with the names of the GraphQL API. Values of
 * enums are in lower case, and times end with `Z`.
 */

type Fields = Record<string, unknown>;

const schemas: Readonly<Record<string, JsonSchema>> = {
  ...documentOfAdmins.components.schemas,
  ...document.components.schemas,
};

function resolved(schema: unknown): { type?: unknown; properties?: Readonly<Record<string, unknown>> } {
  const { $ref, ...own } = (schema ?? {}) as { $ref?: string };
  return $ref === undefined ? own : resolved(schemas[$ref.split('/').at(-1) ?? '']);
}

export interface ResultForm {
  /** What GraphQL returns, without the envelope. */
  type: GraphQLOutputType | null;
  /** The name of the REST property that holds the list of a page or the only value, if the result is no more than that. */
  holder: string | null;
  /** Whether the result is one page of a list. */
  isPage: boolean;
  /** Whether the page says what is before it. */
  hasPrevious: boolean;
}

/** The type of a field of a GraphQL object. */
export function fieldTypeOf(type: GraphQLOutputType | null | undefined, name: string): GraphQLOutputType | null {
  const named = type && getNamedType(type);
  return isObjectType(named) ? (named.getFields()[name]?.type ?? null) : null;
}

export const hasEnvelope = ({ field }: RootField): boolean => {
  const type = getNamedType(field.type);
  return isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'Envelope');
};

/** Learns from the declarations of both APIs how the result of an operation is written in each. */
export function resultFormOf(route: RestRoute | null, root: RootField | null): ResultForm {
  const type = root && (hasEnvelope(root) ? fieldTypeOf(root.field.type, 'result') : root.field.type);
  const result = resolved(route && resolved(route.openapi().success.schema).properties?.result);
  const properties = Object.entries(result.properties ?? {});
  const isPage = fieldTypeOf(type, 'pageInfo') !== null;
  const [only, ...others] = properties.filter(([, schema]) => !isPage || resolved(schema).type === 'array');
  const name = only && others.length === 0 ? toCamelCase(only[0]) : null;
  const isHolder = type && name !== null && (isListType(getNullableType(type)) || fieldTypeOf(type, name) === null);
  return { type, isPage, hasPrevious: 'previous' in (result.properties ?? {}), holder: isHolder ? name : null };
}

/** The type of what the holder holds. */
const heldIn = ({ type, isPage }: ResultForm): GraphQLOutputType | null =>
  isPage ? (fieldTypeOf(type, 'nodes') ?? fieldTypeOf(fieldTypeOf(type, 'edges'), 'node')) : type;

/** Converts the result of an answer of the REST API. */
export function recordOfRest(result: unknown, form: ResultForm): Fields | null {
  if (typeof result !== 'object' || result === null) return null;
  const typeOf = (name: string) => (form.holder === name ? heldIn(form) : fieldTypeOf(form.type, name));
  if (form.holder === null && isOpaque(form.type)) return result as Fields;
  return Object.fromEntries(
    Object.entries(result).map(([key, value]) => [toCamelCase(key), fromRest(value, key, typeOf(toCamelCase(key)))]),
  );
}

/** A value of any form, in which the names are those of the user. */
const isOpaque = (type: GraphQLOutputType | null) => type !== null && getNamedType(type).name === 'JSONObject';

export function fromRest(value: unknown, key: string, type: GraphQLOutputType | null): unknown {
  if (isOpaque(type)) return value;
  if (Array.isArray(value)) return value.map((one) => fromRest(one, key, type));
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([name, one]) => {
      const camelName = toCamelCase(name);
      return [camelName, fromRest(one, name, fieldTypeOf(type, camelName))];
    });
    return Object.fromEntries(entries);
  }
  return key.endsWith('_ts') && typeof value === 'string' ? `${value}Z` : value;
}

/** Converts the result of an answer of the GraphQL API. */
export function recordOfGraphql(result: unknown, form: ResultForm): Fields | null {
  const value = form.type ? fromGraphql(result, form.type) : null;
  if (form.isPage && value !== null) {
    const { nodes, edges, pageInfo, ...more } = value as Fields & GraphqlPage;
    const { hasNextPage, endCursor, hasPreviousPage, startCursor } = pageInfo;
    const before = form.hasPrevious && { previous: hasPreviousPage ? startCursor : null };
    const list = nodes ?? edges?.map(({ node }) => node);
    return { [form.holder ?? '']: list, ...before, next: hasNextPage ? endCursor : null, ...more };
  }
  if (form.holder !== null) return { [form.holder]: value };
  return value as Fields | null;
}

interface GraphqlPage {
  nodes?: unknown[];
  edges?: { node: unknown }[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null; hasPreviousPage: boolean; startCursor: string | null };
}

export function fromGraphql(value: unknown, type: GraphQLOutputType): unknown {
  const named = getNamedType(type);
  if (Array.isArray(value)) return value.map((one) => fromGraphql(one, type));
  if (isEnumType(named)) return typeof value === 'string' ? named.getValue(value)?.value : value;
  if (!isObjectType(named) || typeof value !== 'object' || value === null) return value ?? null;
  const fields = named.getFields();
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      const field = fields[name];
      return [name, field ? fromGraphql(one, field.type) : one];
    }),
  );
}

/** Converts an input to variables: what is no argument of its own is a field of the argument that is an object. */
export function variablesOf({ args }: RootField['field'], input: Fields): Fields {
  const group = args.find(({ type }) => isInputObjectType(getNamedType(type)));
  const own = args.filter((one) => one !== group);
  const entries = Object.entries(input);
  const alone = entries.flatMap(([name, value]) => {
    const argument = own.find((one) => one.name === name);
    return argument ? [[name, toGraphql(value, argument.type)]] : [];
  });
  const others = Object.fromEntries(entries.filter(([name]) => !own.some((one) => one.name === name)));
  const variables = { ...Object.fromEntries(alone), ...(group && { [group.name]: toGraphql(others, group.type) }) };
  const isBackwards = input.before && own.some(({ name }) => name === 'last');
  return isBackwards ? { ...variables, first: undefined, last: variables.first } : variables;
}

function toGraphql(value: unknown, type: GraphQLInputType | undefined): unknown {
  const named = type && getNamedType(type);
  if (Array.isArray(value)) return value.map((one) => toGraphql(one, type));
  if (isEnumType(named)) return typeof value === 'string' ? value.toUpperCase() : value;
  if (!isInputObjectType(named) || typeof value !== 'object' || value === null) return value;
  const fields = named.getFields();
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, toGraphql(one, fields[name]?.type)]));
}

/** The result as GraphQL has it: a list or a value without the object around it, and the elements of a page as `nodes`. */
export function resultIn(record: Fields | null, { holder, isPage }: ResultForm): unknown {
  if (record === null || holder === null) return record;
  if (!isPage) return record[holder];
  const { [holder]: nodes, ...page } = record;
  return { nodes, ...page };
}

/** What a result of one type is called: `user` for `User`, `stepUpOptions` for `StepUpOptionsResult`. */
export function nameOfResult({ type }: ResultForm): string {
  if (!type || isListType(getNullableType(type))) return '';
  const name = getNamedType(type).name.replace(/Result$/, '');
  return name.charAt(0).toLowerCase() + name.slice(1);
}
