import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { UserField } from '../../src/accounts/users/user-field';
import { UserFields } from '../../src/accounts/users/user-fields';
import { openapiDocument, openapiMethodOf, openapiPathOf } from '../../src/platform/rest/openapi.document';
import type { RestRoute } from '../../src/platform/rest/rest-route';
import { toCamelCase } from './field-names';
import { routesWith } from './rest-document';

/** Writes the operations of people for the client package, which imports nothing of the server, with their types. */

interface Schema {
  $ref?: string;
  description?: string;
  type?: string | string[];
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: Schema;
}

/** In these, the browser or the session has a part, so `client.ts` has them. The last one is for proxies. */
const writtenOut = new Set([
  ...['register', 'login', 'completeLogin', 'completeEmailLogin', 'loginWithIdToken', 'logout', 'refresh', 'me'],
  ...['startProviderLogin', 'completeProviderLogin', 'passkeyLoginOptions', 'loginWithPasskey', 'addPasskeyOptions'],
  ...['addPasskey', 'stepUp', 'stepUpOptions', 'requestEmailLogin', 'requestStepUpCode', 'linkIdentity', 'verify'],
]);

/** The session takes these. */
const ofSession = ['jwt', 'gen_ts', 'expires_in'];

const field: UserField = {
  ...{ name: 'plan', camelName: 'plan', type: 'string', required: false, values: null, min: null, max: null },
  ...{ maxLength: 9, default: null, read: 'user', write: 'user', label: {} },
};
// With USER_FIELDS: an installation without them has no other operations.
const routes = routesWith({ userFields: { fields: new UserFields(() => [field]) } });
const document = openapiDocument({ publicUrl: 'https://id.gatehouse.test', refreshCookie: '' }, routes);
const schemas = document.components.schemas as Record<string, Schema>;

const declared = routes
  .filter(({ path, operation: { caller } }) => path.startsWith('/auth/') && ['user', 'anyone'].includes(caller))
  .map((route) => ({ route, name: route.openapi().operationId ?? route.operation.name }))
  .filter(({ name }) => !writtenOut.has(name));

/** The records that answers have, by name. */
const records = new Map<string, string>();

const lastPart = (ref: string) => ref.split('/').at(-1) ?? '';

function typeOf(schema: Schema): string {
  if (schema.$ref) return recordOf(lastPart(schema.$ref));
  const types = [schema.type ?? []].flat().map((type) => {
    if (type === 'string' && schema.enum) return schema.enum.map((value) => `'${value}'`).join(' | ');
    if (type === 'array') return `${typeOf(schema.items ?? {})}[]`;
    if (type === 'integer') return 'number';
    if (type !== 'object') return type;
    if (schema.additionalProperties) return `Record<string, ${typeOf(schema.additionalProperties)}>`;
    return `{ ${fieldsOf(schema).join('; ')} }`;
  });
  return types.join(' | ') || 'unknown';
}

function fieldsOf({ properties = {}, required = [] }: Schema): string[] {
  return Object.entries(properties).map(([name, schema]) => {
    const type = name === 'fields' ? 'OwnFields' : typeOf(schema);
    return `${toCamelCase(name)}${required.includes(name) ? '' : '?'}: ${type}`;
  });
}

function recordOf(name: string): string {
  if (!records.has(name)) {
    const fields = fieldsOf(schemas[name] ?? {}).map((field) => `  ${field};\n`);
    records.set(name, `/** ${schemas[name]?.description} */\nexport interface ${name} {\n${fields.join('')}}\n`);
  }
  return name;
}

/** Fields of the path, of the query and of the body are one object. */
function inputOf(route: RestRoute): string {
  const { input } = route.openapi();
  if (!input) return '';
  const properties = input.fields as Record<string, Schema>;
  const fields = fieldsOf({ properties, required: [...input.required] });
  return `input${input.required.length > 0 ? '' : '?'}: { ${fields.join('; ')} }`;
}

/** What the result is called if it is one record, such as `user`. */
const holds = new Map([
  ['User', 'user'],
  ['Passkey', 'passkey'],
  ['Organization', 'organization'],
  ['Invitation', 'invitation'],
]);

function resultOf(route: RestRoute): { type: string; as?: string } {
  const { schema } = route.openapi().success;
  const result = schemas[lastPart((schema as Schema).$ref ?? '')]?.properties?.result ?? {};
  if (result.$ref) {
    const record = typeOf(result);
    const as = holds.get(record);
    if (!as) throw new Error(`what is a ${record} called in an answer?`);
    return { type: `<{ ${as}: ${record} }>`, as };
  }
  if (result.additionalProperties) return { type: `<{ data: ${typeOf(result)} }>`, as: 'data' };
  // A token for another purpose says how long it lives, and has no session.
  const { expires_in: lifetime, session_id: session } = result.properties ?? {};
  const isOfSession = lifetime === undefined || session !== undefined;
  const isTaken = (name: string) => isOfSession && ofSession.includes(name);
  const properties = Object.entries(result.properties ?? {}).filter(([name]) => !isTaken(name));
  const fields = fieldsOf({ ...result, properties: Object.fromEntries(properties) });
  return { type: fields.length > 0 ? `<{ ${fields.join('; ')} }>` : '' };
}

const operations = declared.map(({ route, name }) => {
  const method = openapiMethodOf(route).toUpperCase();
  const { type, as } = resultOf(route);
  const { summary } = route.openapi();
  const caller = route.operation.caller === 'anyone' ? 'anyone' : '';
  const address = toCamelCase(openapiPathOf(route)).replace('/auth', '');
  return {
    entry: `  ${name}: ['${[method, address, ...(caller || as ? [caller] : []), ...(as ? [as] : [])].join("', '")}'],\n`,
    member: `  /** ${summary}: \`${method} ${openapiPathOf(route)}\`. */\n  ${name}(${inputOf(route)}): Promise<Result${type}>;\n`,
  };
});

const members = operations.map(({ member }) => member).join('');
const named = [...records.keys()].sort();
const madeFrom = '// Made from the routes of the REST API by `npm run codegen`.';
const files = {
  records: `${madeFrom} Times are in ISO 8601, in UTC.

${[...records.values()].join('\n')}`,
  operations: `${madeFrom}
import type { Method } from './http.js';
import type { ${named.filter((name) => members.includes(name)).join(', ')} } from './records.js';
import type { OwnFields, Result } from './types.js';

/** The method, the path below \`/auth\`, whether anyone can call the operation, and what its result is called. */
export type Route = readonly [method: Method, path: string, caller?: 'anyone' | '', as?: string];

export const routes: Readonly<Record<keyof Operations, Route>> = {
${operations.map(({ entry }) => entry).join('')}};

export interface Operations {
${members}}
`,
};
for (const [name, text] of Object.entries(files)) {
  writeFileSync(path.join(__dirname, `../../src/client/${name}.ts`), text);
}
