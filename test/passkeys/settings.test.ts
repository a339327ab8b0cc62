import { once } from 'node:events';
import { get } from 'node:http';
import { text } from 'node:stream/consumers';
import { readConfig } from '../../src/compose/config';
import { relatedOrigins, relyingPartyOf } from '../../src/features/passkeys/relying-party';
import { ConfigError } from '../../src/platform/config/config-error';
import { apis } from '../support/apis';
import { startGatehouse } from '../support/gatehouse';
import { logInWith, signedIn, withPasskey, withTwoStepPasskey } from '../support/passkeys';
import { SoftwarePasskey } from '../support/software-passkey';

const relyingParty = (env: Record<string, string>) => relyingPartyOf(readConfig(env));

test('the relying party is the host of PUBLIC_URL, or PASSKEY_RP_ID', () => {
  expect(relyingParty({})).toEqual({ id: 'localhost', name: 'Gatehouse', origins: ['http://localhost:4000'] });
  const PUBLIC_URL = 'https://id.example.com:8443/accounts/';
  expect(relyingParty({ PUBLIC_URL, PRODUCT_NAME: 'Acme' })).toEqual({
    id: 'id.example.com',
    name: 'Acme',
    origins: ['https://id.example.com:8443'],
  });
  const app = `android:apk-key-hash:${'x'.repeat(43)}`;
  const env = { PUBLIC_URL, PASSKEY_RP_ID: 'example.com', PASSKEY_ORIGINS: `https://example.com, ${app}` };
  expect(relyingParty(env)).toMatchObject({
    id: 'example.com',
    origins: ['https://id.example.com:8443', 'https://example.com', app],
  });
  expect(relatedOrigins(readConfig(env))).toEqual(['https://example.com']);
});

test.each([
  { PASSKEY_RP_ID: 'https://example.com' },
  { PASSKEY_RP_ID: 'Example.com' },
  { PASSKEY_RP_ID: 'example.com.' },
  { PASSKEY_RP_ID: 'example.com:443' },
  { PASSKEY_ORIGINS: 'example.com' },
  { PASSKEY_ORIGINS: 'https://example.com/' },
  { PASSKEY_ORIGINS: 'ftp://example.com' },
  { PASSKEY_ORIGINS: 'android:apk-key-hash:short' },
  { PASSKEYS: 'maybe' },
])('%j stops the start', (env) => {
  expect(() => readConfig(env)).toThrow(ConfigError);
});

test('/.well-known/webauthn exists only if pages of other origins may use passkeys', async () => {
  const file = '/.well-known/webauthn';
  const without = await startGatehouse({ PASSKEY_ORIGINS: `android:apk-key-hash:${'x'.repeat(43)}` });
  expect((await fetch(without.url + file)).status).toBe(404);
  await without.stop();
  const gatehouse = await startGatehouse({ PASSKEY_ORIGINS: 'https://example.org,https://app.example.com' });
  // Without `fetch`, which compares an answer with the OpenAPI document of the default settings.
  const [response] = await once(get(gatehouse.url + file), 'response');
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
  expect(JSON.parse(await text(response))).toEqual({ origins: ['https://example.org', 'https://app.example.com'] });
  expect(await (await fetch(`${gatehouse.url}/openapi.json`)).json()).toHaveProperty(['paths', file]);
  await gatehouse.stop();
});

describe.each(apis)('with PASSKEYS=off: $name', (api) => {
  test('no user adds a passkey or signs in with one, and a passkey stays a second factor', async () => {
    const gatehouse = await startGatehouse();
    const ada = await withTwoStepPasskey(api, gatehouse);
    const { jwt } = await logInWith(api, gatehouse.url, ada.passkey);
    const off = await gatehouse.another({ PASSKEYS: 'off' });
    const grace = await signedIn(api, { url: off.url, sql: gatehouse.sql });
    const codes = [
      await api.passkeyLoginOptions(off.url),
      await api.loginWithPasskey(off.url, { passkey: ada.passkey.get({ challenge: 'x' }) }),
      await api.addPasskeyOptions(off.url, { currentPassword: grace.password }, grace.jwt),
      await api.addPasskey(off.url, { passkey: new SoftwarePasskey().create({ challenge: 'x' }) }, grace.jwt),
    ].map(({ code }) => code);
    expect(codes).toEqual(Array(4).fill('FORBIDDEN'));
    const { challenge } = await api.login(off.url, { email: ada.email, password: ada.password });
    const passkey = ada.passkey.get(challenge?.passkeyOptions ?? {});
    expect((await api.completeLogin(off.url, { token: challenge?.token, passkey })).user?.email).toBe(ada.email);
    expect((await api.removePasskey(off.url, { id: ada.id }, jwt)).code).toBeNull();
    await gatehouse.stop();
  });
});

test('with EMAIL_VERIFICATION=required, a passkey does not replace the verification', async () => {
  const gatehouse = await startGatehouse();
  const ada = await withPasskey(apis[0], gatehouse);
  // The release before let a user with an unverified address add a passkey.
  await gatehouse.sql('UPDATE users SET email_verified = false');
  const strict = await gatehouse.another({ EMAIL_VERIFICATION: 'required' });
  for (const api of apis) expect((await logInWith(api, strict.url, ada.passkey)).code).toBe('EMAIL_NOT_VERIFIED');
  await gatehouse.stop();
});
