import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import { decideOn, deviceGrantType } from '../support/device';
import { startGatehouse } from '../support/gatehouse';
import { listening } from '../support/listening';
import { insertClient, signedIn } from '../support/openid';
import { createProvider } from '../support/providers/openid-provider';
import { untilStopped } from '../support/running';
import { formOf, tokenAnswer } from './answering-provider';
import type { Pairs } from './oracle-requests';

/** `oidc-provider` and Gatehouse as authorization servers of devices (RFC 8628) get the same requests. */

const id = (n: number) => `01a20e51-04c4-7d0a-9d3b-00000000000${n}`;
/** A device, another one, and an application with a browser. */
const [device, other, browser] = [id(1), id(2), id(3)];
const clients = [
  { id: device, deviceGrant: true, redirectUris: [] },
  { id: other, deviceGrant: true, redirectUris: [] },
  { id: browser, deviceGrant: false, redirectUris: ['https://app.example.com/callback'] },
];
const scopes = ['openid', 'email', 'offline_access'];

interface DeviceCodeModel {
  params: { scope: string };
  save(seconds: number): Promise<unknown>;
}

interface DeviceProvider {
  post(endpoint: 'device' | 'token', form: Pairs): Promise<string>;
  /** Returns the codes of the device. */
  start(scope: string): Promise<{ deviceCode: string; userCode: string }>;
  decide(codes: { deviceCode: string; userCode: string }, decision: 'allow' | 'deny'): Promise<void>;
  close(): Promise<void>;
}

const post = (url: string, form: Pairs) =>
  fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: formOf(form),
  });

function speaking(endpoints: { device: string; token: string }): Pick<DeviceProvider, 'post' | 'start'> {
  return {
    async post(endpoint, form) {
      const { outcome } = await tokenAnswer(await post(endpoints[endpoint], form));
      // A link with the code in it is what Gatehouse never gives.
      return outcome.replace(' verification_uri_complete', '').replace(' interval', '');
    },
    async start(scope) {
      const form: Pairs = Object.entries({ client_id: device, scope });
      const { device_code, user_code } = await (await post(endpoints.device, form)).json();
      return { deviceCode: device_code, userCode: user_code };
    },
  };
}

async function startCertified(): Promise<DeviceProvider> {
  const server = createServer((req, res) => void provider.callback()(req, res));
  const issuer = await listening(server);
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const provider = await createProvider(issuer, {
    clients: clients.map((client) => ({
      client_id: client.id,
      token_endpoint_auth_method: 'none',
      redirect_uris: client.redirectUris,
      response_types: client.deviceGrant ? [] : ['code'],
      grant_types: [client.deviceGrant ? deviceGrantType : 'authorization_code', 'refresh_token'],
      scope: scopes.join(' '),
    })),
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' }] },
    scopes,
    claims: { openid: ['sub'], email: ['email'] },
    cookies: { keys: ['signs-the-cookies'] },
    features: {
      devInteractions: { enabled: false },
      deviceFlow: { enabled: true },
      resourceIndicators: { enabled: false },
    },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ sub }) }),
  });
  return {
    ...speaking({ device: `${issuer}/device/auth`, token: `${issuer}/token` }),
    async decide({ deviceCode }, decision) {
      // The types of the library leave the class out.
      const DeviceCode: { find(text: string): Promise<DeviceCodeModel | undefined> } = Reflect.get(
        provider,
        'DeviceCode',
      );
      const code = await DeviceCode.find(deviceCode);
      if (!code) throw new Error('no such code');
      if (decision === 'deny')
        Object.assign(code, { error: 'access_denied', errorDescription: 'the person denied it' });
      else {
        const grant = new provider.Grant({ accountId: 'ada', clientId: device });
        const { scope } = code.params;
        grant.addOIDCScope(scope);
        const grantId = await grant.save();
        Object.assign(code, { accountId: 'ada', grantId, scope, authTime: 1, claims: {}, sessionUid: 'x' });
      }
      await code.save(600);
    },
    close: untilStopped(async () => {
      server.closeAllConnections();
      server.close();
    }),
  };
}

async function startOurs(): Promise<DeviceProvider> {
  const gatehouse = await startGatehouse();
  for (const client of clients) {
    await insertClient(gatehouse, { ...client, secret: null, scopes, firstParty: true, pkceRequired: true });
  }
  const { client } = await signedIn(gatehouse);
  const { url } = gatehouse;
  return {
    ...speaking({ device: `${url}/oauth/device`, token: `${url}/oauth/token` }),
    decide: async ({ userCode }, decision) => void (await decideOn(client, userCode, decision)),
    close: () => gatehouse.stop(),
  };
}

type Form = Record<string, string | readonly string[] | null>;
const pairs = (form: Form): Pairs =>
  Object.entries(form).flatMap(([name, value]) =>
    value === null ? [] : [value].flat().map((one): [string, string] => [name, one]),
  );

const right = { client_id: device, scope: 'openid email' };
const requests: Readonly<Record<string, Form>> = {
  right: {},
  'with offline_access': { scope: 'openid offline_access' },
  'an unknown parameter': { x: 'y' },
  'scope twice': { scope: ['openid', 'email'] },
  'scope with a name that is unknown': { scope: 'openid other' },
  'scope only unknown': { scope: 'other' },
  'scope empty': { scope: '' },
  'scope missing': { scope: null },
  'scope with spaces': { scope: ' openid  email ' },
  'client missing': { client_id: null },
  'client empty': { client_id: '' },
  'client unknown': { client_id: id(9) },
  'client twice': { client_id: [device, device] },
  'client without the grant': { client_id: browser },
  'a redirect URI': { redirect_uri: 'https://app.example.com/callback' },
  'a response type': { response_type: 'code' },
  'a nonce': { nonce: 'n' },
};

