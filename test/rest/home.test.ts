import { type Gatehouse, startGatehouse } from '../support/gatehouse';

const { version }: { version: string } = require('../../package.json');
const browserAccepts = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';

describe.each([
  ['outside production', {}, true],
  ['in production without account pages', { NODE_ENV: 'production', PAGES: 'sign-in' }, false],
  ['in production with the explorer', { NODE_ENV: 'production', PAGES: 'sign-in', GRAPHQL_EXPLORER: 'on' }, true],
])('/ %s', (_name, env, explorer) => {
  let gatehouse: Gatehouse;
  beforeAll(async () => {
    gatehouse = await startGatehouse({ ...env, PUBLIC_URL: 'https://example.com/accounts' });
  });
  afterAll(() => gatehouse.stop());

  const send = (Accept: string | undefined, method = 'GET', more: Record<string, string> = {}) =>
    fetch(`${gatehouse.url}/`, { method, headers: { ...(Accept && { Accept }), ...more } });

  test.each([undefined, '*/*', 'application/json', 'image/png', 'text/html;q=0.1, application/json'])(
    'is the envelope for Accept: %s',
    async (accept) => {
      const response = await send(accept);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
      expect(await response.json()).toEqual({
        success: true,
        msg: 'Service described.',
        result: {
          name: 'Gatehouse',
          version,
          graphql_url: 'https://example.com/accounts/graphql',
          rest_url: 'https://example.com/accounts',
          openapi_url: 'https://example.com/accounts/openapi.json',
          metadata_url: 'https://example.com/accounts/.well-known/openid-configuration',
          explorer_url: explorer ? 'https://example.com/accounts/graphql' : null,
        },
      });
    },
  );

  test('is a page without scripts of its own for a browser', async () => {
    const response = await send(browserAccepts);
    const html = await response.text();
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(html).toContain(`Gatehouse ${version}`);
    expect(html).not.toMatch(/<script(?! src="\/accounts\/pages\/page-[\w-]+\.js" )|javascript:| on\w+=/i);
    const links = [...html.matchAll(/<a href="([^"]+)"/g)].map(([, href]) => href);
    expect(links).toEqual([
      '/accounts/login',
      '/accounts/register',
      ...('PAGES' in env ? [] : ['/accounts/account', '/accounts/console']),
      '/accounts/openapi.json',
      '/accounts/.well-known/openid-configuration',
      '/accounts/.well-known/jwks.json',
      '/accounts/readyz',
      ...(explorer ? ['/accounts/graphql', '/accounts/graphiql'] : []),
    ]);
    for (const href of links) {
      const linked = await fetch(gatehouse.url + href?.replace('/accounts', ''), {
        headers: { Accept: browserAccepts },
        redirect: 'manual',
      });
      // Nobody is signed in.
      expect([href, linked.status]).toEqual([href, /account$|console$/.test(String(href)) ? 303 : 200]);
    }
  });

  test('has the policy of the other pages', async () => {
    const response = await send(browserAccepts);
    expect(response.headers.get('content-security-policy')).toBe(
      "default-src 'none';base-uri 'none';form-action 'self';frame-ancestors 'none';style-src 'self';script-src 'self';img-src 'self' data:;require-trusted-types-for 'script';trusted-types 'none'",
    );
  });

  test.each([browserAccepts, 'application/json'])('HEAD has the headers of GET for Accept: %s', async (accept) => {
    const [get, head] = [await send(accept), await send(accept, 'HEAD')];
    const stable = ({ headers }: Response) =>
      Object.fromEntries([...headers].filter(([name]) => !/^(date|x-request-id|connection|keep-alive)$/.test(name)));
    expect(await head.text()).toBe('');
    expect([head.status, stable(head)]).toEqual([200, stable(get)]);
    expect(Number(head.headers.get('content-length'))).toBe((await get.arrayBuffer()).byteLength);
  });

  test.each([browserAccepts, 'application/json'])('no cache keeps it, for Accept: %s', async (accept) => {
    // Without Cache-Control, fetch would send `no-cache`.
    const response = await send(accept, 'GET', { 'If-None-Match': '*', 'Cache-Control': 'max-age=0' });
    expect([response.status, response.headers.get('etag'), response.headers.get('cache-control')]).toEqual([
      200,
      null,
      'no-store',
    ]);
    expect(response.headers.get('vary')).toBe('Origin, Accept');
  });
});

test.each([
  ['on', true],
  ['off', false],
])('with PAGES=%s, the page for people leads to the login: %s', async (PAGES, isThere) => {
  const gatehouse = await startGatehouse({ PAGES, PUBLIC_URL: 'https://example.com/accounts' });
  const page = await fetch(`${gatehouse.url}/`, { headers: { Accept: browserAccepts } });
  expect((await page.text()).includes('<a href="/accounts/login">Sign in</a>')).toBe(isThere);
  await gatehouse.stop();
});

test.each([
  [{}, 'Open to everyone.'],
  [{ REGISTER_DOMAINS: 'example.com,example.org' }, 'With an e-mail address at example.com, example.org.'],
  [{ REGISTRATION: 'closed' }, null],
  [{ REGISTRATION: 'confirm', MAILBOX: 'off' }, null],
])('with %j, the page says who can create an account: %s', async (env, text) => {
  const gatehouse = await startGatehouse(env);
  const html = await (await fetch(`${gatehouse.url}/`, { headers: { Accept: browserAccepts } })).text();
  await gatehouse.stop();
  expect(html.includes('"/register"')).toBe(text !== null);
  if (text) expect(html).toContain(text);
});
