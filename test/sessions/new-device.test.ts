import { hash as bcrypt } from '@node-rs/bcrypt';
import { mostKnownDevices } from '../../src/accounts/sessions/device-statement';
import { locales } from '../../src/platform/email/mail-template';
import type { KeptMail } from '../../src/platform/email/mailbox';
import { type Answer, type Api, apis, inTurn, testInTurn, withHeaders } from '../support/apis';
import { withTotp } from '../support/authenticator';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { importUsers } from '../support/imports';
import { type LegacyService, startLegacyService } from '../support/legacy-service';
import { stopClock, withLimits } from '../support/limits';
import { PageClient } from '../support/page-client';
import { creationOptions, logInWith, withPasskey } from '../support/passkeys';
import { type HostileProvider, startHostileProvider } from '../support/providers/hostile-provider';
import { settingsOf } from '../support/providers/provider-logins';
import { SoftwarePasskey } from '../support/software-passkey';
import { verifyAddress } from '../support/verified-address';

/** The mail about a login from a browser and a network that the account does not know (ASVS 5.0, 6.3.5). */
let gatehouse: Gatehouse;
let legacy: LegacyService;
let provider: HostileProvider;

beforeAll(async () => {
  [legacy, provider] = await Promise.all([startLegacyService(), startHostileProvider()]);
  gatehouse = await startGatehouse({
    ...withLimits(),
    ...settingsOf(provider),
    RATE_LIMIT_LOGIN_ACCOUNT: 'off',
    RATE_LIMIT_MFA_ACCOUNT: 'off',
    TRUST_PROXY: '1',
    COUNTRY_HEADER: 'CF-IPCountry',
    EMAIL_LOGIN: 'on',
    LEGACY_URL: legacy.url,
  });
});
afterAll(async () => {
  await gatehouse.stop();
  await Promise.all([legacy.stop(), provider.close()]);
});
beforeEach(stopClock);
afterEach(async () => {
  // Before the clock goes back: a mail of a later time would not be due.
  await gatehouse.allMails();
  jest.useRealTimers();
});

const password = 'correct horse battery';
const newPassword = 'a much longer horse';
const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const chrome = `Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/126.0.0.0 Safari/537.36`;
const laterChrome = chrome.replace('126', '131');
const chromeOnWindows = chrome.replace('X11; Linux x86_64', 'Windows NT 10.0; Win64; x64');
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:127.0) Gecko/20100101 Firefox/127.0';
const home = '203.0.113.7';
const dayMs = 86_400_000;

let networks = 0;
const newNetwork = () => {
  networks += 1;
  return `198.51.${networks >> 8}.${networks & 255}`;
};

/** Sends the requests of `work` as a browser in a network. */
const from = <Result>(ip: string, userAgent: string, work: () => Promise<Result>, country = 'DE'): Promise<Result> =>
  withHeaders({ 'X-Forwarded-For': ip, 'User-Agent': userAgent, 'CF-IPCountry': country }, work);

let people = 0;
/** A registered person with a verified address, who has not logged in yet. */
async function registered(api: Api) {
  people += 1;
  const credentials = { email: `device.${people}@example.com`, password };
  const { user } = await api.register(gatehouse.url, { ...credentials, firstName: 'Ada', lastName: 'Lovelace' });
  await verifyAddress(gatehouse, credentials.email);
  return { ...credentials, id: String(user?.id) };
}

const logIn = (api: Api, { email, password }: { email: string; password: string }) =>
  api.login(gatehouse.url, { email, password });

/** A person whose account knows Chrome on Linux, and the network at home. */
async function atHome(api: Api) {
  const ada = await registered(api);
  const session = await from(home, chrome, () => logIn(api, ada));
  expect(session.code).toBeNull();
  return { ...ada, session };
}

const isOfDevice = ({ text }: KeptMail) => /This wasn’t me/.test(text);
const mailsTo = async (address: string) =>
  (await gatehouse.allMails()).filter((mail) => mail.to === address && isOfDevice(mail));
const written = async (address: string) =>
  (await gatehouse.sql(`SELECT id FROM messages WHERE recipient = '${address}' AND template = 'new_device'`)).length;
const devicesOf = async (id: string) =>
  Number((await gatehouse.sql(`SELECT count(*) AS n FROM known_devices WHERE user_id = '${id}'`))[0]?.n);
const tokenIn = (mail: KeptMail | undefined) => String(mail?.links[0]).split('/').at(-1) ?? '';

