import { waysIn } from '../../src/accounts/ownership/ways-in';
import { type OperationName, operations } from '../../src/compose/features';
import { type Answer, type Api, apis, testInTurn, withHeaders } from '../support/apis';
import { Authenticator } from '../support/authenticator';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { stopClock } from '../support/limits';
import { answerIn, authorizePath, browse, createApp, createPkce } from '../support/openid';
import { newestToken } from '../support/ownership';
import { PageClient } from '../support/page-client';
import { type HostileProvider, startHostileProvider } from '../support/providers/hostile-provider';
import { settingsOf } from '../support/providers/provider-logins';
import { SoftwarePasskey } from '../support/software-passkey';
import { ageAccount, verifyAddress } from '../support/verified-address';

// What lets somebody in is added with the same proof, and mailed with the same link that removes it.

let gatehouse: Gatehouse;
let provider: HostileProvider;
beforeAll(async () => {
  provider = await startHostileProvider();
  gatehouse = await startGatehouse({ ...settingsOf(provider), TRUST_PROXY: '1', API_KEYS: 'on' });
});
afterAll(async () => {
  await gatehouse.stop();
  await provider.close();
});
beforeEach(stopClock);
afterEach(async () => {
  await gatehouse.allMails();
  jest.useRealTimers();
});

const url = () => gatehouse.url;
const password = 'correct horse battery';
const newPassword = 'a much longer horse';
/** The browser of most people, so that no login is from a new device. */
const common =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';
const home = '203.0.113.7';
const hour = 3_600_000;

let networks = 0;
const newNetwork = () => {
  networks += 1;
  return `198.51.100.${networks}`;
};
const headersAt = (ip: string) => ({ 'X-Forwarded-For': ip, 'User-Agent': common });
const at = <Result>(ip: string, work: () => Promise<Result>) => withHeaders(headersAt(ip), work);

let people = 0;
/** Has registered and signed in at home, with the common browser. */
async function owner(api: Api) {
  people += 1;
  const email = `adding.${people}@example.com`;
  const { user } = await at(home, () =>
    api.register(url(), { email, password, firstName: 'Ada', lastName: 'Lovelace' }),
  );
  await verifyAddress(gatehouse, email);
  return { api, email, id: String(user?.id), ip: home, jwt: await logIn(api, email, home) };
}

async function logIn(api: Api, email: string, ip: string): Promise<string> {
  const { jwt } = await at(ip, () => api.login(url(), { email, password }));
  if (jwt === null) throw new Error('the login failed');
  return jwt;
}

type Person = Awaited<ReturnType<typeof owner>>;

/** Knows the password, and sends the name of the common browser. */
const thiefOf = async (person: Person, ip = newNetwork()): Promise<Person> => ({
  ...person,
  ip,
  jwt: await logIn(person.api, person.email, ip),
});

let identities = 0;
const shown = async () => {
  identities += 1;
  const idToken = await provider.idToken({ nonce: 'n', sub: `adding ${identities}`, jti: identities });
  return { provider: 'acme', idToken, nonce: 'n' };
};

/** Signs in to an application of a third party. Returns `STEP_UP_REQUIRED` if the pages ask for a proof first. */
async function consent({ email, ip }: Person): Promise<Pick<Answer, 'code'>> {
  const client = new PageClient(gatehouse, headersAt(ip));
  await client.signIn({ email, password });
  const app = await createApp(gatehouse, { firstParty: false });
  const page = await browse(client, authorizePath(app, {}, createPkce()));
  if (page.html.includes('name="intent" value="send-again"')) return { code: 'STEP_UP_REQUIRED' };
  const answer = answerIn(await client.submit(page, '/oauth/continue', { decision: 'allow' }));
  return { code: answer.code === undefined ? String(answer.error) : null };
}

/** Each operation that adds a way in. One that is not here fails the test. */
const additions: Partial<
  Record<OperationName, (person: Person, currentPassword?: string) => Promise<Pick<Answer, 'code'>>>
