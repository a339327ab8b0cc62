import { randomBytes } from 'node:crypto';
import { restApi } from '../support/apis';
import { AppBrowser } from '../support/app-browser';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { type Apache, startApache } from '../support/mod-auth-openidc';
import { describeWith } from '../support/needs';
import { createApp } from '../support/oauth';
import { PageClient } from '../support/page-client';
import { freePort } from '../support/process';
import { until } from '../support/until';

describeWith('mod_auth_openidc')('mod_auth_openidc of Apache', () => {
  let gatehouse: Gatehouse;
  let apache: Apache;
  let app: string;

  beforeAll(async () => {
    const [port, ownPort] = [await freePort(), await freePort()];
    gatehouse = await startGatehouse({
      PORT: String(port),
      PUBLIC_URL: `http://localhost:${port}`,
      WEBHOOK_NETWORKS: '127.0.0.0/8',
    });
    app = `http://127.0.0.1:${ownPort}`;
    const client = await createApp(gatehouse, {
      redirectUris: [`${app}/callback`],
      firstParty: true,
      backchannelLogoutUri: `${app}/callback?logout=backchannel`,
    });
    apache = await startApache(
      ownPort,
      `OIDCProviderMetadataURL ${gatehouse.config.publicUrl}/.well-known/openid-configuration
      OIDCClientID ${client.id}
      OIDCClientSecret ${client.secret}
      OIDCRedirectURI ${app}/callback
      OIDCCryptoPassphrase ${randomBytes(32).toString('hex')}
      OIDCScope "openid email"
      OIDCPKCEMethod S256
      OIDCInfoHook userinfo
      # Without the condition, it only sends on what navigates, and fetch of Node says that it does not.
      OIDCUnAuthAction auth true
      <Location "/">
        AuthType openid-connect
        Require valid-user
      </Location>`,
    );
    await until(() => gatehouse.stores.logouts.isOn);
  });
  afterAll(async () => {
    await apache?.stop();
    await gatehouse?.stop();
  });

  async function signIn() {
    const person = await new PageClient(gatehouse).register();
    const browser = new AppBrowser(gatehouse, person);
    const page = await browser.open(`${app}/index.html`);
    expect(page).toMatchObject({ status: 200, signIns: 1, text: 'only for people who are signed in' });
    return { browser, person };
  }
  /** What the module knows of the person of this browser: an object, or an empty text without a session. */
  const known = async (browser: AppBrowser) => (await browser.open(`${app}/callback?info=json`)).text;

  test('signs a person in, and the logout at Gatehouse ends its session', async () => {
    const { browser, person } = await signIn();
    const { browser: other } = await signIn();
    expect(JSON.parse(await known(browser)).userinfo.email).toBe(person.email);
    await browser.atGatehouse.post('/logout');
    await until(async () => !(await known(browser)).includes(person.email));
    // Of this browser alone.
    expect(await known(other)).toContain('@');
    expect(await browser.open(`${app}/index.html`)).toMatchObject({ status: 200, signIns: 1 });
  });

  test('the end of all sessions of a person at Gatehouse ends its sessions, also after theirs there have expired', async () => {
    const { browser, person } = await signIn();
    const { browser: other } = await signIn();
    await gatehouse.sql(`UPDATE sessions SET expires_ts = now() - interval '1 minute' WHERE client_id IS NOT NULL`);
    const { jwt } = await restApi.login(gatehouse.url, { email: person.email, password: person.password });
    expect(await restApi.logout(gatehouse.url, { sessions: 'all' }, jwt)).toMatchObject({ success: true });
    await until(async () => !(await known(browser)).includes(person.email));
    expect(await known(other)).toContain('@');
  });
});
