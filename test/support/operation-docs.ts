import { readFileSync } from 'node:fs';
import path from 'node:path';
import { buildSchema, getNamedType, isInputObjectType } from 'graphql';
import { oauthErrors, oauthFailures } from '../../src/accounts/applications/oauth-errors.rest';
import { type OperationName, operations } from '../../src/compose/features';
import { bearerErrors, bearerFailures } from '../../src/features/openid/bearer-errors.rest';
import { tokenFailures } from '../../src/features/openid/token.rest';
import type { ErrorCode } from '../../src/platform/errors/error-table';
import type { Operation } from '../../src/platform/operations/define-operation';
import { failureFormOf, openapiMethodOf, openapiPathOf } from '../../src/platform/rest/openapi.document';
import { errorsOf, type RestRoute } from '../../src/platform/rest/rest-route';
import { operationsOfAdmins } from './declared-operations';
import { readText } from './doc-pages';
import { toCamelCase } from './field-names';
import { code, table } from './markdown-table';
import { document, routes, routesOfAdmins } from './rest-document';

/** The pages of the API in docs/reference/api. The markers of a page say which operations it describes. */
const pageTitles = {
  account: 'Account',
  login: 'Login and sessions',
  'password-and-email': 'Password and e-mail address',
  factors: 'Second factors',
  providers: 'Sign-in with providers',
  organizations: 'Organizations',
  tokens: 'Tokens, for services and proxies',
  service: 'The service',
};
type ApiPage = keyof typeof pageTitles;
const apiPages = Object.keys(pageTitles) as ApiPage[];
const folder = 'docs/reference/api/';

interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
}