describe.each(apis.map((api, i) => ({ name: api.name, api, other: apis[1 - i] ?? api })))(
  'through $name',
  ({ api, other }) => {
    const rule = testInTurn(api);
    const loggedIn = async (answer: Promise<Answer>) => expect((await answer).code).toBeNull();

    test('a new browser in a new network mails the time, the device and the country', async () => {
      const ada = await atHome(api);
      expect(await written(ada.email)).toBe(0);
      jest.setSystemTime(new Date('2027-03-05T09:07:30Z'));
      await loggedIn(from(newNetwork(), firefox, () => logIn(api, ada), 'FR'));
      const [mail, ...further] = await mailsTo(ada.email);
      expect(further).toEqual([]);
      expect(mail?.subject).toMatch(/^A sign-in from a new device – /);
      for (const line of ['Time: 5 March 2027 at 09:07 UTC.', 'Device: Firefox, Windows.', 'Country: France.']) {
        expect(mail?.text).toContain(line);
      }
      expect(mail?.text).toContain('The link is valid for 7 days.');
      expect(mail?.links).toEqual([expect.stringMatching(/^https:\/\/id\.example\.com\/reset\/[\w-]{64}$/)]);
    });

    rule('a known browser in a network that changes each hour does not mail, nor does its update', async () => {
      const ada = await atHome(api);
      for (const browser of [chrome, laterChrome, chrome]) {
        jest.setSystemTime(Date.now() + 3_600_000);
        await loggedIn(from(newNetwork(), browser, () => logIn(api, ada)));
      }
      expect(await written(ada.email)).toBe(0);
      expect(await devicesOf(ada.id)).toBe(1);
    });

    rule('a new browser in a known network does not mail, and is known then', async () => {
      const ada = await atHome(api);
      await loggedIn(from(home, firefox, () => logIn(api, ada)));
      await loggedIn(from(newNetwork(), firefox, () => logIn(api, ada)));
      expect(await written(ada.email)).toBe(0);
    });

    rule('the same browser on another system is a new one, and so is a program that has no known name', async () => {
      const ada = await atHome(api);
      await loggedIn(from(newNetwork(), chromeOnWindows, () => logIn(api, ada)));
      jest.setSystemTime(Date.now() + dayMs);
      await loggedIn(from(newNetwork(), 'Your bank: call 555/1', () => logIn(api, ada), 'XX'));
      const [first, second] = await mailsTo(ada.email);
      expect(first?.text).toContain('Device: Chrome, Windows.');
      // Nothing that a client invents is in the mail, nor a country that the proxy does not know.
      expect(second?.text).not.toMatch(/Device|Country|bank/);
      jest.setSystemTime(Date.now() + dayMs);
      await loggedIn(from(newNetwork(), 'curl/8.1', () => logIn(api, ada)));
      expect(await mailsTo(ada.email)).toHaveLength(3);
    });

    rule('an account gets one mail a day at most, also if new devices log in at the same time', async () => {
      const ada = await atHome(api);
      const agents = ['one', 'two', 'three', 'four', 'five'].map((name) => `${name}/1.0`);
      await Promise.all(agents.map((agent) => loggedIn(from(newNetwork(), agent, () => logIn(api, ada)))));
      expect(await written(ada.email)).toBe(1);
      jest.setSystemTime(Date.now() + dayMs - 1000);
      await loggedIn(from(newNetwork(), 'six/1.0', () => logIn(api, ada)));
      expect(await written(ada.email)).toBe(1);
      jest.setSystemTime(Date.now() + 1000);
      await loggedIn(from(newNetwork(), 'seven/1.0', () => logIn(api, ada)));
      expect(await written(ada.email)).toBe(2);
    });

    rule('a wrong password, an unverified address and the first step alone learn and mail nothing', async () => {
      const ada = await atHome(api);
      const wrong = await from(newNetwork(), firefox, () => logIn(api, { ...ada, password: newPassword }));
      expect(wrong.code).toBe('INVALID_CREDENTIALS');
      expect([await devicesOf(ada.id), await written(ada.email)]).toEqual([1, 0]);
      await gatehouse.sql(`UPDATE users SET email_verified = false WHERE id = '${ada.id}'`);
      await loggedIn(from(newNetwork(), firefox, () => logIn(api, ada)));
      expect(await written(ada.email)).toBe(0);

      const bob = await from(home, chrome, () => withTotp(api, gatehouse));
      const away = newNetwork();
      const { challenge } = await from(away, firefox, () => logIn(api, bob));
      expect(await written(bob.email)).toBe(0);
      jest.setSystemTime(Date.now() + 60_000);
      const completion = { token: challenge?.token, code: bob.authenticator.next() };
      await loggedIn(from(away, firefox, () => other.completeLogin(gatehouse.url, completion)));
      expect(await mailsTo(bob.email)).toHaveLength(1);
    });

    rule('a known device mails if the login comes after ten failures from elsewhere', async () => {
      const ada = await atHome(api);
      const fail = async (times: number) => {
        for (let i = 0; i < times; i += 1) await logIn(api, { ...ada, password: newPassword });
      };
      await from(newNetwork(), chrome, async () => {
        await fail(9);
        await loggedIn(logIn(api, ada));
        expect(await written(ada.email)).toBe(0);
      });
      await from(newNetwork(), chrome, async () => {
        await fail(10);
        await loggedIn(logIn(api, ada));
        expect(await written(ada.email)).toBe(1);
      });
    });

    rule('wrong codes of a second factor count in the same way', async () => {
      const bob = await from(home, chrome, () => withTotp(api, gatehouse));
      await from(home, chrome, async () => {
        for (let i = 0; i < 10; i += 1) {
          const wrong = await api.login(gatehouse.url, { email: bob.email, password, code: '000000' });
          expect(wrong.code).toBe('INVALID_TOKEN');
        }
        jest.setSystemTime(Date.now() + 60_000);
        await loggedIn(api.login(gatehouse.url, { email: bob.email, password, code: bob.authenticator.next() }));
      });
      expect(await written(bob.email)).toBe(1);
    });

    const ways: Record<string, () => Promise<{ email: string; away: () => Promise<Answer> }>> = {
      'a passkey': async () => {
        const ada = await from(home, chrome, () => withPasskey(api, gatehouse));
        return { email: ada.email, away: () => logInWith(api, gatehouse.url, ada.passkey) };
      },
      'a code by mail': async () => {
        const ada = await atHome(api);
        const away = async () => {
          const { token: request } = await api.requestEmailLogin(gatehouse.url, { email: ada.email });
          const mail = (await gatehouse.allMails()).filter(({ to }) => to === ada.email).at(-1);
          return other.completeEmailLogin(gatehouse.url, { token: request, code: mail?.code });
        };
        return { email: ada.email, away };
      },
      'a provider': async () => {
        people += 1;
        const email = `device.${people}@example.com`;
        const logInThere = async () => {
          const idToken = await provider.idToken({ nonce: 'n', sub: email, email, email_verified: true });
          return api.loginWithIdToken(gatehouse.url, { provider: 'acme', nonce: 'n', idToken });
        };
        const { link, code } = await from(home, chrome, logInThere);
        if (code !== null) {
          const mail = (await gatehouse.allMails()).filter(({ to }) => to === email).at(-1);
          const proof = { token: link?.token, link: tokenIn(mail) };
          await loggedIn(from(home, chrome, () => api.completeEmailLogin(gatehouse.url, proof)));
        }
        // Each ID token is good for one login.
        jest.setSystemTime(Date.now() + 1000);
        return { email, away: logInThere };
      },
      'a password that only the old service knows': async () => {
        people += 1;
        const email = `device.${people}@example.com`;
        legacy.add(email, password);
        await gatehouse.sql(`INSERT INTO users (id, email, email_canonical, email_verified, password_hash, first_name,
          last_name, created_ts) VALUES (gen_random_uuid(), '${email}', '${email}', true, '$legacy$', 'A', 'B', now())`);
        // The first login after an import: nothing is known.
        await loggedIn(from(newNetwork(), firefox, () => logIn(api, { email, password })));
        expect(await written(email)).toBe(0);
        return { email, away: () => logIn(api, { email, password }) };
      },
    };
    test.each(inTurn(api, Object.keys(ways)))('a login with %s from a new device mails', async (way) => {
      const prepared = await ways[way]?.();
      if (!prepared) throw new Error('no such way');
      expect(await written(prepared.email)).toBe(0);
      await loggedIn(from(newNetwork(), 'another/1.0', prepared.away));
      expect(await mailsTo(prepared.email)).toHaveLength(1);
    });

    rule('the first login after an import or an upgrade is learned, and mails nothing', async () => {
      people += 1;
      const email = `device.${people}@example.com`;
      const imported = { format: 'bcrypt', hash: await bcrypt(password, 4) };
      await importUsers(gatehouse.stores, [
        { email, first_name: 'Ada', last_name: 'Example', email_verified: true, password: imported },
      ]);
      const ada = { email, password };
      await loggedIn(from(newNetwork(), firefox, () => logIn(api, ada)));
      expect(await written(email)).toBe(0);
      await loggedIn(from(newNetwork(), chrome, () => logIn(api, ada)));
      expect(await written(email)).toBe(1);

      // Before the upgrade, sessions and networks were stored, and no devices.
      const bob = await atHome(api);
      await gatehouse.sql(`DELETE FROM known_devices WHERE user_id = '${bob.id}'`);
      await loggedIn(from(newNetwork(), firefox, () => logIn(api, bob)));
      expect([await written(bob.email), await devicesOf(bob.id)]).toEqual([0, 1]);
    });

    test('the link sets a new password once, ends all sessions, and removes what was added since', async () => {
      const ada = await atHome(api);
      const away = newNetwork();
      const eve = await from(away, firefox, () => logIn(api, ada));
      const token = tokenIn((await mailsTo(ada.email))[0]);
      jest.setSystemTime(Date.now() + 60_000);
      // As if an hour had passed.
      await gatehouse.sql('UPDATE sessions SET network_since_ts = NULL');
      await from(away, firefox, async () => {
        const options = await creationOptions(api, gatehouse.url, String(eve.jwt));
        const passkey = new SoftwarePasskey().create(options);
        const { jwt } = await api.addPasskey(gatehouse.url, { passkey }, eve.jwt);
        // Whoever has the session cannot end the link.
        const change = { currentPassword: password, password: newPassword };
        await loggedIn(api.changePassword(gatehouse.url, change, jwt));
        await loggedIn(api.login(gatehouse.url, { email: ada.email, password: newPassword }));
      });
      const reset = { token, password: 'the last horse battery' };
      expect(await other.resetPassword(gatehouse.url, reset)).toMatchObject({ code: null, ended: 2 });
      expect((await api.resetPassword(gatehouse.url, reset)).code).toBe('INVALID_TOKEN');
      for (const { refreshToken } of [ada.session, eve]) {
        expect((await api.refresh(gatehouse.url, { refreshToken })).code).toBe('UNAUTHENTICATED');
      }
      expect((await api.me(gatehouse.url, eve.jwt)).code).toBe('UNAUTHENTICATED');
      expect(await gatehouse.sql(`SELECT id FROM passkeys WHERE user_id = '${ada.id}'`)).toEqual([]);
      await from(away, firefox, async () => {
        for (const old of [password, newPassword]) {
          expect((await logIn(api, { ...ada, password: old })).code).toBe('INVALID_CREDENTIALS');
        }
      });
      await loggedIn(from(home, chrome, () => logIn(api, { ...ada, password: reset.password })));
      // The device of the other person is not known to the account.
      jest.setSystemTime(Date.now() + dayMs);
      await loggedIn(from(away, firefox, () => logIn(api, { ...ada, password: reset.password })));
      expect(await mailsTo(ada.email)).toHaveLength(2);
    });

    rule('the link ends after seven days, and with another address of the account', async () => {
      const [ada, bob] = [await atHome(api), await atHome(api)];
      for (const person of [ada, bob]) await from(newNetwork(), firefox, () => logIn(api, person));
      const [ofAda, ofBob] = [(await mailsTo(ada.email))[0], (await mailsTo(bob.email))[0]].map(tokenIn);
      await gatehouse.sql(`UPDATE users SET email = 'x.' || email, email_canonical = 'x.' || email_canonical
        WHERE id = '${bob.id}'`);
      const resetWith = (token: string | undefined) =>
        api.resetPassword(gatehouse.url, { token, password: newPassword });
      expect((await resetWith(ofBob)).code).toBe('INVALID_TOKEN');
      jest.setSystemTime(Date.now() + 7 * dayMs);
      expect((await resetWith(ofAda)).code).toBe('INVALID_TOKEN');
    });
  },
);

