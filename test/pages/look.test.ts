import { mkdtempSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { readConfig } from '../../src/compose/config';
import { loadAssets } from '../../src/pages/kit/assets';
import { accentColorsOf, isAccentColor } from '../../src/platform/config/accent-color';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { formTo, PageClient, pagePassword } from '../support/page-client';

// What an operator decides about the look of the pages and of mails.

let gatehouse: Gatehouse;
const htmlOfMail = async () => (await gatehouse.allMails())[0]?.html ?? '';
afterEach(() => gatehouse?.stop());

test('the heading names the product and the application to which the person goes', async () => {
  const application = 'https://app.example.com/';
  gatehouse = await startGatehouse({ PRODUCT_NAME: 'Rocket Shop', REDIRECT_URIS: application });
  const client = new PageClient(gatehouse);
  const back = `return_to=${encodeURIComponent(application)}`;
  expect(await client.get('/login')).toMatchObject({
    title: 'Sign in – Rocket Shop',
    heading: 'Sign in to Rocket Shop',
  });
  expect((await client.get('/login')).text).not.toContain('to continue to');
  expect((await client.get(`/login?${back}`)).text).toContain('to continue to app.example.com');
  const register = await client.get(`/register?${back}`);
  expect(register.heading).toBe('Create your Rocket Shop account');
  expect(register.text).toContain('to continue to app.example.com');
  expect((await client.get('/login?return_to=%2Faccount')).text).not.toContain('to continue to');
});

test('links to help, terms and privacy are at the bottom of every page', async () => {
  const links = {
    HELP_URL: 'https://example.com/help',
    TERMS_URL: 'https://example.com/terms',
    PRIVACY_URL: 'https://example.com/privacy',
  };
  gatehouse = await startGatehouse(links);
  const client = new PageClient(gatehouse);
  const footerOf = ({ html }: { html: string }) => /<footer>.*<\/footer>/s.exec(html)?.[0] ?? '';
  // The page after a form has no links to other languages, and these links.
  const sent = await client.submit(await client.get('/forgot'), '/forgot', { email: 'ada@example.com' });
  for (const page of [await client.get('/login'), sent, await client.get('/unknown')]) {
    for (const href of Object.values(links)) expect(footerOf(page)).toContain(`<a href="${href}">`);
  }
  await gatehouse.stop();
  gatehouse = await startGatehouse({ HELP_URL: links.HELP_URL });
  const footer = footerOf(await new PageClient(gatehouse).get('/login?lang=de'));
  expect(footer).toContain(`<a href="${links.HELP_URL}">Hilfe</a>`);
  expect(footer).not.toContain('example.com/terms');
});

test('the pages ask for a phone number only with PHONE_FIELD', async () => {
  gatehouse = await startGatehouse();
  const client = new PageClient(gatehouse);
  const telOf = async (path: string, action = path) => formTo(await client.get(path), action).inputs.tel;
  expect(await telOf('/register')).toBeUndefined();
  const { email } = await client.register();
  expect(await telOf('/account')).toBeUndefined();
  // A number that another client has set is shown, and can be removed. A form without the field does not remove it.
  await gatehouse.sql(`UPDATE users SET tel = '+44 20 7946 0958' WHERE email = '${email}'`);
  const number = async () => (await gatehouse.sql(`SELECT tel FROM users WHERE email = '${email}'`))[0]?.tel;
  await client.post('/account', { first_name: 'Ada', last_name: 'King' });
  expect(await number()).toBe('+44 20 7946 0958');
  await client.submit(await client.get('/account'), '/account', { tel: '' });
  expect(await number()).toBeNull();
  await gatehouse.stop();
  gatehouse = await startGatehouse({ PHONE_FIELD: 'on' });
  const other = new PageClient(gatehouse);
  const form = await other.get('/register');
  expect(formTo(form, '/register').inputs.tel).toMatchObject({ type: 'tel', autocomplete: 'tel' });
  await other.register({ tel: '+44 20 7946 0958' });
  expect(formTo(await other.get('/account'), '/account').fields.tel).toBe('+44 20 7946 0958');
});

describe('ACCENT_COLOR', () => {
  const color = '#1a4f8b';

  test('is the color of the pages and of mails, and a lighter one in a dark scheme', async () => {
    const { light, dark } = accentColorsOf(color);
    gatehouse = await startGatehouse({ ACCENT_COLOR: color });
    const client = new PageClient(gatehouse);
    const [, href] = /<link rel="stylesheet" href="([^"]+)"/.exec((await client.get('/login')).html) ?? [];
    const style = await (await fetch(gatehouse.url + href)).text();
    expect(style).toContain(`--accent: ${color};`);
    expect(style.split('@media (prefers-color-scheme: dark)').at(-1)).toContain(`--accent: ${dark.accent};`);
    await client.register();
    const html = await htmlOfMail();
    expect(html).toContain(`background-color:${light.accent}`);
    expect(html).toContain(dark.accent);
    expect(html).not.toContain('#1d5c4a');
  });

  test.each([
    ['#1d5c4a', true],
    ['#000000', true],
    ['#757575', false],
    ['#ffcc00', false],
    ['blue', false],
    ['#fff', false],
    ['#1a4f8b;}', false],
  ])('can it be %s: %s', (value, expected) => {
    expect(isAccentColor(value)).toBe(expected);
    const read = () => readConfig({ ACCENT_COLOR: value }).pages.accentColor;
    if (expected) expect(read()).toBe(value);
    else expect(read).toThrow('ACCENT_COLOR must be a color such as #1d5c4a, with a contrast of at least 4.5:1');
  });

  test('a dark scheme has a contrast of 4.5:1 with every allowed color', () => {
    const ratio = (a: string, b: string) => {
      const of = (hex: string) => {
        const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
          const one = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
          return one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
      };
      return Math.max(of(a), of(b)) / Math.min(of(a), of(b));
    };
    const steps = ['00', '33', '66', '99', 'cc', 'ff'];
    const colors = steps.flatMap((r) => steps.flatMap((g) => steps.map((b) => `#${r}${g}${b}`)));
    const allowed = colors.filter(isAccentColor);
    expect(allowed.length).toBeGreaterThan(50);
    for (const one of allowed) {
      const { light, dark } = accentColorsOf(one);
      expect(ratio(light.accent, '#ffffff')).toBeGreaterThanOrEqual(4.5);
      expect(ratio(dark.accent, '#1c1f20')).toBeGreaterThanOrEqual(4.5);
      // The text of a button in a mail, and on a page.
      expect(ratio(dark.accent, '#0c211a')).toBeGreaterThanOrEqual(4.5);
    }
  });
});

