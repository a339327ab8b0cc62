import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  buildSchema,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  getNamedType,
  isInputObjectType,
  isObjectType,
} from 'graphql';
import { type OperationName, operations } from '../../src/features';
import { errorTable } from '../../src/platform/errors/error-table';
import { failureFormOf, openapiMethodOf, openapiPathOf } from '../../src/platform/rest/openapi.document';
import { type Credential, errorsOf, type RestRoute } from '../../src/platform/rest/rest-route';
import { operationsOfAdmins } from './declared-operations';
import { toCamelCase } from './field-names';
import { code, table } from './markdown-table';
import { document, routes, routesOfAdmins } from './rest-document';

/** The page of an operation in docs/reference/operations, if it has not the name of the operation: `key-set.md` for `keySet`. */
const otherPages: Readonly<Partial<Record<OperationName, string>>> = {
  alive: 'health.md',
  ready: 'health.md',
  openapi: 'README.md#the-openapi-document',
};
const pageOf = (name: OperationName): string =>
  otherPages[name] ?? `${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.md`;

const documented = operations.filter(({ caller, rest }) => caller !== 'superAdmin' && rest.length > 0);

interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  examples?: unknown[];
  default?: unknown;
  enum?: string[];
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
}

interface Described {
  parameters?: { name: string; description: string; required?: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<
    string,
    { headers?: Record<string, { description?: string }>; content: Record<string, { schema: Schema }> }
  >;
}

const graphql = buildSchema(readFileSync(path.join(__dirname, '../../schema.graphql'), 'utf8'));

/** The tables of the page of an operation, by marker. */
const parts: Readonly<Record<string, (route: RestRoute) => string>> = {
  fields,
  headers,
  errors,
  connection,
  result: (route) => properties(resultOf(route), resultTypeOf(route.operation.name)),
  // A result without the envelope.
  response: (route) => properties(successOf(route), undefined),
  page: (route) => properties(resultOf(route), undefined),
  session: (route) => properties(itemsOf(resultOf(route), 'sessions'), 'Session'),
  keys: (route) => properties(itemsOf(successOf(route), 'keys'), undefined),
  aliveErrors: () => errors(routeOf('alive')),
};

/** Returns the table under this marker in a page of the reference of operations, or undefined if there is no such table. */
export function operationPart(file: string, marker: string): string | undefined {
  if (file === `${folder}README.md` && marker === 'operations') return operationTable();
  const operation = documented.findLast(({ name }) => file === folder + pageOf(name));
  return operation && parts[marker]?.(routeOf(operation.name));
}

const folder = 'docs/reference/operations/';
const none = '–';

function routeOf(name: OperationName): RestRoute {
  const route = routes.find(({ operation, path }) => operation.name === name && !path.endsWith('/*'));
  if (!route) throw new Error(`no route ${name}`);
  return route;
}

const describedBy = (route: RestRoute) =>
  document.paths[openapiPathOf(route)]?.[openapiMethodOf(route)] as unknown as Described;

function resolve(schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1);
  return name ? ((document.components.schemas as Record<string, Schema>)[name] ?? {}) : schema;
}

function successOf(route: RestRoute): Schema {
  const [content] = Object.values(describedBy(route).responses[route.openapi().success.status ?? 200]?.content ?? {});
  return resolve(content?.schema ?? {});
}

const itemsOf = (schema: Schema, name: string): Schema => resolve(schema.properties?.[name]?.items ?? {});
const resultOf = (route: RestRoute): Schema => resolve(successOf(route).properties?.result ?? {});

const rootFields = () => ({ ...graphql.getMutationType()?.getFields(), ...graphql.getQueryType()?.getFields() });

/** The object type of the result in the payload of a mutation, or of a query. */
function resultTypeOf(name: string): string | undefined {
  const type = getNamedType(rootFields()[name]?.type);
  if (!isObjectType(type)) return undefined;
  const result = type.getFields().result;
  return result ? getNamedType(result.type).name : type.name;
}

function operationTable(): string {
  const rows = documented.map(({ name }) => {
    const route = routeOf(name);
    const field = rootFields()[name];
    const kind = graphql.getMutationType()?.getFields()[name] ? 'mutation' : 'query';
    return [
      `[${name}](${pageOf(name).replace(/^README\.md/, '')})`,
      route.method === 'all'
        ? `any method, \`${openapiPathOf(route)}\``
        : `\`${route.method.toUpperCase()} ${openapiPathOf(route)}\``,
      field ? `${kind} \`${name}\`` : none,
      accessTokenCell(route.openapi().credentials),
    ];
  });
  return table(['operation', 'REST', 'GraphQL', 'access token'], rows);
}

const graphqlOfAdmins = buildSchema(readFileSync(path.join(__dirname, '../../admin.graphql'), 'utf8'));

const routesOf = (name: OperationName) => routesOfAdmins.filter(({ operation }) => operation.name === name);

/** The operations of super admins, with their routes, their GraphQL fields and what they do. */
export function adminOperationList(): string {
  const mutations = graphqlOfAdmins.getMutationType()?.getFields() ?? {};
  const queries = graphqlOfAdmins.getQueryType()?.getFields() ?? {};
  const rows = operationsOfAdmins.map(({ name }) => [
    code(name),
    name in mutations ? `mutation \`${name}\`` : name in queries ? `query \`${name}\`` : none,
    routesOf(name)
      .map((route) => `\`${route.method.toUpperCase()} ${openapiPathOf(route)}\``)
      .join(', ') || none,
    routesOf(name)[0]?.openapi().description.split('\n')[0] ?? '',
  ]);
  return table(['operation', 'GraphQL', 'REST', 'what it does'], rows);
}