interface Described {
  description: string;
  parameters?: { name: string; description: string; required?: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<
    string,
    { headers?: Record<string, { description?: string }>; content: Record<string, { schema: Schema }> }
  >;
}

interface Field {
  name: string;
  notes: string[];
  schema: Schema;
}

const schemaIn = (file: string) => buildSchema(readFileSync(path.join(__dirname, '../..', file), 'utf8'));
const graphql = schemaIn('schema.graphql');
const graphqlOfAdmins = schemaIn('admin.graphql');
const rootFieldsOf = (schema: typeof graphql) => ({
  ...schema.getMutationType()?.getFields(),
  ...schema.getQueryType()?.getFields(),
});
const rootFields = rootFieldsOf(graphql);
const rootFieldsOfAdmins = rootFieldsOf(graphqlOfAdmins);

const documented = operations.filter(({ caller, rest }) => caller !== 'superAdmin' && rest.length > 0);
const markersIn = (page: ApiPage): string[] =>
  [...readText(`${folder}${page}.md`).matchAll(/^<!--generated:(\w+)-->$/gm)].map(([, marker = '']) => marker);

/** The parts of the pages of the API: one for each operation, and the index. A field is described where it occurs first. */
export function apiParts(): Record<string, () => string> {
  const places = apiPages.flatMap((page) => markersIn(page).map((marker) => ({ page, marker })));
  const missing = documented.filter(({ name }) => !places.some(({ marker }) => marker === name));
  if (missing.length > 0) throw new Error(`no page of the API has: ${missing.map(({ name }) => name).join(', ')}`);
  const firstOf = new Map<string, string>();
  const parts = places.map(({ page, marker }): [string, () => string] => {
    const route = routes.find(({ operation, path }) => operation.name === marker && !path.endsWith('/*'));
    if (!route) throw new Error(`${folder}${page}.md: no operation ${marker}`);
    const text = operationPart(route, firstOf, page);
    return [`${folder}${page}.md ${marker}`, () => text];
  });
  const index = () =>
    apiPages
      .map((page) => `- **[${pageTitles[page]}](${page}.md)**: ${markersIn(page).map(linkIn(page)).join(', ')}`)
      .join('\n');
  return { ...Object.fromEntries(parts), [`${folder}README.md operations`]: index };
}

const linkIn = (page: ApiPage) => (name: string) => `[${name}](${page}.md#${name.toLowerCase()})`;

const routesOf = (name: string): RestRoute[] =>
  routes.filter(({ operation, path }) => operation.name === name && !path.endsWith('/*'));

const methodAndPath = (route: RestRoute): string =>
  code(`${route.method === 'all' ? 'ANY' : route.method.toUpperCase()} ${openapiPathOf(route)}`);

function operationPart(route: RestRoute, firstOf: Map<string, string>, page: ApiPage): string {
  const { name } = route.operation;
  const own = describedBy(route);
  const link = linkIn(page)(name);
  const list = (fields: Field[]) => fieldList(fields, firstOf, link);
  const interfaces = [
    ...routesOf(name).map(methodAndPath),
    ...(name in rootFields ? [] : ['REST only']),
    ...(route.operation.caller === 'anyone' ? ['no access token'] : []),
    ...callers.filter(([sentence]) => sentence.test(own.description)).flatMap(([, note]) => note ?? []),
  ];
  const description = callers.reduce((text, [sentence]) => text.replace(sentence, ''), own.description);
  const inputs = list(inputsOf(route, own));
  const fields = shownResults.includes(name) ? [] : resultsOf(route, own);
  const names = isInExample(name, fields, page) ? '' : namesOf(fields);
  const inWords = explainedResults.includes(name);
  if (inWords) firstOf.set(names, link);
  const results = inWords ? list(fields.map(briefly)) : sameAsBefore(names, firstOf, link);
  const headers = list(headersOf(own));
  const errors = errorLinks(route, inputs !== '');
  return [
    `## ${name}`,
    interfaces.join(' · '),
    description,
    titled('Input', inputs),
    titled('Result', results),
    titled('Headers', headers),
    errors.length > 0 && `**Errors:** ${errors.join(', ')}`,
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** A list has a line of its own for the title; what an earlier operation describes stands behind it. */
const titled = (title: string, text: string): string =>
  text.startsWith('- ') ? `**${title}**\n\n${text}` : text && `**${title}:** ${text}`;

/** The result that the others build on. Of the others the page has the names: schema.graphql and OpenAPI describe each field. */
const explainedResults: readonly string[] = ['login'] satisfies OperationName[];

/** Long results that an earlier operation has, too, are a link to it. */
function sameAsBefore(names: string, firstOf: Map<string, string>, link: string): string {
  if (names.split(', ').length < 4) return names;
  const first = firstOf.get(names) ?? link;
  firstOf.set(names, first);
  return first === link ? names : `see ${first}`;
}

/** Whether the example of the operation has each field of the result: schema.graphql and OpenAPI have the types. */
function isInExample(operation: string, fields: Field[], page: ApiPage): boolean {
  const [, section = ''] = readText(`${folder}${page}.md`).split(`<!--generated:${operation}-->`);
  const [example = ''] = section.replace(/^.*?<!--end-->/s, '').split('<!--generated:');
  const isNamed = ({ name }: Field) => example.includes(`"${name.replace(/^.*\./, '')}":`);
  return fields.length > 0 && fields.every((field) => field.name !== 'result' && isNamed(field));
}

/** Documents that a standard describes: their example shows them. */
const shownResults: readonly string[] = ['keySet', 'discovery', 'openapi'] satisfies OperationName[];

const namesOf = (fields: Field[]): string =>
  fields
    .map(({ name, notes, schema }) =>
      name === 'result'
        ? (schema.description ?? '')
        : `${code(name)}${notes.length > 0 ? ` (${notes.join(', ')})` : ''}`,
    )
    .join(', ');

/** What every operation can return: the overview says so once. */
const ofEvery: readonly ErrorCode[] = ['MALFORMED_REQUEST', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'INTERNAL'];

const oauthForms: readonly unknown[] = [oauthFailures, tokenFailures, bearerFailures];
const isOAuth = (route: RestRoute): boolean => oauthForms.includes(route.openapi().failure);

/** The names of these errors in the body of an answer. */
function namesOfErrors(route: RestRoute, codes: readonly ErrorCode[]): string[] {
  const { nameOf, otherNames = [] } = failureFormOf(route.openapi());
  return [...new Set([...codes.map(nameOf), ...otherNames])];
}

/** Without those that the overview names for every operation of this kind. The rate limits stand with their error. */
function errorLinks(route: RestRoute, hasInput: boolean): string[] {
  const { caller, limits } = route.operation;
  const inOverview: ErrorCode[] = [
    ...ofEvery,
    ...(isOAuth(route) ? [] : (['SERVICE_UNAVAILABLE'] as const)),
    ...(hasInput && !isOAuth(route) ? (['VALIDATION_FAILED'] as const) : []),
    ...(caller === 'user' && !isOAuth(route) ? (['UNAUTHENTICATED', 'FORBIDDEN'] as const) : []),
  ];
  const codes = [...errorsOf(route).keys()].filter((code) => !inOverview.includes(code));
  const [ofLimits] = limits.length > 0 ? namesOfErrors(route, ['RATE_LIMITED']) : [];
  const notOfLimits = namesOfErrors(route, codes).filter((name) => name !== ofLimits);
  const links = notOfLimits.map((name) => `[\`${name}\`](../errors.md#${isOAuth(route) ? 'oauth' : 'codes'})`);
  const limited = `[\`${ofLimits}\`](../limits.md#rate-limits) (${limits.map((limit) => code(limit.name)).join(', ')})`;
  return ofLimits ? [...links, limited] : links;
}

/** Each `error` of the OAuth endpoints with its meaning, and the endpoints that have it unless all do. */
export function oauthErrorList(): string {
  const endpoints = new Map<string, string[]>();
  for (const route of routes.filter(isOAuth)) {
    const names = namesOfErrors(route, [...errorsOf(route).keys()]);
    const path = openapiPathOf(route);
    endpoints.set(path, [...new Set([...(endpoints.get(path) ?? []), ...names])]);
  }
  return Object.entries({ ...oauthErrors, ...bearerErrors })
    .map(([name, meaning]) => {
      const having = [...endpoints].filter(([, names]) => names.includes(name)).map(([path]) => code(path));
      const notes = having.length === endpoints.size ? '' : ` (${having.join(', ')})`;
      return `- ${code(name)}${notes}: ${meaning}`;
    })
    .join('\n');
}

/** A sentence that an earlier operation has about a field of the same name is a link to that operation. */
function fieldList(fields: Field[], firstOf: Map<string, string>, link: string): string {
  const onlyNamed = new Map<string, string[]>();
  const lines = fields.flatMap(({ name, notes, schema }) => {
    const text = (schema.description ?? resolve(schema).description ?? '').replaceAll(inOverview, '');
    const label = `${code(name)}${notes.length > 0 ? ` (${notes.join(', ')})` : ''}`;
    const sentences = text.split(/(?<=\.)\s+/);
    const first = sentences.map((sentence) => firstOf.get(`${name}: ${sentence}`)).find((one) => one && one !== link);
    const own = sentences.filter((sentence) => (firstOf.get(`${name}: ${sentence}`) ?? link) === link);
    for (const sentence of own) firstOf.set(`${name}: ${sentence}`, link);
    if (first && own.length === 0) {
      onlyNamed.set(first, [...(onlyNamed.get(first) ?? []), label]);
      return [];
    }
    const words = own.join(' ').replaceAll(/\n+(- )?/g, ' ');
    return [`- ${label}: ${words}${first ? ` See ${first}.` : ''}`];
  });
  const named = [...onlyNamed].map(([first, labels]) => `${labels.join(', ')}: see ${first}`);
  if (lines.length === 0 && named.length === 1) return named.join('');
  return [...lines, ...named.map((line) => `- ${line}`)].join('\n');
}

/** The first sentence: the OpenAPI document and the schema have the others. */
const briefly = (field: Field): Field => {
  const text = field.schema.description ?? resolve(field.schema).description ?? '';
  const [sentence = ''] = /^.+?\.(?=\s|$)/s.exec(text) ?? [];
  return { ...field, schema: { ...field.schema, description: sentence || text } };
};

/** Who can call an operation: a note beside the path says the same in a few words. The overview explains the notes. */
const callers: readonly [RegExp, string?][] = [
  // The declaration says it, too.
  [/ ?(?:Anyone can call this operation(?:, without an access token)?|The caller needs no access token)\./],
  [/ ?The caller must be signed in\./, 'signed in'],
  [
    / ?The caller must be signed in, and (?:must )?have used a second factor in the last 5 minutes\./,
    'signed in, recent factor',
  ],
  [
    / ?The caller must be signed in, and (?:also )?sends the current password, or has used a second factor in the last 5 minutes\./,
    'signed in, password or recent factor',
  ],
  [
    / ?The caller must be signed in, and sends the current password, except in the first 5 minutes of a session that followed a registration, an invitation or a reset\./,
    'signed in, password unless new',
  ],
  [/ ?Only an OAuth client calls it, with its id and secret in HTTP Basic or in the form\./, 'client secret'],
];

/** The overview says it for every date-time. */
const inOverview = / The date-time is in UTC, without `Z`\./g;

const describedBy = (route: RestRoute) =>
  document.paths[openapiPathOf(route)]?.[openapiMethodOf(route)] as unknown as Described;

function resolve(schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1);
  const { schemas } = document.components as { schemas: Record<string, Schema> };
  return name ? (schemas[name] ?? {}) : schema;
}

function inputsOf(route: RestRoute, { parameters = [], requestBody }: Described): Field[] {
  const [content] = Object.values(requestBody?.content ?? {});
  const body = resolve(content?.schema ?? {});
  const field = rootFields[route.operation.name];
  const input = getNamedType(field?.args.find(({ name }) => name === 'input')?.type);
  const inGraphql = isInputObjectType(input) ? Object.keys(input.getFields()) : field?.args.map(({ name }) => name);
  const notesOf = (name: string, schema: Schema, isRequired: boolean) => [
    ...typeNotes(schema),
    ...(isRequired ? ['required'] : []),
    ...(inGraphql && !inGraphql.includes(toCamelCase(name)) ? ['REST only'] : []),
  ];
  return [
    ...parameters.map(({ name, description, required = false, schema }) => ({
      name,
      notes: notesOf(name, schema, required),
      schema: { ...schema, description },
    })),
    ...Object.entries(body.properties ?? {}).map(([name, schema]) => ({
      name,
      notes: notesOf(name, schema, body.required?.includes(name) ?? false),
      schema,
    })),
  ];
}

function resultsOf(route: RestRoute, { responses }: Described): Field[] {
  const [content] = Object.values(responses[route.openapi().success.status ?? 200]?.content ?? {});
  const whole = resolve(content?.schema ?? {});
  const { result } = whole.properties ?? {};
  const isUser = result?.$ref?.endsWith('/User') && route.operation.name !== 'me';
  if (isUser) return [{ name: 'result', notes: [], schema: { description: 'The user: see [me](account.md#me).' } }];
  return propertiesOf(result ? resolve(result) : whole, '');
}

/** With those of the objects in it, except the user. */
function propertiesOf(schema: Schema, prefix: string): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, property]) => {
    const name = prefix + key;
    const inner = property.items ?? property;
    const isLinked = inner.$ref?.endsWith('/User') || key === 'act';
    const nested = isLinked ? [] : propertiesOf(resolve(inner), `${name}${property.items ? '[]' : ''}.`);
    // The names of the fields in an object say that it exists.
    const own = { name, notes: typeNotes(property), schema: property };
    return nested.length > 0 ? nested : [own];
  });
}

