import { mkdtempSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { BeforeRegister } from '../../src/accounts/hooks/before-register';
import { HookClient } from '../../src/accounts/hooks/hook-client';
import { hooksMetrics } from '../../src/accounts/hooks/hooks.metrics';
import { openUserFields } from '../../src/accounts/users/user-fields-file';
import { readConfig } from '../../src/compose/config';
import { checkHook } from '../../src/doctor/hook-check';
import { ConfigError } from '../../src/platform/config/config-error';
import { Secret } from '../../src/platform/config/secret';
import { createLog } from '../../src/platform/observability/log';
import { parseEmailAddress } from '../../src/platform/request/email-address';
import { RequestTimings } from '../../src/platform/request/request-timings';
import { type Api, apis, inTurn, testInTurn } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { type LegacyService, startLegacyService } from '../support/legacy-service';
import { PageClient } from '../support/page-client';
import { googleAccount, type OpenidProvider, startOpenidProvider } from '../support/providers/openid-provider';
import { callbackOf, logInWith, settingsOf } from '../support/providers/provider-logins';
import {
  type HookRequest,
  hookSecret,
  type RegistrationHook,
  settingsOfHook,
  startRegistrationHook,
} from '../support/registration-hook';
import { until } from '../support/until';

const password = 'correct horse battery';
const names = { firstName: 'Ada', lastName: 'Lovelace' };
const rights = { roles: ['staff', 'editor'], claims: { org: 'acme', plan: { seats: 3 } } };
const fields = { team: 'support', nick: 'Countess' };
const reject = { decision: 'reject', msg: 'Only people with an invitation can register.' };
const rejected = { code: 'FORBIDDEN', msg: reject.msg };
const failed = { code: 'SERVICE_UNAVAILABLE' };

let hook: RegistrationHook;
let google: OpenidProvider;
let legacy: LegacyService;
let gatehouse: Gatehouse;
let env: Record<string, string>;
beforeAll(async () => {
  hook = await startRegistrationHook();
  google = await startOpenidProvider({ redirectUris: [callbackOf('google')] });
  legacy = await startLegacyService();
  const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-'));
  const [claims, userFields] = [path.join(folder, 'claims.json'), path.join(folder, 'fields.json')];
  const kinds = {
    team: { type: 'string' },
    nick: { type: 'string', write: 'user' },
    tier: { type: 'string', default: 'basic' },
  };
  writeFileSync(userFields, JSON.stringify(kinds));
  writeFileSync(claims, JSON.stringify({ org: '{{claims.org}}', plan: '{{claims.plan}}', team: '{{fields.team}}' }));
  const ways = {
    ...settingsOf(google, 'google'),
    EMAIL_LOGIN: 'on',
    LEGACY_URL: legacy.url,
    LEGACY_UNKNOWN: 'ask',
    LEGACY_TIMEOUT: '10000',
  };
  env = { ...ways, ...settingsOfHook(hook), TOKEN_CLAIMS: claims, USER_FIELDS: userFields };
  gatehouse = await startGatehouse(env);
});
afterAll(async () => {
  await gatehouse.stop();
  await google.close();
  await legacy.stop();
  await hook.stop();
});
beforeEach(() => {
  hook.answer = {};
  hook.asked.length = 0;
  hook.most = 0;
  hook.released = Promise.resolve();
});

let people = 0;
const newAddress = (domain = 'example.com') => {
  people += 1;
  return `ada.${people}@${domain}`;
};
const asked = (): HookRequest['data'][] => hook.asked.map((body) => JSON.parse(body).data);
const claimsOf = (jwt: string | null) =>
  JSON.parse(Buffer.from(String(jwt).split('.')[1] ?? '', 'base64url').toString());
const countOf = async (email: string, { sql } = gatehouse) =>
  (await sql(`SELECT count(*)::int FROM users WHERE email = '${email}'`))[0]?.count;

const fieldsOf = async (email: string) =>
  (await gatehouse.sql(`SELECT fields FROM users WHERE email = '${email}'`))[0]?.fields;

type Way = [
  method: string,
  (api: Api, email: string, url: string) => Promise<{ code: string | null; jwt: string | null }>,
];

/** Each way to get an account, with its first token. */
const ways: Way[] = [
  [
    'password',
    async (api, email, url) => {
      const answer = await api.register(url, { email, password, ...names });
      return answer.success ? api.login(url, { email, password }) : answer;
    },
  ],
  [
    'legacy',
    async (api, email, url) => {
      legacy.add(email, password);
      return api.login(url, { email, password });
    },
  ],
  [
    'google',
    async (api, email, url) => {
      google.signInAs({ ...googleAccount, sub: email, email, hd: 'example.com' });
      return logInWith(api, url, 'google');
    },
  ],
];
/** With an address that is proved by mail, which only the server that sends the mail can do. */
const byMail: Way = [
  'google',
  async (api, email, url) => {
    google.signInAs({ ...googleAccount, sub: email, email });
    const { link } = await logInWith(api, url, 'google');
    const mail = (await gatehouse.allMails()).filter(({ to }) => to === email).at(-1);
    return api.completeEmailLogin(url, { token: link?.token, code: mail?.code });
  },
];

describe.each(apis.map((api) => [api.name, api] as const))('%s', (_name, api: Api) => {
  const rule = testInTurn(api);
  const register = (email: string, url = gatehouse.url) =>
    api.register(url, { email, password, tel: '+44 1', ...names, fields: { nick: 'Ada' } });

  test('the hook gets the person without the password, and its roles and claims are in the first token', async () => {
    hook.answer = { ...rights, fields };
    const email = `Ada.${newAddress()}`;
    const answer = await register(email);
    expect(answer).toMatchObject({ success: true });
    expect(asked()).toEqual([
      {
        user: {
          email,
          ...{ first_name: 'Ada', last_name: 'Lovelace', tel: '+44 1' },
          fields: { tier: 'basic', nick: 'Ada' },
        },
        method: 'password',
        ip: '127.0.0.1',
        locale: 'en',
      },
    ]);
    expect(hook.asked.join()).not.toContain(password);
    const { jwt } = await api.login(gatehouse.url, { email, password });
    expect(claimsOf(jwt)).toMatchObject({ roles: ['editor', 'staff'], ...rights.claims, team: 'support' });
    expect(await fieldsOf(email)).toEqual({ tier: 'basic', ...fields });
    const [event] = await gatehouse.sql(
      `SELECT details FROM audit_events WHERE action = 'registered' AND user_id = '${answer.user?.id}'`,
    );
    expect(event?.details).toMatchObject({ roles: ['editor', 'staff'], stepsMs: { hook: expect.any(Number) } });
  });

  test.each([...ways, byMail].map(([method, way], n) => ({ n, method, way })))(
    'way $n ($method): allowed, rejected and failed',
    async ({ method, way }) => {
      const { url } = gatehouse;
      const domain = way === byMail[1] ? 'example.org' : 'example.com';
      for (const [answer, expected] of [
        [reject, rejected],
        [{ ...reject, field: 'email' }, method === 'password' ? { code: 'VALIDATION_FAILED' } : rejected],
        [{ role: ['staff'] }, failed],
        [{ fields: { nope: 1 } }, failed],
        [{ fields: { team: 7 } }, failed],
      ] as const) {
        hook.answer = answer;
        const email = newAddress(domain);
        expect(await way(api, email, url)).toMatchObject(expected);
        expect(await countOf(email)).toBe(0);
      }
      hook.answer = { ...rights, fields };
      const email = newAddress(domain);
      const { jwt } = await way(api, email, url);
      expect(claimsOf(jwt)).toMatchObject({ roles: ['editor', 'staff'], ...rights.claims, team: 'support' });
      expect(await fieldsOf(email)).toEqual({ tier: 'basic', ...fields });
      expect(asked().map((data) => data.method)).toEqual(Array(6).fill(method));
    },
  );

  rule('a rejection names the field of the registration', async () => {
    hook.answer = { ...reject, field: 'first_name' };
    const { code, fields } = await register(newAddress());
    expect({ code, fields }).toEqual({
      code: 'VALIDATION_FAILED',
      fields: [{ field: expect.any(String), msg: reject.msg }],
    });
    expect(fields[0]?.field.replace('_n', 'N')).toBe('firstName');
  });

  test('a taken address: the hook is asked, and the answer is that of a free one', async () => {
    const taken = newAddress();
    await register(taken);
    hook.asked.length = 0;
    for (const answer of [reject, { ...reject, field: 'email' }, []]) {
      hook.answer = answer;
      expect(await register(taken)).toEqual(await register(newAddress()));
    }
    hook.answer = rights;
    expect(await register(taken)).toMatchObject({ code: 'EMAIL_TAKEN' });
    expect(asked().filter(({ user }) => user.email === taken)).toHaveLength(4);
    const { jwt } = await api.login(gatehouse.url, { email: taken, password });
    expect(claimsOf(jwt)).not.toHaveProperty('roles');
  });

  rule('what breaks a rule of Gatehouse is rejected before the hook is asked', async () => {
    const { url } = gatehouse;
    expect(await api.register(url, { email: 'nobody', password, ...names })).toMatchObject({
      code: 'VALIDATION_FAILED',
    });
    expect(hook.asked).toEqual([]);
  });

  const status =
    (code: number, headers = {}) =>
    (res: ServerResponse) =>
      void res.writeHead(code, headers).end('{}');
  const text = (body: string) => (res: ServerResponse) => void res.writeHead(200).end(body);
  test.each(
    inTurn<[string, object | ((res: ServerResponse) => void)]>(api, [
      ['a redirect', status(301, { Location: 'http://169.254.169.254/' })],
      ['another success', status(204)],
      ['an error', status(500)],
      ['no JSON', text('<html>Sign in to this network</html>')],
      ['a connection that is dropped', (res) => void res.destroy()],
      ['a list', []],
      ['half an answer', (res) => void res.writeHead(200, { 'Content-Length': '500' }).write('{', () => res.destroy())],
      ['an unknown name', { allow: true }],
      ['a role that cannot be', { roles: ['Staff'] }],
      ['too many roles', { roles: Array.from({ length: 21 }, (_, i) => `r${i}`) }],
      ['claims that are too large', { claims: { org: 'x'.repeat(1100) } }],
      ['claims that are too large for the token', { roles: bigRoles(), claims: { org: 'x'.repeat(900) } }],
      ['claims that are null', { claims: null }],
      ['an unknown decision', { decision: 'allow' }],
      ['a rejection without a text', { decision: 'reject' }],
      ['a text with markup', { decision: 'reject', msg: 'Go <a href="https://evil.example">here</a>' }],
      ['a long text', { decision: 'reject', msg: 'x'.repeat(201) }],
      ['a field that the hook does not get', { ...reject, field: 'password' }],
      ['a huge answer', text(`{${' '.repeat(70_000)}}`)],
    ]),
  )('%s fails closed, without a second request', async (_what, answer) => {
    hook.answer = answer;
    const email = newAddress();
    expect(await register(email)).toMatchObject({ ...failed, retryAfter: expect.any(Number), user: null });
    expect(await countOf(email)).toBe(0);
    expect(hook.asked).toHaveLength(1);
    // The breaker counts failures in a row.
    hook.answer = {};
    expect(await register(email)).toMatchObject({ success: true });
  });

  test.each(
    inTurn<[string, (res: ServerResponse) => void]>(api, [
      ['an error', status(500)],
      ['too many requests', status(429, { 'Retry-After': '60' })],
      ['a connection that is dropped', (res) => void res.destroy()],
      ['a huge answer', text(`{${' '.repeat(70_000)}}`)],
    ]),
  )('answers that one person causes close the registration for nobody: %s', async (_what, answer) => {
    hook.answer = answer;
    for (let i = 0; i < 6; i += 1) expect(await register(newAddress())).toMatchObject({ ...failed, retryAfter: 2 });
    hook.answer = {};
    expect(await register(newAddress())).toMatchObject({ success: true });
  });

  rule('REGISTRATION=confirm: the account gets them with the link', async () => {
    const confirm = await gatehouse.another({ REGISTRATION: 'confirm', LEGACY_UNKNOWN: 'refuse' });
    hook.answer = rights;
    const email = newAddress();
    const answer = await register(email, confirm.url);
    expect(answer).toMatchObject({ success: true });
    const mail = (await gatehouse.allMails()).filter(({ to }) => to === email).at(-1);
    await api.confirmEmail(confirm.url, { token: String(mail?.links[0]).split('/').at(-1), password });
    expect(hook.asked).toHaveLength(1);
    const { jwt } = await api.login(gatehouse.url, { email, password });
    expect(claimsOf(jwt)).toMatchObject({ roles: ['editor', 'staff'], ...rights.claims });
    expect(await fieldsOf(email)).toEqual({ tier: 'basic', nick: 'Ada' });
    await confirm.stop();
  });

  rule('a storm waits outside of the hash queue, and half of its slots bound the requests to the hook', async () => {
    const email = newAddress();
    await register(email);
    hook.most = 0;
    let release = () => {};
    hook.released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const most = Math.ceil((gatehouse.config.hashConcurrency + 14) / 2);
    const storm = Array.from({ length: 4 * most }, () => register(newAddress()));
    await until(async () => hook.asked.length === 1 + most);
    expect(await api.login(gatehouse.url, { email, password })).toMatchObject({ success: true });
    release();
    expect((await Promise.all(storm)).filter(({ success }) => success)).toHaveLength(4 * most);
    expect(hook.most).toBe(most);
  });
});

test('the audit has the failure, and the pages the text of the hook', async () => {
  const client = new PageClient(gatehouse);
  const person = { first_name: 'Ada', last_name: 'Lovelace', email: newAddress(), password };
  const send = async () => client.submit(await client.get('/register'), '/register', person);
  hook.answer = { ...reject, msg: "Ask O'Brien & co." };
  expect(await send()).toMatchObject({ status: 403, text: expect.stringContaining("Ask O'Brien & co.") });
  hook.answer = { ...reject, field: 'first_name' };
  expect(await send()).toMatchObject({ status: 400, text: expect.stringContaining(reject.msg) });
  hook.answer = { roles: 'staff' };
  expect(await send()).toMatchObject({ status: 503 });
  const events = () => gatehouse.sql("SELECT outcome, details FROM audit_events WHERE action = 'hook_failed'");
  await until(async () => (await events()).length > 0);
  const reason = 'no answer of the hook';
  expect(await events()).toContainEqual(
    expect.objectContaining({ outcome: 'SERVICE_UNAVAILABLE', details: expect.objectContaining({ reason }) }),
  );
  expect(gatehouse.logged()).toContain('the answer of the hook breaks a rule');
  expect(gatehouse.logged()).not.toContain(hookSecret);
});

/** 20 roles of 63 characters. */
function bigRoles(): string[] {
  return Array.from({ length: 20 }, (_, i) => `r${String(i).padStart(62, '0')}`);
}

describe('a hook that does not answer', () => {
  const setUp = (timeoutMs: number) => {
    const state = { nowMs: Date.now() };
    const clock = () => new Date(state.nowMs);
    const lines: string[] = [];
    const log = createLog('info', { write: (line: string) => void lines.push(JSON.parse(line).msg) });
    const client = new HookClient(hook.url, new Secret(hookSecret), openUserFields(null), clock);
    const tokenClaims = { problemOfNew: () => null };
    const needs = { client, tokenClaims, userFields: openUserFields(null), clock, log };
    const before = new BeforeRegister({ ...needs, mostAtOnce: 2, timeoutMs });
    const email = parseEmailAddress('ada@example.com');
    if (!email) throw new Error('it is one');
    const context = { timings: new RequestTimings(), ip: '192.0.2.1', locale: 'en' } as never;
    const decide = () =>
      before.decide({ email, ...names, tel: null }, 'password', context).then(
        () => 'allowed',
        ({ code, retryAfterS }) => `${code} ${retryAfterS}`,
      );
    const values = () =>
      Object.fromEntries(
        hooksMetrics({ beforeRegister: before }).flatMap(({ name, read }) => {
          const read1 = read();
          return name.endsWith('_seconds_total') ? [] : [[name, read1]];
        }),
      );
    return { before, decide, state, lines, values };
  };
  const silent = () => {};

  test('is waited for as long as the limit says, then not asked for ten seconds, then asked once', async () => {
    const { decide, state, lines, values } = setUp(50);
    hook.answer = silent;
    for (let i = 0; i < 5; i += 1) expect(await decide()).toBe('SERVICE_UNAVAILABLE 2');
    expect(await decide()).toBe('SERVICE_UNAVAILABLE 10');
    expect(hook.asked).toHaveLength(5);
    expect(values().gatehouse_hook_breaker_open).toBe(1);
    state.nowMs += 10_000;
    hook.answer = (res) => void res.writeHead(503).end();
    expect(await decide()).toBe('SERVICE_UNAVAILABLE 2');
    state.nowMs += 10_000;
    hook.answer = {};
    const patient = setUp(30_000);
    expect(await patient.decide()).toBe('allowed');
    expect(lines).toEqual([
      expect.stringContaining('gave no usable answer'),
      expect.stringContaining('nobody can register'),
    ]);
    expect(values()).toMatchObject({
      gatehouse_hook_requests_total: expect.arrayContaining([
        { labels: { result: 'failed' }, value: 6 },
        { labels: { result: 'not_asked' }, value: 1 },
      ]),
    });
  });

  test('answers again: the breaker closes', async () => {
    const { decide, state, lines, values } = setUp(30_000);
    hook.answer = (res) => void res.writeHead(502).end();
    for (let i = 0; i < 5; i += 1) await decide();
    state.nowMs += 10_000;
    hook.answer = {};
    expect(await decide()).toBe('allowed');
    expect(await decide()).toBe('allowed');
    expect(lines.at(-1)).toBe('the hook answers again');
    expect(values().gatehouse_hook_breaker_open).toBe(0);
  });

  test('bounds those that wait, and ends all when the server stops', async () => {
    const { before, decide } = setUp(30_000);
    hook.answer = silent;
    const waiting = Array.from({ length: 103 }, decide);
    expect(await waiting[102]).toBe('SERVICE_UNAVAILABLE 1');
    await until(async () => hook.asked.length === 2);
    await before.close();
    expect(new Set(await Promise.all(waiting.slice(0, 102)))).toEqual(
      new Set(['SERVICE_UNAVAILABLE 2', 'SERVICE_UNAVAILABLE 1']),
    );
    expect(hook.asked).toHaveLength(2);
  });
});

test('the doctor asks the hook about nobody', async () => {
  const check = async (url: string | null, secret = hookSecret) => {
    const config = { hookBeforeRegister: url, hookSecret: new Secret(secret), userFields: null };
    return (await checkHook(config, () => new Date())).map(({ verdict, says }) => `${verdict}: ${says}`);
  };
  expect(await check(null)).toEqual([expect.stringMatching(/^skipped: HOOK_BEFORE_REGISTER is not set/)]);
  const plain = expect.stringMatching(/^warning: HOOK_BEFORE_REGISTER starts with http:/);
  const answered = expect.stringMatching(/^(ok|warning): the hook of HOOK_BEFORE_REGISTER answered in \d+ ms/);
  for (const answer of [{}, reject]) {
    hook.answer = answer;
    expect(await check(hook.url)).toEqual([answered, plain]);
  }
  expect(asked()[0]?.user.email).toMatch(/^gatehouse-doctor-\w+@doctor\.invalid$/);
  const wrong = await check(hook.url, `whsec_${Buffer.alloc(32, 7).toString('base64')}`);
  expect(wrong).toEqual([
    'failure: nobody can register: the hook answered with status 401. Check HOOK_BEFORE_REGISTER and HOOK_SECRET',
  ]);
});

test.each<[Record<string, string>, string]>([
  [{ HOOK_BEFORE_REGISTER: 'https://hook.example' }, 'HOOK_BEFORE_REGISTER cannot be set without HOOK_SECRET'],
  [
    { HOOK_BEFORE_REGISTER: 'http://hook.example', HOOK_SECRET: hookSecret },
    'HOOK_BEFORE_REGISTER must be an https:// URL',
  ],
  [
    { HOOK_BEFORE_REGISTER: 'https://a:b@hook.example', HOOK_SECRET: hookSecret },
    'HOOK_BEFORE_REGISTER must be an https:',
  ],
  [{ HOOK_BEFORE_REGISTER: 'https://hook.example', HOOK_SECRET: 'secret' }, 'HOOK_SECRET must be whsec_'],
])('%j stops the start', (settings, problem) => {
  let problems: readonly string[] = [];
  try {
    readConfig(settings);
  } catch (error) {
    problems = error instanceof ConfigError ? error.problems : [];
  }
  expect(problems).toEqual([expect.stringContaining(problem)]);
});
