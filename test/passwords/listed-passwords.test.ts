import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadHashEngine } from '../../src/accounts/passwords/hash-engine';
import { openInvitations } from '../../src/compose/admin-users';
import { createUserInput } from '../../src/features/admin-users/user-changes.inputs';
import type { AuditEvent } from '../../src/platform/audit/audit-event';
import { createLog } from '../../src/platform/observability/log';
import { parseInput } from '../../src/platform/request/input-parser';
import { type Answer, type Api, apis, graphqlApi, restApi } from '../support/apis';
import { mostFrequentPasswords } from '../support/common-passwords';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { PageClient } from '../support/page-client';
import { type RangeApiPeer, startRangeApi } from '../support/range-api';
import { writeRangeFiles } from '../support/range-files';

const good = 'correct horse battery';
const stolen = 'a stolen password';
const person = { email: 'ada.byron@lovelace.example', firstName: 'Augusta', lastName: 'King Noel' };
const listed = [{ field: 'password', msg: 'is on a list of passwords that are tried first' }];

/** Registrations through the APIs reject common passwords, too. */
const everywhere = { COMMON_PASSWORDS: 'on' };

let gatehouse: Gatehouse;
let peer: RangeApiPeer;
beforeEach(async () => {
  peer = await startRangeApi([stolen]);
});
afterEach(async () => {
  await gatehouse.stop();
  await peer.stop();
});
const start = async (env: Record<string, string> = {}) => {
  gatehouse = await startGatehouse(env);
  return gatehouse.url;
};

let accounts = 0;
/** A registration of another address. */
function registration(password: string) {
  accounts += 1;
  return { ...person, email: `grace${accounts}@example.com`, password };
}

const isListed = ({ code, fields, msg }: Answer): boolean =>
  code === 'VALIDATION_FAILED' &&
  msg === 'Some fields are not valid.' &&
  JSON.stringify(fields) === JSON.stringify(listed);

/** The steps of each registration in the log. */
const loggedSteps = (): string[][] =>
  gatehouse
    .logged()
    .split('\n')
    .filter((line) => line.includes('"operation":"register"'))
    .map((line) => Object.keys(JSON.parse(line).stepsMs));