const [api] = apis;

test('on the pages, the link shows a form and changes nothing, and the form secures the account', async () => {
  const ada = await atHome(api);
  const phone = new PageClient(gatehouse);
  const sent = { 'X-Forwarded-For': newNetwork(), 'User-Agent': firefox };
  const reply = await phone.post('/login', { email: ada.email, password }, { headers: sent });
  expect(reply.status).toBe(303);
  const [mail] = await mailsTo(ada.email);
  const path = new URL(String(mail?.links[0])).pathname;
  const owner = new PageClient(gatehouse);
  const state = () =>
    gatehouse.sql(`SELECT u.password_hash, u.revision, t.used_ts FROM users u JOIN one_time_tokens t ON t.user_id = u.id
      WHERE u.id = '${ada.id}' AND t.purpose = 'undo_login'`);
  const before = await state();
  const page = await owner.get(path);
  await owner.get(path);
  expect(page).toMatchObject({ status: 200, heading: 'Secure your account' });
  expect(page.text).toContain('All devices are signed out');
  expect(await state()).toEqual(before);

  const common = await owner.post(path, { password: 'short' });
  expect(common.status).toBe(400);
  expect(await state()).toEqual(before);
  const headers = { 'X-Forwarded-For': home, 'User-Agent': chrome };
  expect((await owner.post(path, { password: newPassword }, { headers })).status).toBeLessThan(400);
  expect((await phone.get('/account', { headers: sent })).location).toMatch(/^\/login/);
  expect((await owner.get('/account')).status).toBe(200);
  expect(await owner.get(path)).toMatchObject({ status: 400 });
});

