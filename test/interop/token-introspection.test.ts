import { OAuth2Client } from '@badgateway/oauth2-client';
import * as oauth from 'oauth4webapi';
import * as openidClient from 'openid-client';
import { restApi } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { createClient, type TestClient } from '../support/oauth';
import { freePort } from '../support/process';

/** Introspection and revocation with the OAuth clients that services use. They find the endpoints by discovery. */

const account = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace', password: 'correct horse battery' };
const credentials = { email: account.email, password: account.password };
const insecure = { [oauth.allowInsecureRequests]: true };

let gatehouse: Gatehouse;
let client: TestClient;

beforeAll(async () => {
  const port = String(await freePort());
  gatehouse = await startGatehouse({ PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}` });
  client = await createClient(gatehouse);
  await restApi.register(gatehouse.url, account);
});
afterAll(() => gatehouse.stop());

async function logIn() {
  const { jwt, refreshToken, user } = await restApi.login(gatehouse.url, credentials);
  return { jwt: jwt ?? '', refreshToken: refreshToken ?? '', userId: user?.id ?? '' };
}

const isLive = async (jwt: string) => (await restApi.me(gatehouse.url, jwt)).success;

describe.each([
  ['client_secret_basic', oauth.ClientSecretBasic],
  ['client_secret_post', oauth.ClientSecretPost],
] as const)('oauth4webapi with %s', (method, authenticationOf) => {
  const app: oauth.Client = { client_id: '' };
  let server: oauth.AuthorizationServer;
  let authentication: oauth.ClientAuth;

  beforeAll(async () => {
    const issuer = new URL(gatehouse.config.publicUrl);
    const discovered = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure });
    server = await oauth.processDiscoveryResponse(issuer, discovered);
    app.client_id = client.id;
    authentication = authenticationOf(client.secret);
  });

  const introspect = async (token: string) =>
    oauth.processIntrospectionResponse(
      server,
      app,
      await oauth.introspectionRequest(server, app, authentication, token, insecure),
    );

  test('the discovery document names the method', () => {
    expect(server.introspection_endpoint_auth_methods_supported).toContain(method);
    expect(server.revocation_endpoint_auth_methods_supported).toContain(method);
  });

  test('introspects both tokens, revokes one, and then neither is active', async () => {
    const { jwt, refreshToken, userId } = await logIn();
    expect(await introspect(jwt)).toMatchObject({ active: true, sub: userId, token_type: 'Bearer' });
    expect(await introspect(refreshToken)).toMatchObject({ active: true, sub: userId });
    const revoked = await oauth.revocationRequest(server, app, authentication, refreshToken, {
      additionalParameters: { token_type_hint: 'refresh_token' },
      ...insecure,
    });
    expect(await oauth.processRevocationResponse(revoked)).toBeUndefined();
    expect(await introspect(jwt)).toEqual({ active: false });
    expect(await introspect(refreshToken)).toEqual({ active: false });
    expect(await isLive(jwt)).toBe(false);
  });

  test('reports a wrong secret as an error with the challenge', async () => {
    const wrong = authenticationOf('x'.repeat(43));
    const response = await oauth.introspectionRequest(server, app, wrong, 'x', insecure);
    const error = await oauth.processIntrospectionResponse(server, app, response).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ status: 401, cause: [{ scheme: 'basic', parameters: { realm: 'Gatehouse' } }] });
  });

  test('reports two ways of authentication as an error of OAuth', async () => {
    const additionalParameters = { client_assertion: 'x' };
    const options = { additionalParameters, ...insecure };
    const response = await oauth.introspectionRequest(server, app, authentication, 'x', options);
    const error = await oauth.processIntrospectionResponse(server, app, response).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ status: 400, error: 'invalid_request' });
  });
});

describe.each([
  ['its default', {}],
  ['client_secret_basic', { authenticationMethod: 'client_secret_basic' }],
  ['client_secret_post', { authenticationMethod: 'client_secret_post' }],
] as const)('@badgateway/oauth2-client with %s', (_name, settings) => {
  const open = (clientSecret = client.secret) =>
    new OAuth2Client({ server: gatehouse.config.publicUrl, clientId: client.id, clientSecret, ...settings });

  test('introspects and revokes', async () => {
    const { jwt, refreshToken, userId } = await logIn();
    const token = { accessToken: jwt, refreshToken, expiresAt: null };
    expect(await open().introspect(token)).toMatchObject({ active: true, sub: userId });
    await open().revoke(token, 'refresh_token');
    expect(await open().introspect(token)).toEqual({ active: false });
    expect(await isLive(jwt)).toBe(false);
  });

  test('reports a wrong secret with the code of OAuth', async () => {
    const failing = open('x'.repeat(43)).introspect({ accessToken: 'x', refreshToken: null, expiresAt: null });
    await expect(failing).rejects.toMatchObject({ httpCode: 401, oauth2Code: 'invalid_client' });
  });
});

describe.each(['oidc', 'oauth2'] as const)('openid-client with the discovery document of %s', (algorithm) => {
  const open = (secret = client.secret) =>
    openidClient.discovery(new URL(gatehouse.config.publicUrl), client.id, secret, undefined, {
      algorithm,
      execute: [openidClient.allowInsecureRequests],
    });

  test('introspects and revokes', async () => {
    const { jwt, refreshToken, userId } = await logIn();
    const server = await open();
    expect(await openidClient.tokenIntrospection(server, jwt)).toMatchObject({ active: true, sub: userId });
    await openidClient.tokenRevocation(server, refreshToken);
    expect(await openidClient.tokenIntrospection(server, jwt)).toEqual({ active: false });
    expect(await isLive(jwt)).toBe(false);
  });

  test('reports a wrong secret as an error', async () => {
    const failing = openidClient.tokenIntrospection(await open('x'.repeat(43)), 'x');
    await expect(failing).rejects.toMatchObject({ cause: [{ scheme: 'basic' }], status: 401 });
  });
});

describe('Spring Security', () => {
  /** As RestClientOpaqueTokenIntrospector of Spring Security 6 sends it: Basic without percent-encoding. */
  const introspect = (token: string) =>
    fetch(`${gatehouse.url}/oauth/introspect`, {
      method: 'POST',
      headers: {
        Authorization: `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}`,
        Accept: 'application/json',
        'Content-Type': 'application/x-www-form-urlencoded;charset=UTF-8',
      },
      body: `token=${token}`,
    });

  test('gets 200, JSON, and instants in seconds', async () => {
    const { jwt } = await logIn();
    const response = await introspect(jwt);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    const claims = (await response.json()) as Record<string, unknown>;
    expect(claims.active).toBe(true);
    for (const name of ['iat', 'exp', 'auth_time']) expect(Number.isInteger(claims[name])).toBe(true);
    expect(await (await introspect('opaque')).json()).toEqual({ active: false });
  });
});
