import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { accentColorsOf, isAccentColor } from '../../src/platform/config/accent-color';
import { readConfig } from '../../src/platform/config/config';
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