test('a logo in PNG is a part of each mail, and an SVG is not', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-logo-'));
  const htmlWith = async (name: string) => {
    const LOGO = path.join(folder, name);
    writeFileSync(LOGO, 'a picture');
    gatehouse = await startGatehouse({ LOGO, PRODUCT_NAME: 'Rocket Shop', PUBLIC_URL: 'http://localhost:4000' });
    await new PageClient(gatehouse).register();
    const html = await htmlOfMail();
    const shown = await (await fetch(`${gatehouse.url}/dev/mailbox/1/html`)).text();
    await gatehouse.stop();
    return { html, shown };
  };
  const png = await htmlWith('logo.png');
  expect(png.html).toContain('<img src="cid:logo" alt="Rocket Shop"');
  // A browser does not know the parts of a mail.
  expect(png.shown).toContain(`src="data:image/png;base64,${Buffer.from('a picture').toString('base64')}"`);
  expect((await htmlWith('logo.svg')).html).not.toContain('<img');
});

test('a form says which rule a password breaks', async () => {
  gatehouse = await startGatehouse({ PRODUCT_NAME: 'Rocket Shop' });
  const client = new PageClient(gatehouse);
  const form = await client.get('/register');
  const person = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com' };
  const problemWith = async (password: string) => {
    const reply = await client.submit(form, '/register', { ...person, password });
    return [reply.status, /<p id="password-invalid" class="invalid">([^<]*)</.exec(reply.html)?.[1]];
  };
  expect(await problemWith('short')).toEqual([400, 'This password is too short. Use more than 8 characters.']);
  expect(await problemWith('')).toEqual([400, 'Enter a password.']);
  expect(await problemWith('x'.repeat(257))).toEqual([400, expect.stringContaining('too long')]);
  expect(await problemWith('password123')).toEqual([400, expect.stringContaining('too common')]);
  for (const own of ['Ada Lovelace 1815', 'rocket-shop!', 'ada@example.com']) {
    expect(await problemWith(own)).toEqual([400, expect.stringContaining('made of your name')]);
  }
  expect((await client.submit(form, '/register', { ...person, password: pagePassword })).status).toBe(303);
});

