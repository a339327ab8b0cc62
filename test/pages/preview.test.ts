import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readConfig } from '../../src/compose/config';
import { previewed } from '../../src/pages/preview/preview.page';
import { previewHandler } from '../../src/pages/preview/preview-handler';
import { mailTemplates } from '../../src/platform/email/mail-template';
import { locales } from '../../src/platform/request/locale';
import { cliFile } from '../support/cli';
import { spawnGatehouse } from '../support/process';
import { until } from '../support/until';

const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-'));
const files = { THEME_CSS: path.join(folder, 'theme.css'), PAGE_TEXTS: folder };
writeFileSync(files.THEME_CSS, ':root { --radius: 0; }');

let server: Server;
const get = async (address: string, init?: RequestInit) => {
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${address}`, init);
  return { status: answer.status, policy: answer.headers.get('content-security-policy'), text: await answer.text() };
};
const start = async (env: Record<string, string>) => {
  server = createServer(
    previewHandler(
      readConfig({
        PRODUCT_NAME: 'Rocket Shop',
        PROVIDERS: 'google',
        PROVIDER_GOOGLE_CLIENT_ID: 'x',
        PROVIDER_GOOGLE_CLIENT_SECRET: 'x',
        ...env,
      }),
    ),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
};
afterEach(() => server?.close());

test('every page and every mail is shown in every language, and the list links to all', async () => {
  await start({});
  const { text: list } = await get('/');
  const pages = Object.keys(previewed).map((name) => `/${name}`);
  const mails = mailTemplates.all().map(({ name }) => `/mails/${name}`);
  for (const address of [...pages, ...mails].flatMap((name) => locales.map((locale) => `${name}?lang=${locale}`))) {
    expect(list).toContain(`href="${address}"`);
    const { status, text } = await get(address);
    expect({ address, status, product: text.includes('Rocket Shop') }).toEqual({ address, status: 200, product: true });
  }
});

test('a page loads what it would load, and its files are read again each time', async () => {
  await start({ THEME_CSS: files.THEME_CSS });
  const themeOf = async () => /\/pages\/theme-[^"]+/.exec((await get('/login')).text)?.[0] ?? '';
  const theme = await themeOf();
  expect((await get('/login')).policy).toContain("style-src 'self'");
  expect((await get(theme)).text).toContain('--radius: 0');
  writeFileSync(files.THEME_CSS, ':root { --radius: 1rem; }');
  expect(await themeOf()).not.toBe(theme);
  expect((await get(await themeOf())).text).toContain('--radius: 1rem');
});

test('a file that cannot be used is named, and the next one is used', async () => {
  const texts = mkdtempSync(path.join(tmpdir(), 'gatehouse-'));
  await start({ PAGE_TEXTS: texts });
  writeFileSync(path.join(texts, 'de.json'), '{ "signIn.login.hedding": "x" }');
  expect(await get('/login?lang=de')).toMatchObject({ status: 500, text: expect.stringContaining('hedding') });
  writeFileSync(path.join(texts, 'de.json'), '{ "signIn.login.heading": "Moin bei {{1}}" }');
  expect((await get('/login?lang=de')).text).toContain('Moin bei Rocket Shop');
});

test.each(['/nowhere', '/constructor', '/mails/constructor'])('%s is the list', async (address) => {
  await start({});
  expect(await get(address)).toMatchObject({ status: 200, text: expect.stringContaining('href="/login?lang=de"') });
});

test('a form does nothing', async () => {
  await start({});
  expect(await get('/login', { method: 'POST', body: 'email=x' })).toMatchObject({ status: 405 });
});

test('the command serves until it is stopped, without a database', async () => {
  const preview = await spawnGatehouse({ DATA_DIR: path.join(folder, 'none') }, [cliFile, 'preview', '--port', '0']);
  await until(() => preview.output().includes('\n'));
  const [url = ''] = preview.output().split('\n');
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
  expect(await (await fetch(`${url}login`)).text()).toContain('<h1>');
  preview.child.kill('SIGTERM');
  expect(await preview.ended).toBe(0);
});
