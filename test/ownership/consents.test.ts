import { type Api, apis, testInTurn } from '../support/apis';
import { insertApp, insertConsent } from '../support/apps';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import {
  type App,
  answerIn,
  authorizePath,
  browse,
  createApp,
  createPkce,
  redeem,
  refreshTokens,
  signedIn,
} from '../support/openid';
import { newestToken, ownerWithPasskey } from '../support/ownership';
import { PageClient } from '../support/page-client';

// What somebody else has allowed an application in the account, its owner has not allowed.

let gatehouse: Gatehouse;

beforeAll(async () => {
  gatehouse = await startGatehouse({ EMAIL_LOGIN: 'on' });
});
afterAll(() => gatehouse.stop());

const url = () => gatehouse.url;
const password = 'a much longer horse';
const scope = 'openid offline_access';
const tokenTo = (address: string) => newestToken(gatehouse, address);
const appsOf = async (userId: string) =>
  (await gatehouse.sql(`SELECT client_id FROM oauth_consents WHERE user_id = '${userId}'`)).map((row) => row.client_id);

/** A stranger registers the address, and allows an application of a third party everything. */
async function squatter() {
  const app = await createApp(gatehouse, { firstParty: false });
  const { client, email, userId } = await signedIn(gatehouse);
  const pkce = createPkce();
  const asked = await browse(client, authorizePath(app, { scope }, pkce));
  const { code } = answerIn(await client.submit(asked, '/oauth/continue', { decision: 'allow' }));
  const { body } = await redeem(url(), app, code, pkce);
  expect(body).toHaveProperty('refresh_token');
  return { app, client, email, userId, refreshToken: String(body.refresh_token) };
}

/** What the application gets without a page from the browser of the owner. */
async function quietly(app: App, email: string) {
  const client = new PageClient(gatehouse);
  await client.signIn({ email, password });
  return answerIn(await browse(client, authorizePath(app, { scope, prompt: 'none' }, createPkce())));
}

const reset = async (api: Api, email: string) => {
  await api.requestPasswordReset(url(), { email });
  return api.resetPassword(url(), { token: await tokenTo(email), password });
};

const proofs: Record<string, (api: Api, email: string) => Promise<{ code: string | null }>> = {
  confirmation: async (api, email) => {
    await api.sendEmailVerification(url(), { email });
    return api.confirmEmail(url(), { token: await tokenTo(email) });
  },
  reset,
  'code by mail': async (api, email) => {
    const { token } = await api.requestEmailLogin(url(), { email });
    return api.completeEmailLogin(url(), { token, link: await tokenTo(email) });
  },
};

describe.each(apis.map((api, i) => ({ name: api.name, api, other: apis[1 - i] ?? api })))(
  'through $name',
  ({ api, other }) => {
    const rule = testInTurn(api);

    test.each(Object.keys(proofs))('ends with the first proof of the address: a %s', async (name) => {
      const eve = await squatter();
      expect(await proofs[name]?.(api, eve.email)).toMatchObject({ code: null });
      expect(await appsOf(eve.userId)).toEqual([]);
      const refreshed = await refreshTokens(url(), eve.app, eve.refreshToken);
      expect(refreshed.body).toMatchObject({ error: 'invalid_grant' });
      const events = await gatehouse.sql(
        `SELECT details FROM audit_events WHERE user_id = '${eve.userId}' AND action = 'app_disconnected'`,
      );
      expect(events).toEqual([{ details: { clientId: eve.app.id } }]);
      await reset(other, eve.email);
      expect(await quietly(eve.app, eve.email)).toMatchObject({ error: 'consent_required' });
    });

    rule('ends when a change of the address is undone, if it is not a week older', async () => {
      const ada = await ownerWithPasskey(api, gatehouse, { days: 8 });
      const [old, since] = [await insertApp(gatehouse), await insertApp(gatehouse)];
      for (const app of [old, since]) await insertConsent(gatehouse, ada.id, app, ['openid']);
      await gatehouse.sql(
        `UPDATE oauth_consents SET granted_ts = now() - interval '8 days' WHERE client_id = '${old}'`,
      );
      await api.changeEmail(url(), { email: ada.eve }, ada.jwt);
      await api.confirmEmailChange(url(), { token: await tokenTo(ada.eve) });
      expect((await other.undoEmailChange(url(), { token: await tokenTo(ada.email) })).code).toBeNull();
      expect(await appsOf(ada.id)).toEqual([old]);
    });

    rule(
      'ends with the link that removes a second factor, if it is not older, also if it was only widened since',
      async () => {
        const ada = await ownerWithPasskey(api, gatehouse, { days: 8 });
        const token = await tokenTo(ada.email);
        const [old, since] = [await insertApp(gatehouse), await insertApp(gatehouse)];
        await insertConsent(gatehouse, ada.id, old, ['openid']);
        await gatehouse.sql(`UPDATE oauth_consents SET granted_ts = now() - interval '9 days'`);
        const grant = {
          userId: ada.id,
          clientId: since,
          resources: [],
          organizations: [],
          grantedTs: new Date(Date.now() - 9 * 86_400_000),
        };
        await gatehouse.stores.consents.grant({ ...grant, scopes: ['openid'] });
        await gatehouse.stores.consents.grant({ ...grant, scopes: ['email'], grantedTs: new Date() });
        expect((await other.resetPassword(url(), { token, password })).code).toBeNull();
        expect(await appsOf(ada.id)).toEqual([old]);
      },
    );

    rule('stays with a reset of somebody who has proved the address before', async () => {
      const ada = await ownerWithPasskey(api, gatehouse, { days: 8 });
      const app = await insertApp(gatehouse);
      await insertConsent(gatehouse, ada.id, app, ['openid']);
      expect((await reset(other, ada.email)).code).toBeNull();
      expect(await appsOf(ada.id)).toEqual([app]);
    });
  },
);