const sixProviders = {
  PROVIDERS: 'google,github,microsoft,gitlab,discord,acme',
  ...Object.fromEntries(
    ['GOOGLE', 'GITHUB', 'MICROSOFT', 'GITLAB', 'DISCORD', 'ACME'].flatMap((id) => [
      [`PROVIDER_${id}_CLIENT_ID`, 'gatehouse'],
      [`PROVIDER_${id}_CLIENT_SECRET`, 'secret'],
    ]),
  ),
  PROVIDER_ACME_ISSUER: 'https://sso.example.com',
  PROVIDER_ACME_LABEL: 'Acme ID',
};
const picture = '<svg xmlns="http://www.w3.org/2000/svg"/>';
const folderWith = (files: Record<string, string | Buffer>) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-look-'));
  for (const [name, content] of Object.entries(files)) writeFileSync(path.join(folder, name), content);
  return (name: string) => path.join(folder, name);
};

/** Sends a request as it is: `fetch` decompresses the answer. */
const rawAnswer = (url: string, acceptEncoding?: string) =>
  new Promise<{ headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
    const asked = request(url, { headers: acceptEncoding === undefined ? {} : { 'Accept-Encoding': acceptEncoding } });
    asked.on('error', reject).on('response', (answer) => {
      const parts: Buffer[] = [];
      answer
        .on('data', (part) => parts.push(part))
        .on('end', () => resolve({ headers: answer.headers, body: Buffer.concat(parts) }));
    });
    asked.end();
  });

describe('the buttons of providers', () => {
  test('have the mark of the provider, the picture of the operator, or the first letter', async () => {
    const file = folderWith({ 'discord.svg': picture });
    gatehouse = await startGatehouse({ ...sixProviders, PROVIDER_DISCORD_ICON: file('discord.svg') });
    const client = new PageClient(gatehouse);
    await client.register();
    for (const path of ['/login', '/register', '/account/security']) {
      const { html } = await (path === '/account/security' ? client : new PageClient(gatehouse)).get(path);
      const buttons =
        html.match(/<form method="post" action="[^"]*\/(?:login\/provider|providers)\/.*?<\/form>/gs) ?? [];
      if (path === '/account/security') expect(html.match(/class="mark/g)).toHaveLength(6);
      else
        expect(buttons.map((one) => /<use|<img|monogram/.exec(one)?.[0])).toEqual([
          '<use',
          '<use',
          '<use',
          '<use',
          '<img',
          'monogram',
        ]);
      const [, marks = ''] = /<use href="([^"#]+)#google"/.exec(html) ?? [];
      const { headers, body } = await rawAnswer(gatehouse.url + marks);
      expect(headers['content-type']).toBe('image/svg+xml');
      expect([...body.toString().matchAll(/<symbol id="(\w+)"/g)].map(([, id]) => id)).toEqual([
        'google',
        'github',
        'microsoft',
        'gitlab',
      ]);
      const [, own = ''] = /<img class="mark" src="([^"]+)" alt/.exec(html) ?? [];
      const svg = await rawAnswer(gatehouse.url + own);
      expect(svg.body.toString()).toBe(picture);
      // Opened alone, the picture runs no script.
      expect(svg.headers['content-security-policy']).toContain("default-src 'none'");
    }
  });

  test('are in two columns with short labels from four on, and the one that was used last is marked', async () => {
    gatehouse = await startGatehouse(sixProviders);
    const client = new PageClient(gatehouse);
    const page = await client.get('/login');
    expect(page.html).toContain('aria-label="Continue with Acme ID"');
    expect(page.text).not.toContain('Continue with');
    expect(page.text).not.toContain('Last used');
    client.cookies.set('__Host-gatehouse_last_provider', 'acme');
    expect((await client.get('/login')).html).toContain('aria-label="Continue with Acme ID (Last used)"');
    client.cookies.set('__Host-gatehouse_last_provider', '"><script>');
    expect((await client.get('/login')).html).not.toContain('Last used');
    // Only on the page on which one has signed in before.
    client.cookies.set('__Host-gatehouse_last_provider', 'acme');
    expect((await client.get('/register')).html).not.toContain('Last used');
    expect((await client.get('/register')).html).toContain('<p class="or">or</p>');
  });
});