/** The errors that every operation of super admins can return, and then those of some. */
export function adminErrorTables(): { common: string; special: string } {
  const lists = operationsOfAdmins.map(({ name, errors }) => ({ name, errors: Object.entries(errors) }));
  const isCommon = ([error, when]: [string, string]) =>
    lists.every(({ errors }) => errors.some(([other, text]) => other === error && text === when));
  const common = (lists[0]?.errors ?? []).filter(isCommon);
  const special = lists.flatMap(({ name, errors }) =>
    errors.filter((one) => !isCommon(one)).map(([error, when]) => [code(name), code(error), when]),
  );
  return {
    common: table(
      ['code', 'when'],
      common.map(([error, when]) => [code(error), when]),
    ),
    special: table(['operation', 'code', 'when'], special),
  };
}

function accessTokenCell(credentials: readonly Credential[] = []): string {
  if (credentials.includes('client')) return 'no, but a client id and a secret';
  if (!credentials.includes('accessToken')) return 'no';
  return credentials.includes('refreshCookie') ? 'required, or the refresh cookie' : 'required';
}

function fields(route: RestRoute): string {
  const { parameters = [], requestBody } = describedBy(route);
  const [content] = Object.values(requestBody?.content ?? {});
  const body = resolve(content?.schema ?? {});
  const all = [
    ...parameters.map(({ name, description, required = false, schema }) => ({
      name,
      isRequired: required,
      schema: { ...schema, description },
    })),
    ...Object.entries(body.properties ?? {}).map(([name, schema]) => ({
      name,
      isRequired: body.required?.includes(name) ?? false,
      schema,
    })),
  ];
  const inGraphql = inputsOf(rootFields()[route.operation.name]);
  const rows = all.map(({ name, isRequired, schema }) => [
    code(name),
    graphqlCell(inGraphql.find((one) => one.name === toCamelCase(name))),
    typeOf(schema),
    schema.description ?? '',
    isRequired ? 'yes' : 'no',
    schema.examples ? code(textOf(schema.examples[0])) : '',
  ]);
  return table(['REST', 'GraphQL', 'type', 'rule', 'required', 'example'], rows);
}

const textOf = (example: unknown): string => (typeof example === 'object' ? JSON.stringify(example) : String(example));

/** The fields of the argument `input`, or else the arguments. */
function inputsOf(field: GraphQLField<unknown, unknown> | undefined): readonly (GraphQLArgument | GraphQLInputField)[] {
  const input = getNamedType(field?.args.find(({ name }) => name === 'input')?.type);
  return isInputObjectType(input) ? Object.values(input.getFields()) : (field?.args ?? []);
}

function properties(schema: Schema, graphqlType: string | undefined): string {
  const type = graphqlType === undefined ? undefined : graphql.getType(graphqlType);
  const inGraphql = isObjectType(type) ? type.getFields() : {};
  const rows = Object.entries(schema.properties ?? {}).map(([name, property]) => [
    code(name),
    ...(graphqlType === undefined ? [] : [graphqlCell(inGraphql[toCamelCase(name)])]),
    typeOf(property),
    property.description ?? resolve(property).description ?? '',
  ]);
  return table(['REST', ...(graphqlType === undefined ? [] : ['GraphQL']), 'type', 'meaning'], rows);
}

/** What only GraphQL has around a list of sessions. */
function connection(): string {
  const rows = ['SessionConnection', 'SessionEdge', 'PageInfo'].flatMap((name) => {
    const type = graphql.getType(name);
    return isObjectType(type)
      ? Object.values(type.getFields()).map((field) => [code(name), graphqlCell(field), field.description ?? ''])
      : [];
  });
  return table(['type', 'field', 'meaning'], rows);
}

function errors(route: RestRoute): string {
  const { failure } = route.openapi();
  const { nameOf } = failureFormOf(route.openapi());
  const rows = [...errorsOf(route)].map(([code, when]) => [
    `[\`${nameOf(code)}\`](../errors.md#${failure ? 'oauth' : 'codes'})`,
    String(errorTable[code].status),
    when,
  ]);
  return table([failure ? 'error' : 'code', 'status', 'when'], rows);
}

function headers(route: RestRoute): string {
  const byName = new Map<string, { statuses: string[]; description: string }>();
  for (const [status, response] of Object.entries(describedBy(route).responses)) {
    for (const [name, { description = '' }] of Object.entries(response.headers ?? {})) {
      byName.set(name, { statuses: [...(byName.get(name)?.statuses ?? []), status], description });
    }
  }
  const rows = [...byName].map(([name, { statuses, description }]) => [code(name), statuses.join(', '), description]);
  return table(['header', 'status', 'meaning'], rows);
}

const graphqlCell = (field: { name: string; type: { toString(): string } } | undefined): string =>
  field ? `\`${field.name}: ${field.type}\`` : none;

function typeOf(schema: Schema): string {
  if (schema.$ref?.endsWith('/User')) return '[user](me.md#the-user)';
  const { type = 'object' } = resolve(schema);
  return Array.isArray(type) ? type.join(' or ') : type;
}