/** A string needs no note. */
function typeNotes(schema: Schema): string[] {
  const { type = 'object' } = resolve(schema);
  const types = [type].flat();
  return types.filter((one) => one !== 'string').map((one) => (one === 'null' ? 'nullable' : one));
}

/** Those that not every answer can have. */
function headersOf({ responses }: Described): Field[] {
  const general = ['WWW-Authenticate', 'Retry-After'];
  const headers = new Map(
    Object.values(responses).flatMap(({ headers = {} }) =>
      Object.entries(headers)
        .filter(([name]) => !general.includes(name))
        .map(([name, { description = '' }]): [string, string] => [name, description]),
    ),
  );
  return [...headers].map(([name, description]) => ({ name, notes: [], schema: { type: 'string', description } }));
}

/** The operations of super admins, with their routes and input fields, and what they do. */
export function adminOperationList(): string {
  return operationsOfAdmins
    .map(({ name, errors }) => {
      const ownRoutes = routesOfAdmins.filter(({ operation }) => operation.name === name);
      const [route] = ownRoutes;
      const restOnly = name in rootFieldsOfAdmins ? [] : ['REST only'];
      const [does = ''] = /^.+?\.(?=\s|$)/.exec(route?.openapi().description ?? '') ?? [];
      const inputs = rootFieldsOfAdmins[name]?.args.flatMap((argument) => {
        const type = getNamedType(argument.type);
        return isInputObjectType(type) ? Object.keys(type.getFields()) : [argument.name];
      });
      const hasInput = inputs !== undefined && inputs.length > 0;
      const codes = (Object.keys(errors) as ErrorCode[]).filter(
        (code) =>
          !ofEveryAdminOperation.has(code) &&
          !(hasInput && code === 'VALIDATION_FAILED') &&
          !(code === 'NOT_FOUND' && inputs?.some((field) => /^(id|userId|requestId)$/.test(field))),
      );
      const says = [
        !clearOperations.includes(name) && does,
        codes.length > 0 && `Errors: ${codes.map(code).join(', ')}.`,
      ].filter(Boolean);
      const title = `- **${name}** (${[...ownRoutes.map(methodAndPath), ...restOnly].join(', ')})`;
      return says.length > 0 ? `${title}: ${says.join(' ')}` : title;
    })
    .join('\n');
}

