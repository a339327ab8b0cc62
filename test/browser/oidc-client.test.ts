import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildSync } from 'esbuild';
import type { Page } from 'playwright-core';
import { startTlsHosts } from '../support/caddy';
import { openProfile } from '../support/chromium';
import { readExample } from '../support/doc-pages';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { describeWith, examplePackages } from '../support/needs';
import { createApp } from '../support/oauth';
import { PageClient } from '../support/page-client';
import { freePort } from '../support/process';

const app = 'https://app.example.net/';
const issuer = 'https://id.example.com';

/** The single-page application of the documentation, as a build makes it. `users` is there for the test. */
function buildApplication(folder: string, clientId: string): void {
  const source = String(readExample('openid').get('single-page.js')).replace('http://localhost:4000', issuer);
  const start = `window.users = users;
    const show = (text) => document.body.append(text);
    if (location.hash !== '#stay') signedInUser().then((user) => user && show(user.profile.email + ' is signed in'), show);`;
  const { outputFiles } = buildSync({
    stdin: { contents: `${source}\n${start}`, resolveDir: folder },
    bundle: true,
    format: 'esm',
    nodePaths: [examplePackages],
    define: { 'import.meta.env.VITE_CLIENT_ID': JSON.stringify(clientId) },
    write: false,
  });
  writeFileSync(path.join(folder, 'app.js'), outputFiles[0]?.text ?? '');
  const html = '<!doctype html><title>App</title><body><script type="module" src="app.js"></script></body>';
  writeFileSync(path.join(folder, 'index.html'), html);
}

/**
 * The application and Gatehouse are two sites (example.net and example.com), and the browser blocks third-party cookies: no
 * request of the application's scripts has a cookie of Gatehouse.
 */
describeWith(
  'Chromium with profiles',
  'Caddy',
  'docs/examples',
)('oidc-client-ts, on another site', () => {
  let gatehouse: Gatehouse;
  let clientId: string;
  let caddy: Awaited<ReturnType<typeof startTlsHosts>>;
  let profile: Awaited<ReturnType<typeof openProfile>>;
  let folder: string;
  let page: Page;

  beforeAll(async () => {
    const port = String(await freePort());
    gatehouse = await startGatehouse({ PORT: port, PUBLIC_URL: issuer, TRUST_PROXY: '1' });
    const client = await createApp(gatehouse, {
      kind: 'public',
      redirectUris: [app],
      postLogoutRedirectUris: [app],
      firstParty: true,
    });
    clientId = client.id;
    folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-single-page-'));
    buildApplication(folder, clientId);
    caddy = await startTlsHosts({
      'app.example.net': `root * ${folder}\nfile_server`,
      'id.example.com': `reverse_proxy 127.0.0.1:${port}`,
    });
  });
  afterAll(async () => {
    await caddy.stop();
    rmSync(folder, { recursive: true });
    await gatehouse.stop();
  });
  beforeEach(async () => {
    profile = await openProfile({ thirdPartyCookies: 'blocked', resolved: `127.0.0.1:${caddy.port}` });
    page = await profile.context.newPage();
  });
  afterEach(() => profile.close());

  const run = (code: string): Promise<unknown> => page.evaluate(code);

  async function signIn(): Promise<string> {
    const { email, password } = await new PageClient(gatehouse).register();
    await page.goto(app);
    await page.waitForURL(`${issuer}/login?**`);
    await page.fill('[name=email]', email);
    await page.fill('[name=password]', password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL(app);
    await page.getByText(`${email} is signed in`).waitFor();
    return email;
  }

  test('signs in, renews the access token without a page, asks for the user, and signs out', async () => {
    const email = await signIn();
    const before = await run('users.getUser().then(({ access_token }) => access_token)');
    const renewed = await run(
      'users.signinSilent().then(({ access_token, profile }) => [access_token, profile.email])',
    );
    expect(renewed).toEqual([expect.not.stringMatching(`^${before}$`), email]);
    const asked = `users.getUser().then(({ access_token }) => fetch('${issuer}/oauth/userinfo', {
      headers: { Authorization: 'Bearer ' + access_token } })).then((answer) => answer.json())`;
    expect(await run(asked)).toMatchObject({ email, name: 'Ada Lovelace' });

    // The application sends a person who is not signed in to Gatehouse, which asks again.
    await Promise.all([page.waitForURL(`${issuer}/login?**`), run('void users.signoutRedirect()')]);
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  });

  test('a person who is signed in at Gatehouse sees no page when the application has forgotten', async () => {
    const email = await signIn();
    await run('users.removeUser()');
    const seen: string[] = [];
    page.on('framenavigated', (frame) => seen.push(new URL(frame.url()).pathname));
    await page.reload();
    await page.getByText(`${email} is signed in`).waitFor();
    expect(seen.every((one) => one === '/')).toBe(true);
  });

  test('no script of another site can ask the authorization endpoint, or read its answer', async () => {
    await signIn();
    const asked = `fetch('${issuer}/oauth/authorize?client_id=${clientId}', { credentials: 'include' }).then(String, String)`;
    expect(await run(asked)).toMatch(/^TypeError/);
  });
});