describe('where a user sets a password', () => {
  const common = 'password123';
  const newPasswords = ['password123', '123456789', 'password1234', 'mypassword', 'Augusta-1815', 'acme acme acme'];

  /** Whether the list applies where a user sets a password through an API: a way for each. */
  async function rejecting(api: Api, url: string) {
    const { email } = await register(api, url);
    const { jwt } = await api.login(url, { email, password: good });
    const change = await api.changePassword(url, { currentPassword: good, password: common }, jwt);
    await api.requestPasswordReset(url, { email });
    const reset = await api.resetPassword(url, { token: await tokenTo(email), password: common });
    const invited = registration(good).email;
    const invitations = await openInvitations(gatehouse.config, gatehouse.stores, createLog('silent'));
    await invitations.invite(parseInput(createUserInput, { email: invited }), { isMailed: true }, null);
    const invitation = await api.resetPassword(url, { token: await tokenTo(invited), password: common });
    return {
      registration: isListed(await api.register(url, registration(common))),
      change: isListed(change),
      reset: isListed(reset),
      invitation: isListed(invitation),
    };
  }
  async function isRejectedByPage() {
    const { status } = await new PageClient(gatehouse).post('/register', {
      email: `page.${registration(common).email}`,
      first_name: 'Ada',
      last_name: 'Lovelace',
      password: common,
    });
    expect([303, 400]).toContain(status);
    return status === 400;
  }
  async function register(api: Api, url: string, password = good) {
    const { email, ...others } = registration(password);
    expect((await api.register(url, { email, ...others })).code).toBeNull();
    return { email, password };
  }
  const tokenTo = async (email: string) => {
    const mail = (await gatehouse.allMails()).filter(({ to, links }) => to === email && links.length > 0).at(-1);
    return String(mail?.links[0]).split('/').at(-1);
  };

  test('by default a registration accepts every password that the specification accepts', async () => {
    const url = await start({ PASSWORD_WORDS: 'acme' });
    for (const api of apis) {
      for (const password of newPasswords) await register(api, url, password);
      expect((await api.register(url, registration('password'))).code).toBe('VALIDATION_FAILED');
    }
  });

  test.each([
    [{ MFA: 'optional' }, null, restApi],
    [{ MFA: 'required' }, 'MFA_REQUIRED', graphqlApi],
  ])('with %j the user of a common password gets the mail about it at the login (%s)', async (env, code, api) => {
    const url = await start(env);
    const { email, password } = await register(api, url, common);
    await gatehouse.sql(`UPDATE users SET email_verified = true WHERE email = '${email}'`);
    expect((await api.login(url, { email, password: good })).code).toBe('INVALID_CREDENTIALS');
    await gatehouse.services.listedPasswordNotices.close();
    expect(await gatehouse.stores.audit.list({ action: 'password_listed', limit: 1 })).toEqual([]);
    expect((await api.login(url, { email, password })).code).toBe(code);
    await gatehouse.services.listedPasswordNotices.close();
    const subjects = (await gatehouse.allMails()).filter(({ to }) => to === email).map(({ subject }) => subject);
    expect(subjects).toContain('Choose another password – Gatehouse');
  });

  const ofPages = { registration: false, page: true, change: true, reset: true, invitation: true };
  test.each([
    [{}, ofPages],
    [{ COMMON_PASSWORDS: 'pages' }, ofPages],
    [everywhere, { registration: true, page: true, change: true, reset: true, invitation: true }],
    [{ COMMON_PASSWORDS: 'off' }, { registration: false, page: false, change: false, reset: false, invitation: false }],
  ])('with %j a common password is rejected here: %j; a stolen one everywhere', async (env, { page, ...expected }) => {
    const url = await start({ ...env, BREACHED_PASSWORDS: peer.url });
    for (const api of apis) {
      expect(await rejecting(api, url)).toEqual(expected);
      expect(isListed(await api.register(url, registration(stolen)))).toBe(true);
    }
    expect(await isRejectedByPage()).toBe(page);
  });
});

