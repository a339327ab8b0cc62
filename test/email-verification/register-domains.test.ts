import { readConfig } from '../../src/compose/config';
import { ConfigError } from '../../src/platform/config/config-error';
import { type Api, apis, testInTurn } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { type LegacyService, startLegacyService } from '../support/legacy-service';
import { PageClient } from '../support/page-client';
import { googleAccount, type OpenidProvider, startOpenidProvider } from '../support/providers/openid-provider';
import { callbackOf, logInWith, settingsOf } from '../support/providers/provider-logins';

/** REGISTER_DOMAINS in each way to get an account, and in the change of address. */
const domains = 'example.com, Bücher.example';
const password = 'correct horse battery';
const names = { firstName: 'Ada', lastName: 'Lovelace' };
const otherDomain = { code: 'FORBIDDEN', msg: 'An e-mail address of this domain cannot be used here.' };

let gatehouse: Gatehouse;
let google: OpenidProvider;
let legacy: LegacyService;
beforeAll(async () => {
  google = await startOpenidProvider({ redirectUris: [callbackOf('google')] });
  legacy = await startLegacyService();
  const ways = { ...settingsOf(google, 'google'), EMAIL_LOGIN: 'on', LEGACY_URL: legacy.url, LEGACY_UNKNOWN: 'ask' };
  gatehouse = await startGatehouse({ ...ways, REGISTER_DOMAINS: domains });
});
afterAll(async () => {
  await gatehouse.stop();
  await google.close();
  await legacy.stop();
});

let people = 0;
const newAddress = (domain: string) => {
  people += 1;
  return `ada.${people}@${domain}`;
};
const countOf = async (email: string) =>
  (await gatehouse.sql(`SELECT count(*)::int FROM users WHERE email = '${email}'`))[0]?.count;
/** As an operator creates it: with an address of any domain. */
const addTaken = async (domain: string) => {
  const email = newAddress(domain);
  await gatehouse.sql(`INSERT INTO users (id, email, email_canonical, first_name, last_name, created_ts)
    VALUES (gen_random_uuid(), '${email}', '${email}', 'Ada', 'Lovelace', now())`);
  return email;
};

describe.each(apis.map((api) => [api.name, api] as const))('%s', (_name, api: Api) => {
  const rule = testInTurn(api);
  const register = (email: string) => api.register(gatehouse.url, { email, password, ...names });

  test('a registration: the domain is compared as an A-label, and a taken address has the same answer', async () => {
    for (const domain of ['Example.COM', 'BÜCHER.example', 'xn--bcher-kva.example']) {
      expect(await register(newAddress(domain))).toMatchObject({ success: true });
    }
    const free = newAddress('sub.example.com');
    const answer = await register(free);
    expect(answer).toMatchObject(otherDomain);
    expect(await register(await addTaken('sub.example.com'))).toEqual(answer);
    for (const domain of ['example.com.evil.example', 'not-example.com', 'xn--bcher-kva.example.com']) {
      expect(await register(newAddress(domain))).toEqual(answer);
    }
    expect(await countOf(free)).toBe(0);
    expect(legacy.asked.filter(({ body }) => String(body.email).includes('sub.'))).toEqual([]);
  });

  test('a change of the address', async () => {
    const email = newAddress('example.com');
    await register(email);
    const { jwt } = await api.login(gatehouse.url, { email, password });
    const change = (to: string) => api.changeEmail(gatehouse.url, { email: to, currentPassword: password }, jwt);
    const answer = await change(newAddress('example.org'));
    expect(answer).toMatchObject(otherDomain);
    expect(await change(await addTaken('example.org'))).toEqual(answer);
    expect(await change(newAddress('bücher.example'))).toMatchObject({ success: true });
  });

  rule('a first login with a provider that vouches for the address', async () => {
    google.signInAs({ ...googleAccount, sub: newAddress('gmail.com'), email: newAddress('gmail.com') });
    expect(await logInWith(api, gatehouse.url, 'google')).toMatchObject(otherDomain);
    const email = newAddress('example.com');
    google.signInAs({ ...googleAccount, sub: email, email, hd: 'example.com' });
    expect(await logInWith(api, gatehouse.url, 'google')).toMatchObject({ success: true, user: { email } });
  });

  rule('a first login whose address is proved by mail: only the owner of the mail has another answer', async () => {
    const answers = [];
    for (const email of [newAddress('example.org'), await addTaken('example.org')]) {
      google.signInAs({ ...googleAccount, sub: email, email });
      const { link, ...rest } = await logInWith(api, gatehouse.url, 'google');
      expect(rest).toMatchObject({ code: 'EMAIL_NOT_VERIFIED' });
      const mail = (await gatehouse.allMails()).filter(({ to }) => to === email).at(-1);
      answers.push(await api.completeEmailLogin(gatehouse.url, { token: link?.token, code: mail?.code }));
    }
    expect(answers).toMatchObject([otherDomain, { success: true }]);
  });

  rule('a first login with the old service, only after its password was right', async () => {
    const email = newAddress('example.org');
    legacy.add(email, password);
    const login = (typed: string) => api.login(gatehouse.url, { email, password: typed });
    expect(await login('wrong horse battery')).toMatchObject({ code: 'INVALID_CREDENTIALS' });
    expect(await login(password)).toMatchObject(otherDomain);
    expect(await countOf(email)).toBe(0);
  });
});

test('the page for registration says so in its form', async () => {
  const client = new PageClient(gatehouse);
  const person = { first_name: 'Ada', last_name: 'Lovelace', email: newAddress('example.org'), password };
  const page = await client.submit(await client.get('/register'), '/register', person);
  expect(page).toMatchObject({ status: 403, heading: 'Create your Gatehouse account' });
  expect(page.text).toContain('E-mail addresses of this domain can’t be used here.');
});

test.each([',', 'example', 'a@example.com', '*.example.com', 'https://example.com', 'example.com;example.org'])(
  'REGISTER_DOMAINS=%s stops the start',
  (value) => {
    expect(() => readConfig({ REGISTER_DOMAINS: value })).toThrow(ConfigError);
  },
);