> = {
  enrollTotp: ({ api, jwt, ip }, currentPassword = password) =>
    at(ip, () => api.enrollTotp(url(), { currentPassword }, jwt)),
  addPasskeyOptions: ({ api, jwt, ip }, currentPassword = password) =>
    at(ip, () => api.addPasskeyOptions(url(), { currentPassword }, jwt)),
  linkIdentity: ({ api, jwt, ip }, currentPassword = password) =>
    at(ip, async () => api.linkIdentity(url(), { ...(await shown()), currentPassword }, jwt)),
  decideAuthorization: (person) => consent(person),
  createApiKey: ({ api, jwt, ip }, currentPassword = password) =>
    at(ip, () => api.createApiKey(url(), { name: 'Backup', currentPassword }, jwt)),
};
const names = operations.filter(({ addsWayIn }) => addsWayIn).map(({ name }) => name);
const addWith = (name: OperationName, person: Person, currentPassword?: string) => {
  const add = additions[name];
  if (!add) throw new Error(`no example of ${name}`);
  return add(person, currentPassword);
};

test('each operation that adds a way in is tried here, and says when it asks for a step-up', () => {
  expect(Object.keys(additions).sort()).toEqual([...names].sort());
  for (const { name, rest, errors, addsWayIn } of operations)
    if (addsWayIn && rest.length > 0)
      expect([name, errors.STEP_UP_REQUIRED]).toEqual([name, expect.stringContaining('requestStepUpCode')]);
});