test('a theme can have a font of its own, but none from another host', async () => {
  const policyOf = async () =>
    String((await new PageClient(gatehouse).get('/login')).headers.get('content-security-policy'));
  gatehouse = await startGatehouse({ THEME_CSS: folderWith({ 'theme.css': ':root { --radius: 0; }' })('theme.css') });
  expect((await policyOf()).split(';')).toContain('font-src data:');
  await gatehouse.stop();
  gatehouse = await startGatehouse();
  expect(await policyOf()).not.toContain('font-src');
});

test('a logo for a dark scheme, and a picture for the tab', async () => {
  const file = folderWith({ 'logo.svg': picture, 'dark.png': Buffer.from('png'), 'icon.ico': Buffer.from('ico') });
  gatehouse = await startGatehouse({
    LOGO: file('logo.svg'),
    LOGO_DARK: file('dark.png'),
    FAVICON: file('icon.ico'),
    PRODUCT_NAME: 'Acme',
  });
  const { html } = await new PageClient(gatehouse).get('/login');
  const [, dark, light] =
    /<picture><source srcset="([^"]+)" media="\(prefers-color-scheme: dark\)"\/><img src="([^"]+)" alt="Acme"\/><\/picture>/.exec(
      html,
    ) ?? [];
  expect((await rawAnswer(gatehouse.url + dark)).body.toString()).toBe('png');
  expect((await rawAnswer(gatehouse.url + light)).body.toString()).toBe(picture);
  const [, icon] = /<link rel="icon" href="([^"]+)"/.exec(html) ?? [];
  for (const path of [icon, '/favicon.ico']) {
    const { headers, body } = await rawAnswer(gatehouse.url + path);
    expect([headers['content-type'], body.toString()]).toEqual(['image/x-icon', 'ico']);
  }
});

const withIcon = (icon: string) => ({ ...sixProviders, PROVIDER_ACME_ICON: icon });
const tooLarge = folderWith({ 'large.png': Buffer.alloc(32 * 1024 + 1) })('large.png');
test.each([
  [{ LOGO_DARK: '/nowhere/dark.svg' }, 'LOGO_DARK is set, but LOGO is not. Set LOGO as well'],
  [{ FAVICON: '/nowhere/icon.jpg' }, 'FAVICON must be a file that ends with .svg, .png, .webp or .ico'],
  [{ FAVICON: '/nowhere/icon.svg' }, 'FAVICON names a file that cannot be read (ENOENT)'],
  [withIcon('/nowhere/acme.ico'), 'PROVIDER_ACME_ICON must be a file that ends with .svg, .png or .webp'],
  [withIcon(tooLarge), 'PROVIDER_ACME_ICON names a file of more than 32 kB'],
])('%j stops the start', (env, text) => {
  expect(() => {
    const { pages, providers } = readConfig(env);
    loadAssets(pages, providers);
  }).toThrow(text);
});

