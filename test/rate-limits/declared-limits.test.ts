import { randomBytes } from 'node:crypto';
import { createApiKeyText } from '../../src/accounts/keys/api-key-text';
import { type OperationName, operations } from '../../src/compose/features';
import type { Operation } from '../../src/platform/operations/define-operation';
import { type RateLimit, rateLimits } from '../../src/platform/rate-limits/limit-table';
import { postJson, restApi, withHeaders } from '../support/apis';
import { type PersonWithTotp, withTotp } from '../support/authenticator';
import { exampleInputsOf } from '../support/declared-operations';
import { startDevice } from '../support/device';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { withLimits } from '../support/limits';
import { basicOf, postForm } from '../support/oauth';
import { type App, authorizePath, createApp, createPkce, refreshTokens } from '../support/openid';
import { PageClient } from '../support/page-client';
import { type HostileProvider, startHostileProvider } from '../support/providers/hostile-provider';
import { appUrl, settingsOf } from '../support/providers/provider-logins';
import { loginSuperAdmin } from '../support/super-admin';

/** Each limit is reached by an operation that declares it. Any test fails if one reaches a limit that it does not declare. */

const secret = () => randomBytes(32).toString('base64url');
const settingOf = ({ name }: RateLimit) => `RATE_LIMIT_${name}`;

let provider: HostileProvider;
let gatehouse: Gatehouse;
let person: PersonWithTotp;
let app: App;
let signedIn: PageClient;
let adminJwt: string;
let organizationId: string;
beforeAll(async () => {
  provider = await startHostileProvider();
  gatehouse = await startGatehouse({
    ...withLimits(),
    ...Object.fromEntries(rateLimits.all().map((limit) => [settingOf(limit), 'off'])),
    ...settingsOf(provider),
    TRUST_PROXY: '1',
    EMAIL_LOGIN: 'on',
    API_KEYS: 'on',
    ORGANIZATIONS: 'users',
    // Nobody listens there.
    SMS_URL: 'twilio://AC0123:token@127.0.0.1:1/?from=x',
    SMS_COUNTRIES: 'CH',
    CLIENT_METADATA: '127.0.0.1:1',
    FEDERATION: 'on',
    FEDERATION_SECRET: secret(),
  });
  person = await withTotp(restApi, gatehouse);
  app = await createApp(gatehouse, { kind: 'public' });
  signedIn = new PageClient(gatehouse);
  await signedIn.register();
  adminJwt = (await loginSuperAdmin(gatehouse)).jwt;
  const { result } = await restApi.createOrganization(gatehouse.url, { name: 'Example' }, person.jwt);
  organizationId = String(result?.id);
});
afterAll(async () => {
  await gatehouse.stop();
  await provider.close();
});

/** With an API key that nobody has. */
const ofKey = (url: string) => fetch(url, { headers: { Authorization: `Bearer ${createApiKeyText()}` } });

/** What reaches the limits of an operation that its examples do not reach. */
const ownRequests: Partial<Record<OperationName, ((url: string) => Promise<unknown>)[]>> = {
  login: [
    // The example is right after that of `register`.
    (url) => restApi.login(url, { email: person.email, password: secret() }),
    (url) => restApi.login(url, { email: person.email, password: person.password, code: person.authenticator.wrong() }),
  ],
  startProviderLogin: [
    (url) =>
      restApi.startProviderLogin(url, { provider: 'acme', returnTo: appUrl, codeChallenge: createPkce().challenge }),
  ],
  inviteMember: [
    (url) => {
      const invited = { organizationId, email: `${secret().toLowerCase()}@example.com`, roles: ['member'] };
      return restApi.inviteMember(url, invited, person.jwt);
    },
  ],
  introspectToken: [
    (url) => postForm(`${url}/oauth/introspect`, { token: 'x' }, basicOf({ ...app, secret: secret() })),
  ],
  issueTokens: [(url) => refreshTokens(url, app, secret())],
  startAuthorization: [
    (url) => fetch(url + authorizePath(app, {}, createPkce()), { redirect: 'manual' }),
    (url) => {
      const documented = { id: `https://127.0.0.1:1/${secret()}`, secret: null };
      return fetch(url + authorizePath(documented, {}, createPkce()), { redirect: 'manual' });
    },
  ],
  exchangeApiKey: [(url) => restApi.exchangeApiKey(url, { key: createApiKeyText() })],
  verify: [(url) => ofKey(`${url}/auth/verify`)],
  me: [(url) => ofKey(`${url}/auth/me`)],
  startDeviceSignIn: [(url) => startDevice(url, app)],
  decideDeviceSignIn: [
    (url) => {
      const browser = new PageClient({ url, config: gatehouse.config });
      for (const [name, value] of signedIn.cookies) browser.cookies.set(name, value);
      return browser.post('/device', { user_code: 'BBBB-BBBB' });
    },
  ],
  _entities: [
    (url) =>
      postJson(
        `${url}/graphql`,
        { query: '{ _entities(representations: []) { __typename } }' },
        { Authorization: 'Bearer x' },
      ),
  ],
};

/** Requests of an operation: those above, and its examples. */
function* requestsOf(operation: Operation, url: string): Generator<() => Promise<unknown>> {
  const name = operation.name as OperationName;
  for (const own of ownRequests[name] ?? []) yield () => own(url);
  if (operation.rest.length === 0) return;
  const token = { anyone: null, client: null, user: person.jwt, application: person.jwt, superAdmin: adminJwt };
  for (const input of exampleInputsOf(operation)) yield () => restApi.call(url, name, input, token[operation.caller]);
}

/** Whether the log says that a request was rejected because of this limit. */
async function isRejected(limit: RateLimit, request: () => Promise<unknown>): Promise<boolean> {
  const before = gatehouse.logged().length;
  await request();
  const lines = gatehouse.logged().slice(before).split('\n');
  return lines.some((line) => line.includes('"RATE_LIMITED"') && JSON.parse(line).limit === limit.name);
}

/** A back-off begins with pauses that a slow machine needs for one request. They double with each attempt. */
const attemptsAt = ({ counter }: RateLimit): number => (counter === 'backOff' ? 7 : 2);

async function reaches(operation: Operation, limit: RateLimit, url: string): Promise<boolean> {
  for (const request of requestsOf(operation, url)) {
    for (let n = 0; n < attemptsAt(limit); n += 1) if (await isRejected(limit, request)) return true;
  }
  return false;
}

const all: readonly Operation[] = operations;

test.each(rateLimits.all().map((limit, n) => [limit.name, limit, n] as const))('%s', async (_, limit, n) => {
  const { url } = await gatehouse.another({ [settingOf(limit)]: '1/60' });
  const declaring = all.filter(({ limits }) => limits.includes(limit));
  // From a network that no account knows.
  await withHeaders({ 'X-Forwarded-For': `203.0.113.${n}` }, async () => {
    let isReached = false;
    for (const operation of declaring) isReached ||= await reaches(operation, limit, url);
    expect(isReached).toBe(true);
    // Now one request of another operation would be rejected, if it counted for the limit.
    for (const operation of all.filter((one) => !declaring.includes(one))) {
      for (const request of ownRequests[operation.name as OperationName] ?? [])
        expect([operation.name, await isRejected(limit, () => request(url))]).toEqual([operation.name, false]);
    }
  });
});
