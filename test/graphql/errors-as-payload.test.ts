import {
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  graphql,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
} from 'graphql';
import { createSchema } from '../../src/apis';
import { LogoutDocument } from '../../src/client/documents';
import { operations } from '../../src/compose/features';
import type { Services } from '../../src/compose/services';
import { AppError } from '../../src/platform/errors/app-error';
import { execute, postJson } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';

/** Whether the error of an operation is in the payload of a mutation or in `errors`. */
let thrown: unknown;
const failing = new Proxy(
  {},
  {
    get: () => async () => {
      throw thrown;
    },
  },
);
/** Every service fails, except that this schema is no subgraph and has no fields of an installation. */
const services = new Proxy(
  { federation: null, userFields: undefined },
  { get: (parts, name) => (name in parts ? parts[name as keyof typeof parts] : failing) },
) as unknown as Services;
const schema = createSchema(services);
const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});

/** Only what is required, as text: the services of this schema read nothing. */
function textOf(type: GraphQLInputType): string {
  if (isNonNullType(type)) return textOf(type.ofType);
  if (isListType(type)) return '[]';
  if (isEnumType(type)) return type.getValues()[0]?.name ?? '';
  if (isScalarType(type)) return { Boolean: 'true', Int: '1', Float: '1', String: '"1"', ID: '"1"' }[type.name] ?? '{}';
  return `{ ${required(Object.values(type.getFields())).join(', ')} }`;
}
const required = (inputs: readonly (GraphQLArgument | GraphQLInputField)[]): string[] =>
  inputs.filter(({ type }) => isNonNullType(type)).map(({ name, type }) => `${name}: ${textOf(type)}`);

const documents = Object.fromEntries(
  mutations.map(({ name, args }) => {
    const values = required(args);
    return [name, values.length > 0 ? `${name}(${values.join(', ')})` : name];
  }),
);

const ofSignedInUsers: readonly string[] = operations.flatMap(({ name, caller }) => (caller === 'user' ? [name] : []));

async function run(name: string, error: unknown, refreshCookie: unknown = null) {
  thrown = error;
  const source = `mutation { ${documents[name]} { success error { code } } }`;
  const contextValue = { facts: {}, request: { refreshCookie } };
  const { data, errors = [] } = await graphql({ schema, source, contextValue });
  return { payload: data?.[name], thrown: errors.map(({ originalError }) => originalError) };
}

test.each(mutations.map(({ name }) => name))('an error of %s is in its payload, a bug is not', async (name) => {
  const rejected = new AppError('RATE_LIMITED');
  const payload = { success: false, error: { code: 'RATE_LIMITED' } };
  expect(await run(name, rejected)).toEqual({ payload, thrown: [] });
  const bug = new AppError('INTERNAL');
  expect((await run(name, bug)).thrown).toEqual([bug]);
});

test.each(['UNAUTHENTICATED', 'FORBIDDEN', 'STEP_UP_REQUIRED'] as const)(
  '%s is in errors where a signed-in user is needed',
  async (code) => {
    const error = new AppError(code);
    for (const { name, type } of mutations) {
      const needsUser = ofSignedInUsers.includes(name);
      expect([name, isNonNullType(type)]).toEqual([name, !needsUser]);
      const payload = needsUser ? null : { success: false, error: { code } };
      expect([name, await run(name, error)]).toEqual([name, { payload, thrown: needsUser ? [error] : [] }]);
    }
    const payload = { success: false, error: { code } };
    for (const cookie of [{ token: 'x' }, 'rejected']) {
      expect(await run('logout', error, cookie)).toEqual({ payload, thrown: [] });
      expect(await run('revokeSession', error, cookie)).toEqual({ payload: null, thrown: [error] });
    }
  },
);

test('a query that needs a signed-in user is nullable', () => {
  const { me, sessions } = schema.getQueryType()?.getFields() ?? {};
  expect([me, sessions].map((field) => isObjectType(field?.type))).toEqual([true, true]);
});

describe('without an access token', () => {
  let gatehouse: Gatehouse;
  beforeAll(async () => {
    gatehouse = await startGatehouse();
  });
  afterAll(() => gatehouse.stop());

  const ask = async (query: string) => (await postJson(`${gatehouse.url}/graphql`, { query })).json();
  const unauthenticated = (path: string) =>
    expect.objectContaining({ path: [path], extensions: expect.objectContaining({ code: 'UNAUTHENTICATED' }) });

  test('the other fields of a query are answered', async () => {
    expect(await ask('{ ready me { id } sessions { edges { cursor } } }')).toEqual({
      data: { ready: true, me: null, sessions: null },
      errors: [unauthenticated('me'), unauthenticated('sessions')],
    });
  });

  test('the other fields of a mutation are answered', async () => {
    const credentials = '{ email: "unknown@example.com", password: "correct horse battery" }';
    const query = `mutation { revokeSession(input: { id: "x" }) { success } login(input: ${credentials}) { error { code } } }`;
    expect(await ask(query)).toEqual({
      data: { revokeSession: null, login: { error: { code: 'INVALID_CREDENTIALS' } } },
      errors: [unauthenticated('revokeSession')],
    });
    expect(gatehouse.logged()).toContain('"code":"UNAUTHENTICATED"');
  });

  test('a typed client sees null and the error', async () => {
    const { data, errors } = await execute(gatehouse.url, LogoutDocument, { input: {} });
    expect(data).toEqual({ logout: null });
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['UNAUTHENTICATED']);
  });
});
