import { describeWith } from '../support/needs';
import { inspect, openPages, type PageBrowser, signInTab, type Tab } from '../support/page-browser';
import { PageClient } from '../support/page-client';
import { type AppleProvider, appleUser, startApple } from '../support/providers/apple';
import { ada, type HostileProvider, startHostileProvider } from '../support/providers/hostile-provider';
import { settingsOf } from '../support/providers/provider-logins';
import { ageAccount, verifyAddress } from '../support/verified-address';

/** The providers are on 127.0.0.1 and the pages on localhost: two sites, between which browsers keep cookies back. */
describeWith('Chromium')('sign-in with providers, in a browser', () => {
  let pages: PageBrowser;
  let acme: HostileProvider;
  let apple: AppleProvider;
  let people = 0;

  beforeAll(async () => {
    const redirectUris: string[] = [];
    [acme, apple] = await Promise.all([startHostileProvider(), startApple({ redirectUris })]);
    pages = await openPages({
      ...settingsOf(acme),
      PROVIDERS: 'acme,apple',
      PROVIDER_ACME_LABEL: 'Acme',
      PROVIDER_APPLE_ISSUER: apple.issuer,
      PROVIDER_APPLE_CLIENT_ID: apple.clientId,
      PROVIDER_APPLE_TEAM_ID: apple.teamId,
      PROVIDER_APPLE_KEY_ID: apple.keyId,
      PROVIDER_APPLE_PRIVATE_KEY: apple.privateKey,
    });
    redirectUris.push(`${pages.url}/login/callback/apple`);
  });
  afterAll(async () => {
    await pages.stop();
    await Promise.all([acme.close(), apple.close()]);
  });

  function newPerson(claims: object = {}): string {
    people += 1;
    const email = `provider.${people}@example.com`;
    acme.claims = { ...ada, sub: `browser-${people}`, email, ...claims };
    return email;
  }

  /** Presses the button, and waits for the page behind the provider. */
  async function press({ page, open }: Tab, label: string, path = '/login'): Promise<void> {
    await open(path);
    await page.getByRole('button', { name: `Continue with ${label}` }).click();
    await page.waitForURL((url) => url.origin === pages.url && !url.pathname.startsWith('/login/provider/'));
    await page.waitForLoadState();
  }

  async function connecting(tab: Tab): Promise<void> {
    const email = newPerson();
    await new PageClient(pages.gatehouse).register({ email });
    await verifyAddress(pages.gatehouse, email);
    await press(tab, 'Acme');
    await tab.page.getByRole('heading', { name: 'Connect Acme' }).waitFor();
  }

  const states: Record<string, (tab: Tab) => Promise<unknown>> = {
    'login with providers': (tab) => tab.open('/login'),
    'register with providers': (tab) => tab.open('/register'),
    'provider, rejected': async (tab) => {
      newPerson();
      acme.mode = 'wrong nonce';
      await press(tab, 'Acme').finally(() => {
        acme.mode = 'honest';
      });
      await tab.page.getByRole('alert').waitFor();
    },
    'provider, missing names': async (tab) => {
      newPerson({ given_name: undefined, family_name: undefined, name: undefined });
      await press(tab, 'Acme');
      await tab.page.getByRole('heading', { name: 'Almost done' }).waitFor();
    },
    'provider, connect': connecting,
    'provider, connect with the password': async (tab) => {
      const email = newPerson();
      const client = new PageClient(pages.gatehouse);
      await client.register({ email: `other.${email}` });
      await verifyAddress(pages.gatehouse, `other.${email}`);
      await ageAccount(pages.gatehouse, `other.${email}`);
      await signInTab(tab, pages, String(client.sessionCookie));
      await tab.open('/account/security');
      await tab.page.getByRole('button', { name: 'Connect Acme' }).click();
      await tab.page.locator('[name=current_password]').fill('a wrong password');
      await tab.page.getByRole('button', { name: 'Connect' }).click();
      await tab.page.getByRole('alert').waitFor();
    },
    'provider, connect from a new network': async (tab) => {
      const email = `other.${newPerson()}`;
      const client = new PageClient(pages.gatehouse);
      await client.register({ email });
      await verifyAddress(pages.gatehouse, email);
      await pages.gatehouse.sql('UPDATE sessions SET network_since_ts = now()');
      await signInTab(tab, pages, String(client.sessionCookie));
      await tab.open('/account/security');
      await tab.page.getByRole('button', { name: 'Connect Acme' }).click();
      await tab.page.getByRole('button', { name: 'Send the code' }).click();
      await tab.page.locator('[name=email_code]').waitFor();
    },
    'provider, connected': async (tab) => {
      newPerson();
      await press(tab, 'Acme');
      await tab.open('/account/security');
    },
    // As in a tab that is still open from when there was another way in.
    'provider, disconnect': async (tab) => {
      newPerson();
      await press(tab, 'Acme');
      const [identity] = await pages.gatehouse.sql('SELECT id FROM identities ORDER BY created_ts DESC LIMIT 1');
      await tab.open(`/account/security/identities/${identity?.id}/remove`);
      await tab.page.getByRole('button', { name: 'Disconnect' }).click();
      await tab.page.getByRole('alert').waitFor();
    },
  };

  test('the pages, in every state, are accessible, fit the window, and leave it only for the provider', async () => {
    const problems: string[] = [];
    for (const [name, reach] of Object.entries(states)) {
      const tab = await pages.tab();
      await reach(tab);
      problems.push(...(await inspect(tab, name)));
      const { otherHosts, ...complaints } = tab.complaints;
      expect([name, complaints]).toEqual([name, { console: [], scripts: [] }]);
      expect(otherHosts.filter((address) => !address.startsWith(`${acme.issuer}/authorize?`))).toEqual([]);
      await tab.close();
    }
    expect(problems).toEqual([]);
  });

  test.each([true, false])('a person comes back signed in, with scripts: %s', async (javaScriptEnabled) => {
    const email = newPerson();
    const tab = await pages.tab({ javaScriptEnabled });
    await press(tab, 'Acme', '/register');
    expect(new URL(tab.page.url()).pathname).toBe('/account');
    expect(await tab.page.textContent('main')).toContain(email);
    await tab.close();
  });

  test('the form that Apple’s page sends from its own site ends signed in, with the name', async () => {
    people += 1;
    const email = `apple.${people}@example.com`;
    apple.user = { ...appleUser, sub: `apple-${people}`, email };
    const tab = await pages.tab();
    await press(tab, 'Apple');
    await tab.page.waitForURL(`${pages.url}/account`);
    expect(await tab.page.textContent('main')).toContain(email);
    expect(tab.complaints.console).toEqual([]);
    await tab.close();
  });
});