/** Those whose name says what they do: the schema describes each. */
const clearOperations: readonly string[] = [
  'auditEvents',
  'createOauthClient',
  'createWebhookEndpoint',
  'enableUser',
  'messages',
  'oauthClient',
  'oauthClients',
  'rotateOauthClientSecret',
  'rotateWebhookSecret',
  'signingKeys',
  'updateOauthClient',
  'updateUser',
  'updateWebhookEndpoint',
  'users',
  'webhookDeliveries',
  'webhookEndpoint',
  'webhookEndpoints',
] satisfies OperationName[];

const ofEveryAdminOperation = new Set(
  (Object.keys(operationsOfAdmins[0]?.errors ?? {}) as ErrorCode[]).filter((code) =>
    operationsOfAdmins.every(({ errors }) => code in errors),
  ),
);

/** What opens the operations that not only their user, a super admin or anyone opens. Those with the same are in one row. */
export function accessTable(): string {
  const rows = new Map<string, string[]>();
  for (const operation of operations) {
    const openers = openersOf(operation).join(', or ');
    if (!saidInWords.includes(openers)) rows.set(openers, [...(rows.get(openers) ?? []), code(operation.name)]);
  }
  return table(
    ['opened by', 'operations'],
    [...rows].map(([openers, names]) => [openers, names.join(', ')]),
  );
}

const saidInWords = ['anyone', 'the user', 'a super admin'];

const credentialsBeside = { challenge: 'the challenge of a login', refreshToken: 'a refresh token' } as const;

function openersOf({ caller, orBy, openToImpersonation, openToApplications, openToApiKeys }: Operation): string[] {
  const ofApplications = openToApplications === undefined ? [] : [`an application with ${code(openToApplications)}`];
  if (caller === 'superAdmin') return ['a super admin'];
  if (caller === 'client') return ['a client with its own credentials'];
  if (caller === 'anyone') return ['anyone', ...ofApplications];
  const ofKeys = openToApiKeys ? ['an API key of the user'] : [];
  const ofUsers = ['the user', ...(openToImpersonation ? ['a super admin who acts as the user'] : []), ...ofKeys];
  const beside = orBy === undefined ? [] : [credentialsBeside[orBy]];
  return [...(caller === 'user' ? ofUsers : []), ...ofApplications, ...beside];
}

/** The errors that every operation of super admins can return. */
export const commonAdminErrors = (): string =>
  [...ofEveryAdminOperation].map((error) => `- ${code(error)}: ${operationsOfAdmins[0]?.errors[error]}`).join('\n');
