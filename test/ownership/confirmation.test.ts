import { apis, restApi, testInTurn } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { impersonate, registerSuperAdmin } from '../support/impersonation';
import { createApp, refreshTokens, signedIn, tokensFor } from '../support/openid';
import { newestToken, ownerWithPasskey } from '../support/ownership';
import { PageClient, pagePassword } from '../support/page-client';
import { until } from '../support/until';
import { unproveAddress } from '../support/verified-address';

// Somebody registers on a computer, and opens the link on the phone. The password goes on working, so what it has opened does, too.
// What would outlive a reset of the password ends.

let gatehouse: Gatehouse;

beforeAll(async () => {
  gatehouse = await startGatehouse();
});
afterAll(() => gatehouse.stop());

const url = () => gatehouse.url;
const password = 'a much longer horse';

describe.each(apis.map((api, i) => ({ name: api.name, api, other: apis[1 - i] ?? api })))(
  'through $name',
  ({ api, other }) => {
    const rule = testInTurn(api);
    const confirm = async (email: string) => {
      await api.sendEmailVerification(url(), { email });
      return other.confirmEmail(url(), { token: await newestToken(gatehouse, email) });
    };

    test('the first proof ends no session that the password alone has opened, nor its applications', async () => {
      const { client, email } = await signedIn(gatehouse);
      const app = await createApp(gatehouse);
      const tokens = await tokensFor(gatehouse, client, app, { scope: 'openid offline_access' });
      const { jwt, refreshToken } = await restApi.login(url(), {
        email,
        password: pagePassword,
        scope: 'offline_access',
      });
      expect(await confirm(email)).toMatchObject({ code: null, user: { emailVerified: true } });
      expect((await api.me(url(), jwt)).user).toMatchObject({ email, emailVerified: true });
      expect((await api.refresh(url(), { refreshToken })).code).toBeNull();
      expect((await client.get('/account')).status).toBe(200);
      const refreshed = await refreshTokens(url(), app, String(tokens.refresh_token));
      expect(refreshed.body).toHaveProperty('access_token');

      // A reset ends them all.
      await api.requestPasswordReset(url(), { email });
      await other.resetPassword(url(), { token: await newestToken(gatehouse, email), password });
      expect((await other.me(url(), jwt)).code).toBe('UNAUTHENTICATED');
      expect((await client.get('/account')).location).toMatch(/^\/login/);
      const ended = await refreshTokens(url(), app, String(refreshed.body.refresh_token));
      expect(ended.body).toMatchObject({ error: 'invalid_grant' });
    });

    rule('it ends sessions that were opened or raised otherwise, on each instance', async () => {
      const eve = await ownerWithPasskey(api, gatehouse, { days: 30 });
      await unproveAddress(gatehouse, eve.email);
      const byPassword = await api.login(url(), { email: eve.email, password: eve.password });
      const admin = await registerSuperAdmin(gatehouse);
      const acting = await impersonate(gatehouse, eve.id, admin.jwt);
      const instance = await gatehouse.another();
      expect((await api.me(instance.url, eve.jwt)).code).toBeNull();
      expect((await confirm(eve.email)).code).toBeNull();
      for (const jwt of [eve.jwt, acting.jwt]) expect((await api.me(url(), jwt)).code).toBe('UNAUTHENTICATED');
      expect((await other.me(url(), byPassword.jwt)).code).toBeNull();
      await until(async () => (await api.me(instance.url, eve.jwt)).code === 'UNAUTHENTICATED');
      const events = await gatehouse.sql(`SELECT details->>'reason' AS reason FROM audit_events
        WHERE user_id = '${eve.id}' AND action = 'session_ended' ORDER BY id`);
      // With that which had added the passkey.
      expect(events.map(({ reason }) => reason)).toEqual(Array(3).fill('email_verified'));
    });

    rule('the session of a page with which the person registered stays, too', async () => {
      const client = new PageClient(gatehouse);
      const { email } = await client.register();
      expect((await confirm(email)).code).toBeNull();
      expect((await client.get('/account')).status).toBe(200);
    });
  },
);
