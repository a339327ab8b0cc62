import * as oauth from 'oauth4webapi';
import * as openidClient from 'openid-client';
import { idTokenAlgs } from '../../src/accounts/applications/oauth-client';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';

let gatehouse: Gatehouse;
beforeAll(async () => {
  gatehouse = await startGatehouse();
});
afterAll(() => gatehouse.stop());

const wellKnown = async (name: string): Promise<Record<string, unknown>> =>
  (await fetch(`${gatehouse.url}/.well-known/${name}`)).json();

test.each(['openid-configuration', 'oauth-authorization-server'])('%s has no empty list', async (name) => {
  const document = await wellKnown(name);
  expect(Object.values(document)).not.toContainEqual([]);
  expect(document).toMatchObject({
    issuer: gatehouse.config.publicUrl,
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
    authorization_response_iss_parameter_supported: true,
  });
});

test('an issuer with a path has both documents where RFC 8414 inserts the path', async () => {
  const other = await gatehouse.another({ PUBLIC_URL: 'https://example.com/accounts' });
  for (const name of ['openid-configuration', 'oauth-authorization-server']) {
    const get = async (path: string) => (await fetch(`${other.url}/.well-known/${path}`)).text();
    expect(JSON.parse(await get(name)).issuer).toBe('https://example.com/accounts');
    expect(await get(`${name}/accounts`)).toBe(await get(name));
    expect((await fetch(`${gatehouse.url}/.well-known/${name}/accounts`)).status).toBe(404);
  }
});

test('each endpoint of the documents exists', async () => {
  const document = { ...(await wellKnown('oauth-authorization-server')), ...(await wellKnown('openid-configuration')) };
  const endpoints = Object.entries(document).filter(([name]) => /(_endpoint|_uri)$/.test(name));
  expect(endpoints.map(([name]) => name).sort()).toEqual([
    'authorization_endpoint',
    'device_authorization_endpoint',
    'end_session_endpoint',
    'introspection_endpoint',
    'jwks_uri',
    'revocation_endpoint',
    'token_endpoint',
    'userinfo_endpoint',
  ]);
  for (const [name, url] of endpoints) {
    const { pathname, origin } = new URL(String(url));
    expect(origin).toBe(gatehouse.config.publicUrl);
    const statuses = await Promise.all(
      ['GET', 'POST'].map(async (method) => (await fetch(gatehouse.url + pathname, { method })).status),
    );
    expect({ name, isThere: statuses.some((status) => status !== 404 && status !== 405) }).toEqual({
      name,
      isThere: true,
    });
  }
});

test('what OpenID Connect needs in addition', async () => {
  const document = await wellKnown('openid-configuration');
  expect(document).toMatchObject({
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: idTokenAlgs,
    request_parameter_supported: false,
    // Its default is true (OpenID Connect Discovery 1.0, section 3).
    request_uri_parameter_supported: false,
    claims_parameter_supported: false,
  });
  const claims = document.claims_supported as string[];
  expect(claims).toEqual(expect.arrayContaining(['sub', 'iss', 'auth_time', 'acr', 'name', 'email', 'roles']));
  expect(new Set(claims).size).toBe(claims.length);
});

test('the scopes and the claims are these', async () => {
  const scopes = ['openid', 'profile', 'email', 'phone', 'roles', 'groups', 'offline_access'];
  const ofTokens = ['iss', 'sub', 'aud', 'azp', 'sid', 'nonce', 'auth_time', 'acr', 'amr', 'at_hash', 'iat', 'exp'];
  const ofProfile = ['name', 'given_name', 'family_name', 'preferred_username', 'locale', 'updated_at'];
  const others = ['email', 'email_verified', 'phone_number', 'phone_number_verified', 'roles', 'groups'];
  const openid = await wellKnown('openid-configuration');
  expect([openid.scopes_supported, openid.claims_supported]).toEqual([scopes, [...ofTokens, ...ofProfile, ...others]]);
  expect(await wellKnown('oauth-authorization-server')).toMatchObject({ scopes_supported: scopes });
});

test('two libraries of clients read the documents', async () => {
  const issuer = new URL(gatehouse.config.publicUrl);
  const fetchHere = (url: string, options: object) =>
    fetch(url.replace(gatehouse.config.publicUrl, gatehouse.url), options);
  const config = await openidClient.discovery(issuer, 'client', 'secret', undefined, {
    execute: [openidClient.allowInsecureRequests],
    [openidClient.customFetch]: fetchHere,
  });
  expect(config.serverMetadata().supportsPKCE()).toBe(true);
  for (const algorithm of ['oidc', 'oauth2'] as const) {
    const options = { algorithm, [oauth.allowInsecureRequests]: true, [oauth.customFetch]: fetchHere };
    const response = await oauth.discoveryRequest(issuer, options);
    const server = await oauth.processDiscoveryResponse(issuer, response);
    expect(server.authorization_response_iss_parameter_supported).toBe(true);
  }
});