describe('PAGE_TEXTS', () => {
  const folderOf = (files: Record<string, unknown>) =>
    folderWith(Object.fromEntries(Object.entries(files).map(([name, texts]) => [name, JSON.stringify(texts)])))('');

  test('replaces texts in their language, and what is in them is no HTML', async () => {
    const texts = {
      'signIn.login.heading': 'Moin bei {{1}} <b>',
      'signIn.login.action': 'Rein da',
      'common.problems.wrongCredentials': 'Das passt nicht.',
    };
    gatehouse = await startGatehouse({
      PAGE_TEXTS: folderOf({ 'de.json': texts, '.hidden': {} }),
      PRODUCT_NAME: 'Acme $&',
    });
    const client = new PageClient(gatehouse);
    const page = await client.get('/login?lang=de');
    expect(page.html).toContain('<h1>Moin bei Acme $&amp; &lt;b></h1>');
    expect(page.text).toContain('Rein da');
    const wrong = await client.submit(page, '/login', { email: 'ada@example.com', password: pagePassword });
    expect(wrong.text).toContain('Das passt nicht.');
    expect((await client.get('/login?lang=en')).heading).toBe('Sign in to Acme $&');
  });

  test.each([
    [{ 'de.txt': {} }, '"de.txt" is not the name of a language, such as de.json'],
    [{ 'nl.json': {} }, '"nl.json" is not the name of a language'],
    [{ 'de.json': [] }, 'de.json is not a JSON object of keys and texts in UTF-8'],
    [{ 'de.json': { 'signIn.login.hedding': 'x' } }, 'de.json: "signIn.login.hedding" is not the key of a text'],
    [{ 'de.json': { 'signIn.login': 'x' } }, 'de.json: "signIn.login" is not the key of a text'],
    [{ 'de.json': { '__proto__.x': 'x' } }, 'de.json: "__proto__.x" is not the key of a text'],
    [{ 'de.json': { 'signIn.login.title': 1 } }, 'de.json: "signIn.login.title" must be a text in one line'],
    [{ 'de.json': { 'signIn.login.title': 'a {{1}}' } }, 'has {{1}}. It can have: no placeholder'],
    [{ 'en.json': { 'signIn.login.heading': '{{product}}' } }, 'has {{product}}. It can have: {{1}}'],
    [{ 'en.json': { 'signIn.login.heading': 'a {{1}' } }, 'has {{ or }} alone. It can have: {{1}}'],
  ])('%j stops the start', (files, text) => {
    const { pages } = readConfig({ PAGE_TEXTS: folderOf(files) });
    expect(() => loadAssets(pages, [])).toThrow(text);
  });

  test('a folder that cannot be read stops the start', () => {
    const { pages } = readConfig({ PAGE_TEXTS: '/nowhere' });
    expect(() => loadAssets(pages, [])).toThrow('PAGE_TEXTS names a folder that cannot be read (ENOENT)');
  });
});

describe('what a browser loads', () => {
  test.each([
    ['without providers', {}, { raw: 22_000, sent: 10_000 }],
    ['with six providers', sixProviders, { raw: 30_000, sent: 13_000 }],
  ])('is small: the page to sign in %s', async (_, env, most) => {
    gatehouse = await startGatehouse(env);
    const { html } = await new PageClient(gatehouse).get('/login');
    const loaded = /(?:<script src|<link rel="stylesheet" href|<use href)="([^"#]+)/g;
    const assets = new Set([...html.matchAll(loaded)].map(([, href]) => href));
    expect(assets.size).toBeGreaterThan(2);
    const sizes = { raw: Buffer.byteLength(html), sent: Buffer.byteLength(html) };
    for (const href of assets) {
      sizes.raw += (await rawAnswer(gatehouse.url + href)).body.length;
      sizes.sent += (await rawAnswer(gatehouse.url + href, 'gzip, deflate, br, zstd')).body.length;
    }
    expect([sizes, sizes.raw < most.raw, sizes.sent < most.sent]).toEqual([sizes, true, true]);
  });

  test('is compressed if it is a text without secrets', async () => {
    gatehouse = await startGatehouse();
    const page = await rawAnswer(`${gatehouse.url}/login`, 'gzip, br');
    expect(page.headers).not.toHaveProperty('content-encoding');
    const [, style = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(page.body.toString()) ?? [];
    const plain = await rawAnswer(gatehouse.url + style);
    expect(plain.headers).toMatchObject({ vary: 'Accept-Encoding', 'content-length': String(plain.body.length) });
    for (const [accepted, encoding, read] of [
      ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
      ['br;q=0, gzip', 'gzip', gunzipSync],
      ['identity', undefined, (body: Buffer) => body],
      ['br;q=0, *;q=0', undefined, (body: Buffer) => body],
    ] as const) {
      const { headers, body } = await rawAnswer(gatehouse.url + style, accepted);
      expect(headers['content-encoding']).toBe(encoding);
      expect(headers.vary).toBe('Accept-Encoding');
      expect(read(body).equals(plain.body)).toBe(true);
    }
  });
});