test('after the proof of the address, the browser and the network in which a person has registered are known', async () => {
  const instance = await gatehouse.another({ EMAIL_VERIFICATION: 'required' });
  const site = { url: instance.url, config: gatehouse.config };
  const browser = new PageClient(site);
  const headers = { 'X-Forwarded-For': newNetwork(), 'User-Agent': chrome };
  people += 1;
  const email = `device.${people}@example.com`;
  await browser.post('/register', { email, first_name: 'Ada', last_name: 'Lovelace', password }, { headers });
  const mail = (await gatehouse.allMails()).filter(({ to }) => to === email).at(-1);
  const { status } = await browser.post(new URL(String(mail?.links[0])).pathname, {}, { headers });
  expect([status, (await browser.get('/account')).status]).toEqual([303, 200]);

  const another = { headers: { ...headers, 'User-Agent': firefox } };
  expect((await new PageClient(site).post('/login', { email, password }, another)).status).toBe(303);
  expect(await written(email)).toBe(0);
  const elsewhere = { headers: { ...another.headers, 'X-Forwarded-For': newNetwork(), 'User-Agent': 'another/1.0' } };
  expect((await new PageClient(site).post('/login', { email, password }, elsewhere)).status).toBe(303);
  expect(await written(email)).toBe(1);
  await instance.stop();
});

