import { createServer, type ServerResponse } from 'node:http';
import { readConfig } from '../../src/compose/config';
import { checkChallengeSite } from '../../src/doctor/challenge-check';
import { checkSettings } from '../../src/doctor/settings-check';
import { policyWithSite } from '../../src/pages/kit/frame';
import { SiteVerifier } from '../../src/platform/challenges/site-verifier';
import { Secret } from '../../src/platform/config/secret';
import { apis, restApi } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { listening } from '../support/listening';
import { PageClient } from '../support/page-client';

/** Answers as `siteverify` of Turnstile does. A token is `for-<action>-<n>`, and is accepted once. */
let answer: ((res: ServerResponse) => void) | null;
let asked: URLSearchParams[];
let url: string;
let hostname: string;
const used = new Set<string>();
const server = createServer(async (req, res) => {
  let body = '';
  for await (const chunk of req) body += chunk;
  const form = new URLSearchParams(body);
  asked.push(form);
  if (answer) return answer(res);
  const send = (verdict: object) =>
    res.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(verdict));
  const problem = (code: string) => send({ success: false, 'error-codes': [code] });
  if (form.get('secret') !== 'the secret') return problem('invalid-input-secret');
  const [, action] = /^for-(\w+)-\w+$/.exec(form.get('response') ?? '') ?? [];
  if (!action) return problem('invalid-input-response');
  if (used.has(form.get('response') ?? '')) return problem('timeout-or-duplicate');
  used.add(form.get('response') ?? '');
  send({ success: true, hostname, action, challenge_ts: '2026-11-20T17:30:15Z', 'error-codes': [] });
});

let gatehouse: Gatehouse;
let env: Record<string, string>;
beforeAll(async () => {
  url = `${await listening(server)}/siteverify`;
  env = {
    ...{ CHALLENGE: 'site', CHALLENGE_WHEN: 'always', CHALLENGE_SITE_KEY: 'the-key', CHALLENGE_SECRET: 'the secret' },
    ...{ CHALLENGE_VERIFY_URL: url, CHALLENGE_SCRIPT_URL: 'https://challenges.example.net/turnstile/api.js' },
    CORS_ORIGINS: 'https://app.example.com',
  };
  gatehouse = await startGatehouse(env);
});
afterAll(async () => {
  await gatehouse.stop();
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  answer = null;
  asked = [];
  hostname = 'id.example.com';
});

let people = 0;
const person = (challenge?: unknown) => {
  people += 1;
  const names = { firstName: 'Ada', lastName: 'Lovelace', password: 'correct horse battery' };
  return { email: `person.${people}@example.com`, ...names, ...(challenge !== undefined && { challenge }) };
};

describe.each(apis)('$name', (api) => {
  const codeWith = async (challenge?: string) => (await api.register(gatehouse.url, person(challenge))).code;

  test('an error names the widget, whose token passes once', async () => {
    const { code, botChallenge } = await api.register(gatehouse.url, person());
    expect([code, botChallenge]).toEqual([
      'CHALLENGE_REQUIRED',
      { kind: 'site', siteKey: 'the-key', action: 'register' },
    ]);
    const token = `for-register-${api.name}`;
    expect([await codeWith(token), await codeWith(token)]).toEqual([null, 'CHALLENGE_REQUIRED']);
    expect(asked.map((form) => Object.fromEntries(form))).toEqual([
      { secret: 'the secret', response: token },
      { secret: 'the secret', response: token },
    ]);
  });

  test('a wrong token, one of another action, and one of another host are rejected', async () => {
    expect(await codeWith('wrong')).toBe('CHALLENGE_REQUIRED');
    expect(await codeWith(`for-forgot-${api.name}1`)).toBe('CHALLENGE_REQUIRED');
    hostname = 'evil.example';
    expect(await codeWith(`for-register-${api.name}2`)).toBe('CHALLENGE_REQUIRED');
    hostname = 'app.example.com';
    expect(await codeWith(`for-register-${api.name}3`)).toBeNull();
  });
});

test.each<[string, (res: ServerResponse) => void]>([
  ['500', (res) => res.writeHead(500).end('{}')],
  ['no JSON', (res) => res.end('<html>')],
  ['too much', (res) => res.end(`{"success": true, "x": "${'x'.repeat(9000)}"}`)],
  ['no verdict', (res) => res.end('{"ok": true}')],
  ['a redirect', (res) => res.writeHead(302, { Location: url }).end()],
  ['a broken connection', (res) => res.destroy()],
  ['that the secret is wrong', (res) => res.end('{"success": false, "error-codes": ["invalid-input-secret"]}')],
])('while the site answers with %s, requests pass, and count as without an answer', async (_what, broken) => {
  answer = broken;
  const { code } = await restApi.register(gatehouse.url, person('token'));
  expect(code).toBeNull();
  // Without a token, a request still gets the challenge.
  expect((await restApi.register(gatehouse.url, person())).code).toBe('CHALLENGE_REQUIRED');
});

