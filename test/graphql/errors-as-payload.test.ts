import { graphql, isNonNullType, isObjectType } from 'graphql';
import { createSchema } from '../../src/apis';
import type { Services } from '../../src/compose';
import { AppError } from '../../src/platform/errors/app-error';
import { execute, postJson } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { LogoutDocument } from '../support/operations';

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
/** Every service fails, except that this schema is no subgraph. */
const services = new Proxy({}, { get: (_, name) => (name === 'federation' ? null : failing) }) as unknown as Services;
const schema = createSchema(services);
const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});

const documents: Record<string, string> = {
  register: 'register(input: { email: "a@b.de", firstName: "A", lastName: "B", password: "correct horse" })',
  login: 'login(input: { email: "a@b.de", password: "correct horse" })',
  completeLogin: 'completeLogin(input: { token: "1", code: "1" })',
  enrollTotp: 'enrollTotp(input: { currentPassword: "1" })',
  confirmTotp: 'confirmTotp(input: { code: "1" })',
  removeTotp: 'removeTotp',
  passkeyLoginOptions: 'passkeyLoginOptions',
  loginWithPasskey: 'loginWithPasskey(input: { passkey: {} })',
  addPasskeyOptions: 'addPasskeyOptions(input: {})',
  addPasskey: 'addPasskey(input: { passkey: {} })',
  renamePasskey: 'renamePasskey(input: { id: "1", name: "A" })',
  removePasskey: 'removePasskey(input: { id: "1" })',
  regenerateRecoveryCodes: 'regenerateRecoveryCodes',
  setTwoStep: 'setTwoStep(input: { enabled: true })',
  stepUp: 'stepUp(input: { code: "1" })',
  stepUpOptions: 'stepUpOptions',
  refresh: 'refresh(input: {})',
  logout: 'logout',
  revokeSession: 'revokeSession(input: { id: "1" })',
  sendEmailVerification: 'sendEmailVerification(input: { email: "a@b.de" })',
  confirmEmail: 'confirmEmail(input: { token: "1" })',
  requestPasswordReset: 'requestPasswordReset(input: { email: "a@b.de" })',
  resetPassword: 'resetPassword(input: { token: "1", password: "correct horse" })',
  changePassword: 'changePassword(input: { currentPassword: "1", password: "correct horse" })',
  changeEmail: 'changeEmail(input: { email: "a@b.de", currentPassword: "1" })',
  confirmEmailChange: 'confirmEmailChange(input: { token: "1" })',
  undoEmailChange: 'undoEmailChange(input: { token: "1" })',
  updateProfile: 'updateProfile(input: { firstName: "A" })',
  deleteAccount: 'deleteAccount(input: { currentPassword: "1" })',
  cancelDeletion: 'cancelDeletion(input: { token: "1" })',
};

const ofSignedInUsers = [
  'stepUp',
  'stepUpOptions',
  'enrollTotp',
  'confirmTotp',
  'removeTotp',
  'addPasskeyOptions',
  'addPasskey',
  'renamePasskey',
  'removePasskey',
  'regenerateRecoveryCodes',
  'setTwoStep',
  'logout',
  'revokeSession',
  'changePassword',
  'changeEmail',
  'updateProfile',
  'deleteAccount',
];

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
    const query = `mutation { logout { success } login(input: ${credentials}) { error { code } } }`;
    expect(await ask(query)).toEqual({
      data: { logout: null, login: { error: { code: 'INVALID_CREDENTIALS' } } },
      errors: [unauthenticated('logout')],
    });
    expect(gatehouse.logged()).toContain('"code":"UNAUTHENTICATED"');
  });

  test('a typed client sees null and the error', async () => {
    const { data, errors } = await execute(gatehouse.url, LogoutDocument, { input: {} });
    expect(data).toEqual({ logout: null });
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['UNAUTHENTICATED']);
  });
});