test('the mail is in the language of the user', async () => {
  const subjects = new Set<string>();
  for (const locale of locales) {
    const ada = await atHome(api);
    await gatehouse.sql(`UPDATE users SET locale = '${locale}' WHERE id = '${ada.id}'`);
    await from(newNetwork(), firefox, () => logIn(api, ada));
    const mail = (await gatehouse.allMails()).filter(({ to }) => to === ada.email).at(-1);
    const country = new Intl.DisplayNames(locale, { type: 'region' }).of('DE');
    expect(mail?.text).toContain({ en: 'Germany', de: 'Deutschland', fr: country, es: country }[locale]);
    expect(mail?.text).toContain('Firefox, Windows');
    subjects.add(String(mail?.subject));
  }
  expect(subjects.size).toBe(locales.length);
});

test('an account has a bounded number of devices, and the newest stay', async () => {
  const ada = await atHome(api);
  await gatehouse.sql(`INSERT INTO known_devices (key, user_id, seen_ts)
    SELECT decode(md5(n || '${ada.id}'), 'hex'), '${ada.id}', now() - interval '2 days' FROM generate_series(1, 60) n`);
  await from(newNetwork(), firefox, () => logIn(api, ada));
  // The last mail has a row of its own.
  expect(await devicesOf(ada.id)).toBe(mostKnownDevices + 1);
  jest.setSystemTime(Date.now() + dayMs);
  for (const browser of [chrome, firefox]) await from(newNetwork(), browser, () => logIn(api, ada));
  expect(await written(ada.email)).toBe(1);
});

test('the table has no name of a browser, and the rows go with the account', async () => {
  const ada = await atHome(api);
  const rows = await gatehouse.sql(`SELECT * FROM known_devices WHERE user_id = '${ada.id}'`);
  expect(Buffer.from(rows[0]?.key as Uint8Array)).toHaveLength(32);
  await gatehouse.sql(`DELETE FROM users WHERE id = '${ada.id}'`);
  expect(await devicesOf(ada.id)).toBe(0);
});

test('with NEW_DEVICE_MAIL=off, or if no mails are sent, nothing is learned', async () => {
  const ada = await atHome(api);
  const insert = jest.spyOn(gatehouse.stores.sessions, 'insert');
  const run = async (env: Record<string, string>) => {
    const instance = await gatehouse.another(env);
    await from(newNetwork(), firefox, () => api.login(instance.url, { email: ada.email, password }));
    expect([await written(ada.email), await devicesOf(ada.id)]).toEqual([0, 1]);
    expect(insert.mock.lastCall?.[3]?.device ?? null).toBeNull();
    await instance.stop();
  };
  await run({ NEW_DEVICE_MAIL: 'off' });
  await run({ MAILBOX: 'off' });
  expect(insert).toHaveBeenCalledTimes(2);
  insert.mockRestore();
});