test('a site that is silent is not awaited for long, and then not asked for a while', async () => {
  let now = new Date();
  const verifier = new SiteVerifier(url, new Secret('the secret'), ['id.example.com'], () => now);
  answer = () => {};
  const startedAt = performance.now();
  const results = await Promise.all(Array.from({ length: 5 }, () => verifier.verify('for-register-a', 'register')));
  expect([results, performance.now() - startedAt < 10_000]).toEqual([Array(5).fill('away'), true]);
  answer = null;
  asked = [];
  expect([await verifier.verify('for-register-b', 'register'), asked]).toEqual(['away', []]);
  now = new Date(now.getTime() + 10_000);
  expect(await verifier.verify('for-register-c', 'register')).toBe('answered');
  await verifier.close();
});

test('the pages have the widget, and only they name its origin', async () => {
  const client = new PageClient(gatehouse);
  const origin = 'https://challenges.example.net';
  const page = await client.get('/register');
  expect(page.html).toContain('data-sitekey="the-key" data-action="register"');
  expect(page.html).toContain(`<script src="${origin}/turnstile/api.js" defer></script>`);
  const policy = page.headers.get('content-security-policy') ?? '';
  for (const name of ['script-src', 'frame-src', 'connect-src', 'style-src'])
    expect(policy).toContain(`${name} 'self' ${origin}`);
  const login = await client.get('/login');
  expect([login.html.includes(origin), login.headers.get('content-security-policy')]).toEqual([
    false,
    expect.not.stringContaining(origin),
  ]);
  const { email, firstName, lastName, password } = person();
  const fields = { email, first_name: firstName, last_name: lastName, password };
  const rejected = await client.post('/register', fields);
  expect([rejected.status, rejected.text.includes('Please send the form again')]).toEqual([403, true]);
  const accepted = await client.post('/register', { ...fields, 'h-captcha-response': 'for-register-page' });
  expect([accepted.status, accepted.location]).toEqual([303, '/account']);
});

test.each([
  ['https://challenges.cloudflare.com/turnstile/v0/api.js', 'https://challenges.cloudflare.com'],
  ['https://js.hcaptcha.com/1/api.js', 'https://js.hcaptcha.com https://hcaptcha.com https://*.hcaptcha.com'],
  [
    'https://www.google.com/recaptcha/api.js',
    'https://www.google.com https://www.gstatic.com https://recaptcha.google.com',
  ],
])('the widget of %s can load what it needs', (scriptUrl, origins) => {
  const { 'script-src': scripts, 'frame-src': frames } = policyWithSite({ 'script-src': ["'self'"] }, scriptUrl);
  expect([scripts?.join(' '), frames?.join(' ')]).toEqual(Array(2).fill(`'self' ${origins}`));
});

describe('gatehouse doctor', () => {
  const check = (settings: Record<string, string>) => checkChallengeSite(readConfig({ ...env, ...settings }));

  test('says what is wrong with the site', async () => {
    const found = [
      await checkChallengeSite(readConfig({})),
      await check({}),
      await check({ CHALLENGE_SECRET: 'another' }),
      await check({ CHALLENGE_VERIFY_URL: 'http://127.0.0.1:9/siteverify' }),
    ];
    answer = (res) => res.end('{"success": true}');
    found.push(await check({}));
    expect(found.map(({ verdict, says }) => `${verdict}: ${says.replace(/\d+ ms/, '1 ms')}`)).toEqual([
      'skipped: CHALLENGE is not site: no service is asked whether a client is a program',
      expect.stringMatching(/^(ok|warning): the site of CHALLENGE_VERIFY_URL answered in 1 ms/),
      'failure: requests pass without a challenge: the site does not know the secret. Check CHALLENGE_VERIFY_URL and CHALLENGE_SECRET',
      expect.stringMatching(/^failure: requests pass without a challenge: .+\. Check CHALLENGE_VERIFY_URL/),
      'failure: the site of CHALLENGE_VERIFY_URL accepts any token. Check CHALLENGE_SECRET: is it one for tests?',
    ]);
  });

  test('warns of a challenge that clients of the old service cannot answer', () => {
    const warning = 'CHALLENGE_WHEN is always, and LEGACY_URL is set';
    const warned = (settings: Record<string, string>) =>
      checkSettings(readConfig({ LEGACY_URL: 'https://old.example.com', ...settings })).some(({ says }) =>
        says.includes(warning),
      );
    expect([
      warned({ CHALLENGE: 'puzzle', CHALLENGE_WHEN: 'always' }),
      warned({ CHALLENGE: 'puzzle' }),
      warned({}),
    ]).toEqual([true, false, false]);
  });
});
