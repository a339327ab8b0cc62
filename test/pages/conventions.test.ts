import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readConfig } from '../../src/compose/config';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';

let gatehouse: Gatehouse;
afterEach(() => gatehouse.stop());

const get = (target: string, init: RequestInit = {}) =>
  fetch(`${gatehouse.url}${target}`, { redirect: 'manual', ...init });

test('/.well-known/change-password leads to the page that changes the password, also below a path', async () => {
  gatehouse = await startGatehouse({ PUBLIC_URL: 'https://example.com/id' });
  const answer = await get('/.well-known/change-password');
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/id/account/password']);
  expect(answer.headers.get('set-cookie')).toBeNull();
  expect((await get('/account/password')).status).toBe(303);
  // A password manager asks first whether the server says of unknown addresses that they do not exist.
  const unknown = '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200';
  for (const init of [{}, { headers: { Accept: 'text/html', 'Sec-Fetch-Mode': 'navigate' } }]) {
    expect((await get(unknown, init)).status).toBe(404);
  }
});

test('/.well-known/passkey-endpoints names the page that adds and lists passkeys', async () => {
  gatehouse = await startGatehouse();
  const answer = await get('/.well-known/passkey-endpoints');
  expect(answer.headers.get('content-type')).toBe('application/json');
  const security = 'https://id.example.com/account/security';
  expect(await answer.json()).toEqual({ enroll: security, manage: security });
  expect((await get('/account/security')).status).toBe(303);
});

test('without the account pages, both do not exist', async () => {
  gatehouse = await startGatehouse({ PAGES: 'sign-in' });
  for (const target of ['/.well-known/change-password', '/.well-known/passkey-endpoints']) {
    const answer = await get(target);
    expect([answer.status, (await answer.json()).code]).toEqual([404, 'NOT_FOUND']);
  }
});

describe('/.well-known/security.txt', () => {
  test('has the contacts, a date within a year, and its own address', async () => {
    gatehouse = await startGatehouse({ SECURITY_CONTACT: 'mailto:security@example.com, https://example.com/security' });
    const answer = await get('/.well-known/security.txt');
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const [first, second, expires = '', ...rest] = (await answer.text()).split('\n');
    expect([first, second]).toEqual(['Contact: mailto:security@example.com', 'Contact: https://example.com/security']);
    expect(expires).toMatch(/^Expires: \d{4}-\d\d-\d\dT[\d:.]+Z$/);
    const days = (Date.parse(expires.slice('Expires: '.length)) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(30);
    expect(days).toBeLessThan(365);
    expect(rest).toEqual(['Canonical: https://id.example.com/.well-known/security.txt', '']);
  });

  test('does not exist without SECURITY_CONTACT', async () => {
    gatehouse = await startGatehouse();
    expect((await get('/.well-known/security.txt')).status).toBe(404);
  });

  test.each([
    'security@example.com',
    'http://example.com/',
    'mailto:a@example.com,x',
    'mailto:a@example.com\nExpires: x',
  ])('a contact cannot be %j', async (SECURITY_CONTACT) => {
    expect(() => readConfig({ SECURITY_CONTACT })).toThrow('SECURITY_CONTACT must be mailto:, https: or tel:');
    gatehouse = await startGatehouse();
  });
});

test('/robots.txt keeps search engines away', async () => {
  gatehouse = await startGatehouse();
  const answer = await get('/robots.txt');
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(await answer.text()).toMatch(/^User-agent: \*\nDisallow: \/\n$/m);
});

describe('the icon', () => {
  const iconOf = async () => {
    const html = await (await get('/login')).text();
    return /<link rel="icon" href="([^"]+)"/.exec(html)?.[1] ?? '';
  };

  test('is a picture in the color of the operator, which the policy of the pages allows', async () => {
    gatehouse = await startGatehouse({ ACCENT_COLOR: '#1a4f8b' });
    const login = await get('/login');
    expect(login.headers.get('content-security-policy')).toContain("img-src 'self'");
    const icon = await iconOf();
    expect(icon).toMatch(/^\/pages\/icon-[\w-]{11}\.svg$/);
    const answer = await get(icon);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(answer.headers.get('content-type')).toBe('image/svg+xml');
    const picture = await answer.text();
    expect(picture).toContain('fill="#1a4f8b"');
    const known = await get('/favicon.ico');
    expect(known.headers.get('content-type')).toBe('image/svg+xml');
    expect(known.headers.get('cache-control')).toBe('public, max-age=86400');
    expect(await known.text()).toBe(picture);
  });

  test('is the logo of the operator', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'gatehouse-'));
    const LOGO = path.join(folder, 'logo.png');
    const png = Buffer.from('89504e470d0a1a0a', 'hex');
    await writeFile(LOGO, png);
    gatehouse = await startGatehouse({ LOGO });
    expect(await iconOf()).toMatch(/^\/pages\/logo-[\w-]{11}\.png$/);
    const answer = await get('/favicon.ico');
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(png);
    await rm(folder, { recursive: true });
  });
});

test('as every route, they answer HEAD, and reject other methods', async () => {
  gatehouse = await startGatehouse({ SECURITY_CONTACT: 'tel:+49-30-1234' });
  for (const target of ['/robots.txt', '/favicon.ico', '/.well-known/security.txt', '/.well-known/change-password']) {
    const head = await get(target, { method: 'HEAD' });
    expect({ target, isFound: head.status < 400, body: await head.text() }).toEqual({
      target,
      isFound: true,
      body: '',
    });
    const post = await get(target, { method: 'POST' });
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  }
});

test('scripts of CORS_ORIGINS still read the documents beside them', async () => {
  const Origin = 'https://app.example.com';
  gatehouse = await startGatehouse({ CORS_ORIGINS: Origin });
  const answer = await get('/.well-known/jwks.json', { headers: { Origin } });
  expect(answer.headers.get('access-control-allow-origin')).toBe(Origin);
});
