import { randomBytes } from 'node:crypto';
import { type Api, apis } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { withLimits } from '../support/limits';
import { createApp, refreshTokens, requestTokens, signedIn, tokensFor } from '../support/openid';

/** A limit never rejects a right secret of 256 bits because others of the network have sent wrong ones. */

const password = 'correct horse battery';
let gatehouse: Gatehouse;
beforeAll(async () => {
  gatehouse = await startGatehouse({
    ...withLimits(),
    EMAIL_LOGIN: 'on',
    RATE_LIMIT_TOKEN_NETWORK: '2/60',
    RATE_LIMIT_REFRESH_NETWORK: '2/60',
    RATE_LIMIT_RESET_NETWORK: '2/900',
    RATE_LIMIT_PASSWORDLESS_NETWORK: '2/900',
    RATE_LIMIT_CLIENT_NETWORK: '2/900',
    RATE_LIMIT_CLIENT_FAILURES: '2/900',
    RATE_LIMIT_MAIL_ADDRESS_PAUSE: 'off',
  });
});
afterAll(() => gatehouse.stop());

const junk = (bytes: number) => randomBytes(bytes).toString('base64url');

describe('at the token endpoint', () => {
  test.each(['web', 'public'] as const)('junk stops no right refresh token of a %s client', async (kind) => {
    const app = await createApp(gatehouse, { kind });
    const { client } = await signedIn(gatehouse);
    const tokens = await tokensFor(gatehouse, client, app, { scope: 'openid offline_access' });
    const codes = [];
    for (let i = 0; i < 6; i += 1) {
      const { status, body } = await refreshTokens(gatehouse.url, app, junk(32));
      codes.push(`${status} ${body.error}`);
    }
    // The people of a client with a secret have sessions that end, so its failures do not count.
    const wrong = '400 invalid_grant';
    const limited = '429 temporarily_unavailable';
    expect(codes.slice(0, 2)).toEqual([wrong, wrong]);
    expect(codes[5]).toBe(kind === 'web' ? wrong : limited);
    expect((await refreshTokens(gatehouse.url, app, tokens.refresh_token)).status).toBe(200);
  });

  test('wrong secrets of a client, and junk of its neighbors, stop no client with the right secret', async () => {
    const [app, neighbor] = [await createApp(gatehouse, { kind: 'service', scopes: [] }), await createApp(gatehouse)];
    const grant = { grant_type: 'client_credentials' };
    for (const id of [app.id, neighbor.id]) {
      for (let i = 0; i < 4; i += 1) await requestTokens(gatehouse.url, { id, secret: junk(32) }, grant);
    }
    expect((await requestTokens(gatehouse.url, { ...app, secret: junk(32) }, grant)).status).toBe(429);
    for (let i = 0; i < 5; i += 1) expect((await requestTokens(gatehouse.url, app, grant)).status).toBe(200);
  });
});

describe.each(apis)('$name', (api: Api) => {
  let people = 0;
  async function register() {
    people += 1;
    const email = `right-${api.name.length}-${people}@example.com`;
    await api.register(gatehouse.url, { email, firstName: 'Ada', lastName: 'Lovelace', password });
    return email;
  }
  /** What the last answers are, after more junk than the limit allows. */
  async function afterJunk(limit: string, send: () => Promise<{ code: string | null; limit: string | null }>) {
    for (let i = 0; i < 4; i += 1) await send();
    expect(await send()).toMatchObject({ code: 'RATE_LIMITED', limit });
  }
  const lastLink = async (email: string) =>
    String(
      (await gatehouse.mails())
        .find(({ to }) => to === email)
        ?.links[0]?.split('/')
        .at(-1),
    );

  test('a refresh token, and a logout with one', async () => {
    const email = await register();
    const { refreshToken } = await api.login(gatehouse.url, { email, password });
    await afterJunk('REFRESH_NETWORK', () => api.refresh(gatehouse.url, { refreshToken: junk(32) }));
    const refreshed = await api.refresh(gatehouse.url, { refreshToken });
    expect(refreshed).toMatchObject({ success: true });
    expect(await api.logout(gatehouse.url, { refreshToken: refreshed.refreshToken }, null)).toMatchObject({
      success: true,
    });
  });

  test('the link of a reset', async () => {
    const email = await register();
    await api.requestPasswordReset(gatehouse.url, { email });
    const token = await lastLink(email);
    const reset = (text: string) =>
      api.resetPassword(gatehouse.url, { token: text, password: 'another horse battery' });
    await afterJunk('RESET_NETWORK', () => reset(junk(48)));
    expect(await reset(token)).toMatchObject({ success: true });
  });

  test('the link of a sign-in by mail', async () => {
    const email = await register();
    const { token } = await api.requestEmailLogin(gatehouse.url, { email });
    const right = await lastLink(email);
    const complete = (link: string) => api.completeEmailLogin(gatehouse.url, { token, link });
    await afterJunk('PASSWORDLESS_NETWORK', () => complete(junk(48)));
    expect(await complete(right)).toMatchObject({ success: true });
  });
});