describe('with COMMON_PASSWORDS=on, a registration', () => {
  test('of the most frequent passwords that are long enough is rejected, before anything else is done', async () => {
    const url = await start(everywhere);
    // common-passwords.test.ts compares all of them.
    const passwords = mostFrequentPasswords().filter((_, i) => i % 50 === 0);
    expect(passwords.length).toBeGreaterThan(60);
    const accepted: string[] = [];
    const register = async (password: string, i: number) => {
      const api = i % 2 ? restApi : graphqlApi;
      if (!isListed(await api.register(url, registration(password)))) accepted.push(password);
    };
    await Promise.all(passwords.map(register));
    expect(accepted).toEqual([]);
    expect(new Set(loggedSteps().flat())).toEqual(new Set(['validation']));
    expect(await gatehouse.sql('SELECT count(*)::int AS count FROM users')).toEqual([{ count: 0 }]);
  });

  test('knows no difference of upper case and of the Unicode form', async () => {
    const url = await start(everywhere);
    for (const api of apis) {
      expect(isListed(await api.register(url, registration('PassWord1')))).toBe(true);
      expect((await api.register(url, registration('password1 '))).success).toBe(true);
    }
  });

  test('knows the words of the person, of the product and of the operator', async () => {
    const url = await start({ ...everywhere, PRODUCT_NAME: 'My Product', PASSWORD_WORDS: 'acme, rockets' });
    const words = {
      'the address': 'Ada.Byron@Lovelace.example',
      'parts of the address': 'byron@lovelace',
      'the names': 'Augusta King',
      'a name and a year': 'augusta-1815!',
      'the product': 'MyProduct 2026',
      'words of the operator': 'acmerockets',
    };
    for (const [what, password] of Object.entries(words)) {
      const isOfOperator = /product|acme/i.test(password);
      for (const api of apis) {
        const other = { ...registration(password), firstName: 'Grace', lastName: 'Hopper' };
        const answers = [await api.register(url, { ...person, password }), await api.register(url, other)];
        expect([what, api.name, ...answers.map(isListed)]).toEqual([what, api.name, true, isOfOperator]);
      }
    }
  });

  test('is answered with the problems of the other fields first, and one for the password', async () => {
    const url = await start(everywhere);
    for (const api of apis) {
      const wrong = await api.register(url, { ...person, firstName: ' ', password: 'password1' });
      expect(wrong.fields).toEqual([{ field: 'firstName', msg: 'must not be blank' }]);
      const short = await api.register(url, { ...person, password: 'password' });
      expect(short.fields).toEqual([{ field: 'password', msg: 'must have more than 8 characters' }]);
    }
  });

  test('of a stolen password is rejected with the same text, by the range API and before it is hashed', async () => {
    const url = await start({ ...everywhere, BREACHED_PASSWORDS: peer.url, METRICS_PORT: '9464' });
    for (const api of apis) {
      expect(isListed(await api.register(url, registration(stolen)))).toBe(true);
      expect(isListed(await api.register(url, registration('password1')))).toBe(true);
      expect((await api.register(url, registration(good))).success).toBe(true);
    }
    const steps = [
      ['validation', 'limiter', 'breaches'],
      ['validation'],
      ['validation', 'limiter', 'breaches', 'hash', 'database'],
    ];
    expect(loggedSteps()).toEqual([...steps, ...steps]);
    // The answers to the first API are kept for the second.
    expect(peer.asked).toHaveLength(2);
    const metrics = await (await fetch(gatehouse.metricsUrl ?? '')).text();
    for (const sample of [
      'gatehouse_listed_passwords_total{list="common"} 2',
      'gatehouse_listed_passwords_total{list="breached"} 2',
      'gatehouse_breach_checks_total{result="found"} 2',
      'gatehouse_breach_checks_total{result="not_found"} 2',
      'gatehouse_breach_checks_total{result="failed"} 0',
    ])
      expect(metrics).toContain(`\n${sample}\n`);
  });

  test('succeeds if the range API does not answer, and the metric says so', async () => {
    const url = await start({ ...everywhere, BREACHED_PASSWORDS: peer.url, METRICS_PORT: '9464' });
    peer.behavior = 'fail';
    for (let i = 0; i < 6; i += 1) {
      const api = i % 2 ? restApi : graphqlApi;
      expect((await api.register(url, registration(stolen))).success).toBe(true);
    }
    expect(peer.asked).toHaveLength(3);
    const metrics = await (await fetch(gatehouse.metricsUrl ?? '')).text();
    expect(metrics).toContain('\ngatehouse_breach_checks_total{result="failed"} 6\n');
    expect(gatehouse.logged()).toContain('the list of breached passwords does not answer');
  });

  test.each(apis)(
    'through $name of a rejected password does the same work with an account and without one',
    async (api) => {
      const url = await start({ ...everywhere, BREACHED_PASSWORDS: peer.url });
      expect((await api.register(url, { ...person, password: good })).success).toBe(true);
      for (const password of ['password1', stolen]) {
        const taken = await api.register(url, { ...person, password });
        const free = await api.register(url, registration(password));
        expect(taken).toEqual(free);
        expect(isListed(taken)).toBe(true);
      }
      const [, commonTaken, commonFree, stolenTaken, stolenFree] = loggedSteps();
      expect([commonTaken, commonFree]).toEqual([['validation'], ['validation']]);
      expect([stolenTaken, stolenFree]).toEqual([
        ['validation', 'limiter', 'breaches'],
        ['validation', 'limiter', 'breaches'],
      ]);
      expect((await api.register(url, { ...person, password: good })).code).toBe('EMAIL_TAKEN');
    },
  );

  test('searches in the range API only as often as its limit allows', async () => {
    const url = await start({
      ...everywhere,
      BREACHED_PASSWORDS: peer.url,
      RATE_LIMITS: 'on',
      RATE_LIMIT_REGISTER_NETWORK: '2/3600',
    });
    for (const i of [1, 2, 3, 4]) {
      const { code } = await (i % 2 ? restApi : graphqlApi).register(url, registration(`${i} stolen passwords`));
      expect(code).toBe(i > 2 ? 'RATE_LIMITED' : null);
    }
    expect(peer.asked).toHaveLength(2);
  });
});

