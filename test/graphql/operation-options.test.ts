import {
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  graphql,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { createAdminSchema } from '../../src/admin-schema';
import { createSchema } from '../../src/apis';
import type { AdminServices } from '../../src/compose/administration';
import type { Services } from '../../src/compose/services';
import { AppError } from '../../src/platform/errors/app-error';
import type { ErrorCode } from '../../src/platform/errors/error-table';
import { operationOf } from '../../src/platform/graphql/field-operation';

/** What a document says of an operation is compared with what it does: where each error is, and what is null. */

let thrown: AppError;
/** Every method of every service rejects. */
const failing: object = new Proxy(
  {},
  { get: () => new Proxy(() => {}, { get: () => () => Promise.reject(thrown), apply: () => Promise.reject(thrown) }) },
);
// Without the fields of an installation.
const services = new Proxy({}, { get: (_, name) => (name === 'userFields' ? undefined : failing) });

const examples: Readonly<Record<string, unknown>> = {
  String: 'text',
  ID: '01a1fafd-5d48-74fb-874f-7e0ccacee987',
  Boolean: true,
  Int: 1,
  JSONObject: {},
  DateTimeISO: '2026-11-20T17:30:15.123Z',
  _Any: { __typename: 'User', id: '01a1fafd-5d48-74fb-874f-7e0ccacee987' },
};

function exampleOf(type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return exampleOf(type.ofType);
  if (isListType(type)) return [exampleOf(type.ofType)];
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (!isInputObjectType(type)) return examples[type.name];
  const required = Object.values(type.getFields()).filter((field) => isNonNullType(field.type));
  return Object.fromEntries(required.map((field) => [field.name, exampleOf(field.type)]));
}

async function call(
  schema: GraphQLSchema,
  kind: string,
  field: GraphQLField<unknown, unknown>,
  refreshCookie: string | null,
) {
  const args = field.args.filter(({ type }) => isNonNullType(type));
  const variables = args.map(({ name, type }) => `$${name}: ${type}`).join();
  const passed = args.map(({ name }) => `${name}: $${name}`).join();
  const type = getNamedType(field.type);
  const hasError = isObjectType(type) && 'error' in type.getFields();
  const selection = !isCompositeType(type) ? '' : hasError ? '{ error { code } }' : '{ __typename }';
  const source = `${kind} ${variables && `(${variables})`} { ${field.name}${passed && `(${passed})`} ${selection} }`;
  const { data, errors = [] } = await graphql({
    schema,
    source,
    variableValues: Object.fromEntries(args.map(({ name, type }) => [name, exampleOf(type)])),
    contextValue: { request: { refreshCookie }, facts: {}, setRefreshCookie() {}, clearRefreshCookie() {} },
  });
  const value = data?.[field.name] as { error?: { code: string } } | null | undefined;
  return {
    inErrors: errors.map(({ originalError }) => (originalError as AppError | undefined)?.code ?? 'no AppError'),
    inPayload: value?.error?.code,
    data: data && 'object',
    field: value && 'object',
  };
}

describe.each([
  ['for users', createSchema(services as Services)],
  ['for super admins', createAdminSchema(services as AdminServices)],
])('the API %s', (_, schema) => {
  const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
  const queries = Object.values(schema.getQueryType()?.getFields() ?? {});

  test.each(mutations.map((field) => [field.name, field] as const))('%s', async (_name, field) => {
    const text = field.description ?? '';
    const [, listed = ''] =
      /\n\n(?:Without the refresh cookie, )?([^\n]*) (?:is|are) in `errors`, and the payload is null\./.exec(text) ??
      [];
    const inErrors = [...listed.matchAll(/`(\w+)`/g)].map(([, code]) => code);
    const codes = Object.keys(operationOf(field).errors) as ErrorCode[];
    for (const code of codes) {
      thrown = new AppError(code);
      const answer = await call(schema, 'mutation', field, null);
      const expected = inErrors.includes(code)
        ? { inErrors: [code], inPayload: undefined, data: 'object', field: null }
        : { inErrors: [], inPayload: code, data: 'object', field: 'object' };
      expect({ code, ...answer }).toEqual({ code, ...expected });
    }
  });

  test.each(queries.map((field) => [field.name, field] as const))('%s', async (_name, field) => {
    const [, empty] =
      /If an error occurs, (the field|`data`) is null and `errors` has the error:/.exec(field.description ?? '') ?? [];
    for (const code of Object.keys(operationOf(field).errors) as ErrorCode[]) {
      thrown = new AppError(code);
      const answer = await call(schema, 'query', field, null);
      expect({ code, ...answer }).toEqual({
        code,
        inErrors: [code],
        inPayload: undefined,
        data: empty === '`data`' ? null : 'object',
        field: empty === '`data`' ? undefined : null,
      });
    }
  });
});

test('with the refresh cookie, all errors of a logout are in the payload', async () => {
  const schema = createSchema(services as Services);
  const field = schema.getMutationType()?.getFields().logout;
  if (!field) throw new Error('no logout');
  for (const code of Object.keys(operationOf(field).errors) as ErrorCode[]) {
    thrown = new AppError(code);
    expect(await call(schema, 'mutation', field, 'a token')).toMatchObject({ inErrors: [], inPayload: code });
  }
});
