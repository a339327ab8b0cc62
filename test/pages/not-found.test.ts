import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { PageClient, type PageReply } from '../support/page-client';

const browserAccepts = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';
const browser = { headers: { Accept: browserAccepts } };

/** What distinguishes one answer from another. */
const seen = ({ status, headers, html }: PageReply) => {
  const kept = Object.fromEntries([...headers].filter(([name]) => !['x-request-id', 'date'].includes(name)));
  return { status, headers: kept, html };
};

describe.each(['on', 'sign-in', 'sign-in,console', 'off'])('with PAGES=%s', (PAGES) => {
  let gatehouse: Gatehouse;
  beforeAll(async () => {
    gatehouse = await startGatehouse({ PAGES });
  });
  afterAll(() => gatehouse.stop());
  const client = () => new PageClient(gatehouse);
  const areas = PAGES === 'on' ? ['sign-in', 'account', 'console'] : PAGES.split(',');
  const unknown = [
    '/coffee',
    '/login/',
    '/Login',
    '/login/unknown',
    '/account/unknown',
    '/account/',
    '/console/unknown/x',
    '/reset/',
    '/reset/a/b',
    '/pages/x.css',
    '/index.html?x=1',
    '/caf%E9',
    ...(areas.includes('sign-in') ? [] : ['/login', '/register', '/logout', '/step-up']),
    ...(areas.includes('account') ? [] : ['/account', '/account/security', '/account/security/passkeys/x/remove']),
    ...(areas.includes('console') ? [] : ['/console', '/console/users/x', '/stop-acting']),
  ];

  test('a person gets the same page at every address that does not exist', async () => {
    const first = await client().get('/unknown', browser);
    expect(first).toMatchObject({ status: 404, heading: 'This page doesn’t exist', forms: [], cookies: [] });
    const home = { on: '/account', off: null }[PAGES] ?? (PAGES === 'off' ? null : '/login');
    expect(first.links.filter((link) => !/^(?:\?lang|#)/.test(link))).toEqual(home ? [home, home] : []);
    for (const path of unknown) expect([path, seen(await client().get(path, browser))]).toEqual([path, seen(first)]);
  });

  test('programs and scripts get the error of the REST API', async () => {
    const expected = { success: false, msg: expect.any(String), code: 'NOT_FOUND' };
    const rest = await (await fetch(`${gatehouse.url}/auth/unknown`)).json();
    expect(rest).toEqual(expected);
    for (const path of unknown) {
      for (const headers of [
        { Accept: '*/*' },
        { Accept: 'application/json, text/plain, */*' },
        { Accept: 'application/json' },
        { Accept: null },
        { Accept: browserAccepts, 'Sec-Fetch-Mode': 'cors' },
        { Accept: browserAccepts, 'Sec-Fetch-Mode': 'no-cors' },
      ]) {
        const reply = await client().get(path, { headers: { 'Sec-Fetch-Mode': null, ...headers } });
        expect([path, headers, reply.status, JSON.parse(reply.html)]).toEqual([path, headers, 404, rest]);
      }
      const posted = await client().post(path, {}, browser);
      expect([path, posted.status, JSON.parse(posted.html)]).toEqual([path, 404, rest]);
    }
  });

  test.each([
    '/auth/unknown',
    '/auth',
    '/graphql/unknown',
    '/admin/unknown',
    '/.well-known/unknown',
    '//evil.example/x',
  ])('%s is below the path of an API, and has no page', async (path) => {
    const reply = await client().get(path, browser);
    expect([reply.status, reply.headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8']);
  });
});

describe('the page', () => {
  let gatehouse: Gatehouse;
  beforeAll(async () => {
    gatehouse = await startGatehouse();
  });
  afterAll(() => gatehouse.stop());

  test('is in the language of the person, who can choose another one', async () => {
    const client = new PageClient(gatehouse);
    const inGerman = await client.get('/account/unknown', { headers: { 'Accept-Language': 'de-AT' } });
    expect(inGerman).toMatchObject({ status: 404, heading: 'Diese Seite gibt es nicht' });
    expect(inGerman.headers.get('content-language')).toBe('de');
    const titles = [];
    for (const link of inGerman.links.filter((one) => one.startsWith('?lang=')))
      titles.push((await client.get(`/account/unknown${link}`)).heading);
    expect(new Set(titles).size).toBe(4);
    expect((await client.get('/account/unknown')).heading).toBe(titles.at(-1));
  });

  test('has the headers of the other pages, and its address is not sent on', async () => {
    const client = new PageClient(gatehouse);
    const [page, login] = [await client.get('/account/unknown'), await client.get('/login')];
    const names = ['content-security-policy', 'cache-control', 'x-frame-options', 'permissions-policy', 'vary'];
    for (const name of [...names, 'cross-origin-opener-policy', 'x-content-type-options'])
      expect([name, page.headers.get(name)]).toEqual([name, login.headers.get(name)]);
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    const head = await client.head('/account/unknown');
    expect([head.status, head.html, head.headers.get('content-length')]).toEqual([
      404,
      '',
      page.headers.get('content-length'),
    ]);
  });

  test('does not repeat the address, and says nothing about the person', async () => {
    const client = new PageClient(gatehouse);
    const { email } = await client.register();
    const page = await client.get('/reset/%3Cb%3E/secret/x?y=%22%3E%3Cb%3E');
    expect(page.status).toBe(404);
    for (const text of ['secret', '%3Cb', '<b>', email]) expect(page.html).not.toContain(text);
    expect(gatehouse.logged()).not.toContain('secret');
  });
});