test('the folder of the downloader is used instead of the range API', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-'));
  const url = await start({ BREACHED_PASSWORDS: writeRangeFiles(folder, [stolen]) });
  for (const api of apis) {
    expect(isListed(await api.register(url, registration(stolen)))).toBe(true);
    expect((await api.register(url, registration(good))).success).toBe(true);
  }
  rmSync(folder, { recursive: true });
});

describe('a login with a listed password', () => {
  const verify = (id: string) => gatehouse.sql(`UPDATE users SET email_verified = true WHERE id = '${id}'`);

  /** An account that is older than the rule. */
  async function createAccount(password: string, { isVerified = true } = {}) {
    const account = { ...registration(good) };
    const { user } = await restApi.register(gatehouse.url, account);
    if (isVerified) await verify(user?.id ?? '');
    await setPassword(user?.id ?? '', password);
    return { id: user?.id ?? '', email: account.email, password };
  }
  async function setPassword(id: string, password: string) {
    const hash = await (await loadHashEngine('auto')).engine.hash(password);
    await gatehouse.sql(`UPDATE users SET password_hash = '${hash}' WHERE id = '${id}'`);
  }
  /** The notices so far. Closing the services waits for the checks in the background. */
  async function notices(): Promise<AuditEvent[]> {
    await gatehouse.services.listedPasswordNotices.close();
    return gatehouse.stores.audit.list({ action: 'password_listed', limit: 100 });
  }

  const mailsAbout = () =>
    gatehouse.sql("SELECT recipient, locale, user_id FROM messages WHERE template = 'password_listed' ORDER BY id");

  test.each([
    ['common', 'password1'],
    ['own_words', 'Augusta-1815'],
    ['breached', stolen],
  ])('succeeds through both APIs, and the audit and the mails have it once (%s)', async (list, password) => {
    await start({ BREACHED_PASSWORDS: peer.url });
    const { id, email } = await createAccount(password);
    for (const api of [...apis, ...apis])
      expect((await api.login(gatehouse.url, { email, password })).success).toBe(true);
    expect(await notices()).toEqual([
      expect.objectContaining({
        action: 'password_listed',
        outcome: 'success',
        userId: id,
        details: { list },
        ip: '127.0.0.1',
        count: 1,
        requestIds: [expect.any(String)],
      }),
    ]);
    expect(await mailsAbout()).toEqual([{ recipient: email, locale: 'en', user_id: id }]);
    const sent = (await gatehouse.mails()).filter(({ subject }) => subject === 'Choose another password – Gatehouse');
    expect(sent).toMatchObject([{ to: email, links: [], code: null }]);
    expect(gatehouse.logged()).not.toContain(password);
    expect(`${sent[0]?.text}${sent[0]?.html}`).not.toContain(password);
  });

  test('sends a mail in the language of the account', async () => {
    await start();
    const { id, email } = await createAccount('password1');
    await gatehouse.sql(`UPDATE users SET locale = 'fr' WHERE id = '${id}'`);
    await restApi.login(gatehouse.url, { email, password: 'password1' });
    await notices();
    expect(await mailsAbout()).toEqual([{ recipient: email, locale: 'fr', user_id: id }]);
  });

  test('sends no mail to an address that is not verified, and sends it after the verification', async () => {
    await start();
    const { id, email, password } = await createAccount('password1', { isVerified: false });
    await restApi.login(gatehouse.url, { email, password });
    expect(await notices()).toHaveLength(1);
    expect(await mailsAbout()).toEqual([]);
    await verify(id);
    for (const api of apis) await api.login(gatehouse.url, { email, password });
    expect(await notices()).toHaveLength(2);
    expect(await mailsAbout()).toHaveLength(1);
  });

  test('is in the audit once for each password, also after a restart', async () => {
    await start();
    const { id, email } = await createAccount('password1');
    await restApi.login(gatehouse.url, { email, password: 'password1' });
    expect(await notices()).toHaveLength(1);

    const restarted = await gatehouse.another();
    await restApi.login(restarted.url, { email, password: 'password1' });
    await restarted.services.listedPasswordNotices.close();
    expect(await notices()).toHaveLength(1);

    await setPassword(id, 'qwertyuiop');
    await restApi.login(restarted.url, { email, password: 'qwertyuiop' });
    await restarted.services.listedPasswordNotices.close();
    expect(await notices()).toHaveLength(2);
    expect(await mailsAbout()).toHaveLength(2);
  });

  test('a good password and a wrong password are in no list, and a password is looked up once', async () => {
    await start({ BREACHED_PASSWORDS: peer.url });
    const { email, password } = await createAccount(good);
    const asked = peer.asked.length;
    for (let i = 0; i < 3; i += 1) await restApi.login(gatehouse.url, { email, password });
    await restApi.login(gatehouse.url, { email, password: stolen });
    expect(await notices()).toEqual([]);
    expect(await mailsAbout()).toEqual([]);
    expect(peer.asked).toHaveLength(asked);
  });

  test('does not wait for a list that does not answer', async () => {
    await start({ BREACHED_PASSWORDS: peer.url });
    const { email, password } = await createAccount(stolen);
    peer.behavior = 'hang';
    const { success } = await restApi.login(gatehouse.url, { email, password });
    expect(success).toBe(true);
    // The request to the list has not ended when the login has.
    const steps = gatehouse
      .logged()
      .split('\n')
      .filter((line) => line.includes('"operation":"login"'));
    expect(steps.join()).not.toContain('breaches');
    await peer.stop();
    expect(await notices()).toEqual([]);
  });

  test('a failure of the database is logged, and the next login tries again', async () => {
    await start();
    const { email, password } = await createAccount('password1');
    const transaction = jest.spyOn(gatehouse.stores, 'transaction').mockRejectedValueOnce(new Error('no database'));
    const restarted = await gatehouse.another({}, () => ({ transaction: gatehouse.stores.transaction }));
    await restApi.login(restarted.url, { email, password });
    await restarted.services.listedPasswordNotices.close();
    expect(gatehouse.logged()).toContain('could not be compared with the lists');
    expect(await mailsAbout()).toEqual([]);
    await restApi.login(restarted.url, { email, password });
    await restarted.services.listedPasswordNotices.close();
    expect(await notices()).toHaveLength(1);
    expect(await mailsAbout()).toHaveLength(1);
    transaction.mockRestore();
  });

  test('if the mail cannot be written, the audit does not have it either, and the next login tries again', async () => {
    await start();
    const { email } = await createAccount('password1');
    await gatehouse.sql("ALTER TABLE messages ADD CONSTRAINT broken CHECK (template <> 'password_listed')");
    await restApi.login(gatehouse.url, { email, password: 'password1' });
    expect(await notices()).toEqual([]);
    expect(gatehouse.logged()).toContain('could not be compared with the lists');
    await gatehouse.sql('ALTER TABLE messages DROP CONSTRAINT broken');
    await restApi.login(gatehouse.url, { email, password: 'password1' });
    expect(await notices()).toHaveLength(1);
    expect(await mailsAbout()).toHaveLength(1);
  });
});