describe.each(apis.map((api) => ({ name: api.name, api })))('through $name', ({ api }) => {
  const rule = testInTurn(api);

  test.each(names)(
    'who has stolen the password adds nothing in the first hour, not even with the common browser: %s',
    async (name) => {
      const ada = await owner(api);
      const thief = await thiefOf(ada);
      expect(
        await gatehouse.sql(`SELECT id FROM messages WHERE recipient = '${ada.email}' AND template = 'new_device'`),
      ).toEqual([]);
      expect((await addWith(name, thief)).code).toBe('STEP_UP_REQUIRED');
      // Neither a second login from there, nor the password once more.
      expect((await addWith(name, await thiefOf(ada, thief.ip))).code).toBe('STEP_UP_REQUIRED');
      const { jwt } = await at(thief.ip, () => api.stepUp(url(), { password }, thief.jwt));
      expect((await addWith(name, { ...thief, jwt: String(jwt) })).code).toBe('STEP_UP_REQUIRED');
      // The owner at home is not asked, also at the same time.
      expect((await addWith(name, ada)).code).toBeNull();
    },
  );

  rule('after an hour, the network is known', async () => {
    const ada = await owner(api);
    const abroad = await thiefOf(ada);
    jest.setSystemTime(Date.now() + hour + 1000);
    const later = { ...abroad, jwt: await logIn(api, ada.email, abroad.ip) };
    expect((await addWith('addPasskeyOptions', later)).code).toBeNull();
  });

  rule('the error says that a code by mail helps, and it does', async () => {
    const ada = await owner(api);
    const abroad = await thiefOf(ada);
    const asked = await addWith('addPasskeyOptions', abroad);
    expect(asked).toMatchObject({ code: 'STEP_UP_REQUIRED', required: { acr: null, maxAge: 300, methods: ['email'] } });
    expect((await api.stepUpOptions(url(), abroad.jwt)).stepUpOptions).toMatchObject({ password: false, email: true });
    const { token: emailToken } = await api.requestStepUpCode(url(), abroad.jwt);
    const mail = (await gatehouse.allMails()).filter(({ to }) => to === ada.email).at(-1);
    expect([mail?.subject, mail?.links]).toEqual([expect.stringMatching(/^Your code – /), []]);
    // The mail alone is of no use, and the code signs nobody in.
    expect((await api.completeEmailLogin(url(), { token: emailToken, code: mail?.code })).code).not.toBeNull();
    const { jwt } = await at(abroad.ip, () => api.stepUp(url(), { emailToken, emailCode: mail?.code }, abroad.jwt));
    expect((await addWith('addPasskeyOptions', { ...abroad, jwt: String(jwt) })).code).toBeNull();
    // From now on, the network is known to be the owner's.
    expect((await addWith('linkIdentity', await thiefOf(ada, abroad.ip))).code).toBeNull();
    // At home, the password is enough for everything.
    expect((await api.requestStepUpCode(url(), ada.jwt)).code).toBe('CONFLICT');
  });

  rule('a factor that is older than the login is asked for instead', async () => {
    const ada = await owner(api);
    const { secret } = await at(home, () => api.enrollTotp(url(), { currentPassword: password }, ada.jwt));
    const authenticator = new Authenticator(String(secret));
    await api.confirmTotp(url(), { code: authenticator.next() }, ada.jwt);
    const abroad = newNetwork();
    const { jwt } = await at(abroad, () =>
      api.login(url(), { email: ada.email, password, code: authenticator.next() }),
    );
    expect((await addWith('addPasskeyOptions', { ...ada, ip: abroad, jwt: String(jwt) })).code).toBeNull();
  });

  rule('a reset has proved the mailbox, wherever it was', async () => {
    const ada = await owner(api);
    await at(newNetwork(), async () => {
      await api.requestPasswordReset(url(), { email: ada.email });
      await api.resetPassword(url(), { token: await newestToken(gatehouse, ada.email), password: newPassword });
    });
    const ip = newNetwork();
    const { jwt } = await at(ip, () => api.login(url(), { email: ada.email, password: newPassword }));
    expect((await addWith('addPasskeyOptions', { ...ada, ip, jwt: String(jwt) }, newPassword)).code).toBeNull();
  });

  rule('a provider is connected with the current password, as a factor is added', async () => {
    const ada = await owner(api);
    await ageAccount(gatehouse, ada.email);
    const input = await shown();
    const link = (sent: object) => at(home, () => api.linkIdentity(url(), { ...input, ...sent }, ada.jwt));
    expect(await link({})).toMatchObject({ code: 'VALIDATION_FAILED', fields: [{ field: 'currentPassword' }] });
    expect((await link({ currentPassword: newPassword })).code).toBe('INVALID_CREDENTIALS');
    // Also long after the login, and nothing has used the ID token up.
    expect(await link({ currentPassword: password })).toMatchObject({ success: true });
  });

  /** Adds each kind of way in. A kind without an example does not compile. */
  const kinds: Record<keyof typeof waysIn, (person: Person) => Promise<unknown>> = {
    async factor(ada) {
      const { options } = await at(home, () => api.addPasskeyOptions(url(), { currentPassword: password }, ada.jwt));
      await api.addPasskey(url(), { passkey: new SoftwarePasskey().create(options ?? {}) }, ada.jwt);
    },
    identity: (ada) => addWith('linkIdentity', ada),
    consent: (ada) => addWith('decideAuthorization', ada),
    apiKey: (ada) => addWith('createApiKey', ada),
  };
  test.each(Object.keys(waysIn) as (keyof typeof waysIn)[])(
    'the mail about a new way in has the link that removes it: %s',
    async (kind) => {
      const ada = await owner(api);
      // A key that has ended stays for the feed of revocations.
      const live = (table: string) =>
        table === 'api_keys' ? '(SELECT * FROM api_keys WHERE revoked_ts IS NULL) AS k' : table;
      const rows = async () => {
        const counts = waysIn[kind].tables
          .filter((table) => table !== 'recovery_codes')
          .map(async (table) =>
            Number((await gatehouse.sql(`SELECT count(*) AS n FROM ${live(table)} WHERE user_id = '${ada.id}'`))[0]?.n),
          );
        return (await Promise.all(counts)).reduce((sum, n) => sum + n, 0);
      };
      await kinds[kind](ada);
      expect(await rows()).toBe(1);
      const mail = (await gatehouse.allMails()).filter(({ to, links }) => to === ada.email && links.length > 0).at(-1);
      expect(mail?.text).toContain('The link is valid for 7 days.');
      const token = await newestToken(gatehouse, ada.email);
      expect(await api.resetPassword(url(), { token, password: newPassword })).toMatchObject({ success: true });
      expect(await rows()).toBe(0);
    },
  );
});