interface Poll {
  decision?: 'allow' | 'deny';
  scope?: string;
  /** Requests before with the same code. */
  before?: number;
  form?: Form;
}
const polls: Readonly<Record<string, Poll>> = {
  'while the person decides': {},
  'after it was allowed': { decision: 'allow' },
  'after it was allowed, with offline_access': { decision: 'allow', scope: 'openid offline_access' },
  'after it was denied': { decision: 'deny' },
  'after it was denied, twice': { decision: 'deny', before: 1 },
  'a second time': { decision: 'allow', before: 1 },
  'a third time': { decision: 'allow', before: 2 },
  'too soon': { before: 1 },
  'of another client': { decision: 'allow', form: { client_id: other } },
  'of another client, before the decision': { form: { client_id: other } },
  'of a client without the grant': { decision: 'allow', form: { client_id: browser } },
  'of an unknown client': { form: { client_id: id(9) } },
  'without a client': { form: { client_id: null } },
  'without a code': { form: { device_code: null } },
  'with an empty code': { form: { device_code: '' } },
  'with another code': { form: { device_code: 'x'.repeat(64) } },
  'with a short code': { form: { device_code: 'x' } },
  'with the code twice': { form: { device_code: ['x', 'y'] } },
  'with a scope': { decision: 'allow', form: { scope: 'openid' } },
  'with an unknown parameter': { decision: 'allow', form: { x: 'y' } },
  'with the code as that of a browser': { decision: 'allow', form: { grant_type: 'authorization_code' } },
  'with a misspelled grant': { form: { grant_type: 'device_code' } },
};

let providers: Record<'certified' | 'gatehouse', DeviceProvider>;
beforeAll(async () => {
  const [certified, gatehouse] = await Promise.all([startCertified(), startOurs()]);
  providers = { certified, gatehouse };
});
afterAll(() => Promise.all(Object.values(providers).map((provider) => provider.close())));

interface Difference {
  because: string;
  certified: string;
  gatehouse: string;
  requests: readonly string[];
}

const codes = '200 device_code expires_in user_code verification_uri';
/** Where they differ, both answers and the reason. A difference that is not listed fails the test, and so does one that is gone. */
const differences: readonly Difference[] = [
  {
    because: 'A sign-in without a scope gives nothing, as at the authorization endpoint.',
    certified: codes,
    gatehouse: '400 invalid_scope',
    requests: ['scope only unknown', 'scope empty', 'scope missing'],
  },
  {
    because: 'Spaces too many say nothing else.',
    certified: '400 invalid_scope',
    gatehouse: codes,
    requests: ['scope with spaces'],
  },
  {
    because: 'A client id proves nothing, so that there is one answer for every client that may not.',
    certified: '401 invalid_client',
    gatehouse: '400 unauthorized_client',
    requests: ['client unknown'],
  },
  {
    because: 'The error of RFC 6749, section 5.2, for a grant that a client may not use.',
    certified: '400 invalid_request',
    gatehouse: '400 unauthorized_client',
    requests: ['client without the grant', 'of a client without the grant'],
  },
  {
    because: 'The answer stays the same until the code has expired.',
    certified: '400 invalid_grant',
    gatehouse: '400 access_denied',
    requests: ['after it was denied, twice'],
  },
  {
    because: 'The library does not slow devices down (RFC 8628, section 3.5).',
    certified: '400 authorization_pending',
    gatehouse: '400 slow_down',
    requests: ['too soon'],
  },
  {
    because: 'A request without an authentication that is known is an `invalid_client` (RFC 6749, section 5.2).',
    certified: '400 invalid_request',
    gatehouse: '401 invalid_client',
    requests: ['without a client'],
  },
];

async function compared(title: string, answer: (provider: DeviceProvider) => Promise<string>) {
  const answers = { certified: await answer(providers.certified), gatehouse: await answer(providers.gatehouse) };
  const listed = differences.find((one) => one.requests.includes(title));
  if (!listed) return expect(answers.gatehouse).toBe(answers.certified);
  expect(answers).toEqual({ certified: listed.certified, gatehouse: listed.gatehouse });
}

test('each difference is one of a request, which is listed once', () => {
  const titles = [...Object.keys(requests), ...Object.keys(polls)];
  const listed = differences.flatMap((one) => one.requests);
  expect(listed.filter((title) => !titles.includes(title))).toEqual([]);
  expect(new Set(listed).size).toBe(listed.length);
  expect(new Set(titles).size).toBe(titles.length);
});

test.each(Object.entries(requests))('the device authorization endpoint: %s', (title, form) =>
  compared(title, (provider) => provider.post('device', pairs({ ...right, ...form }))),
);

test.each(Object.entries(polls))(
  'the token endpoint: %s',
  (title, { decision, scope = 'openid email', before = 0, form }) =>
    compared(title, async (provider) => {
      const codes = await provider.start(scope);
      if (decision) await provider.decide(codes, decision);
      const sent = pairs({ grant_type: deviceGrantType, client_id: device, device_code: codes.deviceCode, ...form });
      for (let n = 0; n < before; n += 1) await provider.post('token', sent);
      return provider.post('token', sent);
    }),
);
