import { type ChildProcess, execFile, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { clientSettings } from '../../src/pages/console/client-settings';
import { AppBrowser } from '../support/app-browser';
import { readExample } from '../support/doc-pages';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { describeWith, testWith } from '../support/needs';
import { createApp } from '../support/oauth';
import { PageClient } from '../support/page-client';
import { createPageFolder, type PageFolder } from '../support/page-folder';
import { freePort, shortLived } from '../support/process';

/** The applications of the documentation sign people in, with the libraries as their own documentation says. */
const programs = readExample('openid');

interface RelyingParty {
  name: string;
  file: string;
  redirectPath?: string;
  /** Where the application goes after its logout. Without one, it has no logout of the provider. */
  logoutPath?: string;
  /** Signs in, and returns what the application knows of the user. */
  signIn?(browser: AppBrowser, app: string): ReturnType<AppBrowser['open']>;
}

/** Auth.js has a button, which sends a form with a token against forged requests. */
async function signInWithButton(browser: AppBrowser, app: string) {
  const { csrfToken } = JSON.parse((await browser.open(`${app}/auth/csrf`)).text);
  const { signIns, consents } = await browser.open(`${app}/auth/signin/gatehouse`, { csrfToken, callbackUrl: app });
  const { text, ...answer } = await browser.open(`${app}/auth/session`);
  return { ...answer, text: JSON.stringify(JSON.parse(text).user), signIns, consents };
}

const relyingParties: readonly RelyingParty[] = [
  { name: 'openid-client', file: 'app.mjs', logoutPath: '/' },
  { name: 'oauth4webapi', file: 'with-oauth4webapi.mjs' },
  {
    name: '@auth/core',
    file: 'with-auth-core.mjs',
    redirectPath: '/auth/callback/gatehouse',
    signIn: signInWithButton,
  },
  { name: 'express-openid-connect', file: 'with-express-openid-connect.mjs', logoutPath: '' },
  { name: 'passport-openidconnect', file: 'with-passport.mjs' },
];

let gatehouse: Gatehouse;

beforeAll(async () => {
  const port = String(await freePort());
  gatehouse = await startGatehouse({ PORT: port, PUBLIC_URL: `http://localhost:${port}` });
});
afterAll(() => gatehouse.stop());

describeWith('docs/examples').each(relyingParties)(
  '$name',
  ({ file, redirectPath = '/callback', logoutPath, signIn }) => {
    let folder: PageFolder;
    let running: ChildProcess;
    let app: string;

    beforeAll(async () => {
      app = `http://localhost:${await freePort()}`;
      const client = await createApp(gatehouse, {
        redirectUris: [app + redirectPath],
        postLogoutRedirectUris: logoutPath === undefined ? [] : [app + logoutPath],
        firstParty: true,
        // passport-openidconnect sends no challenge.
        pkceRequired: file !== 'with-passport.mjs',
      });
      folder = createPageFolder();
      const text = String(programs.get(file))
        .replaceAll('http://localhost:4000', gatehouse.config.publicUrl)
        .replaceAll('http://localhost:3000', app)
        .replace('listen(3000)', `listen(${new URL(app).port})`);
      folder.write(file, text);
      const env = {
        ...process.env,
        CLIENT_ID: client.id,
        CLIENT_SECRET: String(client.secret),
        SESSION_SECRET: randomBytes(32).toString('hex'),
      };
      running = fork(path.join(folder.path, file), {
        execArgv: shortLived,
        stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
        env,
      });
      const errors: string[] = [];
      running.stderr?.on('data', (text) => errors.push(String(text)));
      while (!(await fetch(app, { redirect: 'manual' }).catch(() => null))) {
        if (running.exitCode !== null) throw new Error(`${file} ended: ${errors.join('')}`);
        await delay(10);
      }
    });
    afterAll(async () => {
      if (running.exitCode === null) {
        running.kill();
        await once(running, 'exit');
      }
      folder.remove();
    });

    async function newBrowser(): Promise<{ browser: AppBrowser; email: string }> {
      const person = await new PageClient(gatehouse).register();
      return { browser: new AppBrowser(gatehouse, person), email: person.email };
    }
    const open = (browser: AppBrowser) => (signIn ? signIn(browser, app) : browser.open(app));

    test('signs a person in, and knows who it is', async () => {
      const { browser, email } = await newBrowser();
      const { status, text, signIns } = await open(browser);
      expect([status, signIns, text]).toEqual([200, 1, expect.stringContaining(email)]);
      expect(text).toContain('Ada Lovelace');
    });

    test('a person who is signed in at Gatehouse only sees who asks, because the application is on the device', async () => {
      const { browser, email } = await newBrowser();
      await browser.atGatehouse.signIn({ email });
      const { signIns, consents, text } = await open(browser);
      expect([signIns, consents, text]).toEqual([0, 1, expect.stringContaining(email)]);
    });

    if (logoutPath !== undefined) {
      test('signs the person out of Gatehouse, too', async () => {
        const { browser } = await newBrowser();
        await open(browser);
        const { signIns } = await browser.open(`${app}/logout`);
        // The application begins a new sign-in, for which the page asks.
        expect(signIns).toBe(1);
      });
    }
  },
);

testWith('docs/examples')('openid-client runs the settings that the console shows for a client', async () => {
  for (const kind of ['web', 'public'] as const) {
    const client = await createApp(gatehouse, { kind, scopes: ['openid', 'profile', 'email'] });
    const settings = clientSettings(gatehouse.config.publicUrl, client, client.secret);
    const program = `${settings.find(({ name }) => name === 'openid-client')?.text}\nconsole.log(url.href);`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
      cwd: path.join(__dirname, '../../docs/examples'),
      env: { ...process.env, CLIENT_SECRET: client.secret ?? '' },
    });
    const answer = await fetch(new URL(stdout), { redirect: 'manual' });
    // The request is right: the person is asked to sign in.
    expect([kind, answer.status, answer.headers.get('location')]).toEqual([
      kind,
      303,
      expect.stringContaining('/oauth/continue'),
    ]);
  }
});
