import { type Answer, type Api, apis, postJson, type Token, testInTurn } from '../support/apis';
import { withTotp } from '../support/authenticator';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { stopClock } from '../support/limits';

/** Each test runs through each API, and each API sees the changes of the other API. */
let gatehouse: Gatehouse;

beforeAll(async () => {
  gatehouse = await startGatehouse();
});
afterAll(() => gatehouse.stop());
// The codes of an authenticator app depend on the time.
beforeEach(stopClock);
afterEach(() => jest.useRealTimers());

const password = 'correct horse battery';
const newPassword = 'a much longer horse';
let people = 0;
const newAddress = () => {
  people += 1;
  return `new.${people}@example.org`;
};

async function logIn(api: Api) {
  people += 1;
  const credentials = { email: `plain.${people}@example.com`, password };
  await api.register(gatehouse.url, { ...credentials, firstName: 'Ada', lastName: 'Lovelace' });
  return { ...credentials, ...(await api.login(gatehouse.url, credentials)) };
}

type Sensitive = (api: Api, jwt: Token, currentPassword?: string) => Promise<Answer>;
const changePassword: Sensitive = (api, jwt, currentPassword) =>
  api.changePassword(gatehouse.url, { currentPassword, password: newPassword }, jwt);
const changeEmail: Sensitive = (api, jwt, currentPassword) =>
  api.changeEmail(gatehouse.url, { email: newAddress(), currentPassword }, jwt);
const deleteAccount: Sensitive = (api, jwt, currentPassword) =>
  api.deleteAccount(gatehouse.url, { currentPassword }, jwt);
const operations = { changePassword, changeEmail, deleteAccount };

/** What the operations change. */
async function stateOf(email: string) {
  const [user] = await gatehouse.sql(`SELECT * FROM users WHERE email = '${email}'`);
  const changes = await gatehouse.sql(`SELECT id FROM email_changes WHERE user_id = '${user?.id}'`);
  return { user, changes };
}

describe.each(apis.map((api, i) => ({ name: api.name, api, other: apis[1 - i] ?? api })))(
  'through $name',
  ({ api, other }) => {
    const rule = testInTurn(api);
    describe.each(Object.entries(operations))('%s', (name, operate) => {
      rule('of a user with a second factor needs it, in the last 5 minutes', async () => {
        const ada = await withTotp(other, gatehouse);
        const before = await stateOf(ada.email);
        const asked = { code: 'STEP_UP_REQUIRED', required: { acr: 'aal2', maxAge: 300 } };
        // Before the password is compared, so that the answer does not say whether it is right.
        for (const sent of [password, 'wrong horse battery']) {
          expect(await operate(api, ada.jwt, sent)).toMatchObject(asked);
        }
        const { jwt } = await other.stepUp(gatehouse.url, { code: ada.authenticator.next() }, ada.jwt);
        jest.setSystemTime(Date.now() + 301_000);
        expect(await operate(api, jwt, password)).toMatchObject(asked);
        expect(await stateOf(ada.email)).toEqual(before);

        const fresh = await other.stepUp(gatehouse.url, { code: ada.authenticator.next() }, jwt);
        jest.setSystemTime(Date.now() + 299_000);
        // A wrong password is wrong, also where the password could be left out.
        expect((await operate(api, fresh.jwt, 'wrong horse battery')).code).toBe('INVALID_CREDENTIALS');
        expect(await operate(api, fresh.jwt, password)).toMatchObject({ success: true });
        expect(await stateOf(ada.email)).not.toEqual(before);
      });

      rule('of a user without a second factor needs the current password', async () => {
        const { email, jwt } = await logIn(other);
        const before = await stateOf(email);
        jest.setSystemTime(Date.now() + 3000_000);
        const missing = await operate(api, jwt);
        expect(missing).toMatchObject({ code: 'VALIDATION_FAILED' });
        // GraphQL itself rejects a document without a required field.
        if (name !== 'changePassword')
          expect(missing.fields).toEqual([{ field: 'currentPassword', msg: 'is required' }]);
        expect((await operate(api, jwt, 'wrong horse battery')).code).toBe('INVALID_CREDENTIALS');
        expect(await stateOf(email)).toEqual(before);
        expect((await operate(api, jwt, password)).success).toBe(true);
      });

      rule('asks for a second factor that was added while the password was checked', async () => {
        const ada = await withTotp(other, gatehouse);
        const before = await stateOf(ada.email);
        const { users } = gatehouse.stores;
        const find = users.findCredentialsById.bind(users);
        const spy = jest.spyOn(users, 'findCredentialsById').mockImplementationOnce(async (id) => {
          const found = await find(id);
          return found && { ...found, factors: [] };
        });
        expect((await operate(api, ada.jwt, password)).code).toBe('STEP_UP_REQUIRED');
        expect(spy).toHaveBeenCalledTimes(2);
        spy.mockRestore();
        expect(await stateOf(ada.email)).toEqual(before);
      });
    });

    test.each([
      ['changeEmail', changeEmail],
      ['deleteAccount', deleteAccount],
    ])('%s with a recent second factor needs no password', async (_name, operate) => {
      const ada = await withTotp(other, gatehouse);
      const { jwt } = await other.stepUp(gatehouse.url, { code: ada.authenticator.next() }, ada.jwt);
      expect(await operate(api, ada.jwt)).toMatchObject({ code: 'STEP_UP_REQUIRED' });
      expect((await operate(api, jwt)).success).toBe(true);
    });
  },
);

describe('STEP_UP_REQUIRED', () => {
  test('is 401 with the challenge of RFC 9470 in the REST API', async () => {
    const { jwt } = await withTotp(apis[0], gatehouse);
    const input = { current_password: password, password: newPassword };
    const response = await postJson(`${gatehouse.url}/auth/password`, input, { Authorization: `Bearer ${jwt}` });
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe(
      'Bearer error="insufficient_user_authentication", error_description="This needs a recent proof of who you are. Use the step-up, then try again.", acr_values="aal2", max_age=300',
    );
    expect(await response.json()).toEqual({ success: false, msg: expect.any(String), code: 'STEP_UP_REQUIRED' });
  });

  test('is in errors in the GraphQL API, with what is needed', async () => {
    const { jwt } = await withTotp(apis[0], gatehouse);
    const query =
      'mutation ($input: ChangePasswordInput!) { changePassword(input: $input) { success error { code } } }';
    const variables = { input: { currentPassword: password, password: newPassword } };
    const body = { query, variables };
    const response = await postJson(`${gatehouse.url}/graphql`, body, { Authorization: `Bearer ${jwt}` });
    const { data, errors } = (await response.json()) as { data: object; errors: object[] };
    expect([response.status, data]).toEqual([200, { changePassword: null }]);
    expect(errors).toEqual([
      {
        message: expect.stringContaining('step-up'),
        locations: expect.any(Array),
        path: ['changePassword'],
        extensions: {
          code: 'STEP_UP_REQUIRED',
          fields: [],
          retryAfter: null,
          attemptsLeft: null,
          limit: null,
          sessionEnd: null,
          stepUp: { acr: 'aal2', maxAge: 300 },
        },
      },
    ]);
  });

  test('a browser on another origin may read the challenge', async () => {
    const origin = 'https://app.example.com';
    const shared = await startGatehouse({ CORS_ORIGINS: origin });
    const { headers } = await fetch(`${shared.url}/auth/me`, { headers: { Origin: origin } });
    expect(headers.get('access-control-expose-headers')?.split(',')).toContain('WWW-Authenticate');
    await shared.stop();
  });
});
