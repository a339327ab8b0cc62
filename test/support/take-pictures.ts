// Must be imported before the types of the GraphQL API.
import 'reflect-metadata';
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { restApi } from './apis';
import { launchChromium } from './chromium';
import { spawnCli } from './cli';
import { testSecret } from './gatehouse';
import { freePort, spawnGatehouse } from './process';

// Makes the pictures of the documentation again, at a release: npm run build && TEST_PROGRAMS=on npx tsx test/support/take-pictures.ts
// With a folder, it writes them there, and those of a phone, to compare one state with another.

const [, , ownFolder] = process.argv;
const folder = ownFolder ?? path.join(__dirname, '../../docs/pictures');
const desktop = { width: 960, height: 640 };
const phone = { width: 390, height: 844 };
const mostBytes = 100_000;
const password = 'correct horse battery';
const people = [
  { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace' },
  { email: 'grace@example.com', firstName: 'Grace', lastName: 'Hopper' },
  { email: 'alan@example.com', firstName: 'Alan', lastName: 'Turing' },
  { email: 'katherine@example.com', firstName: 'Katherine', lastName: 'Johnson' },
];

interface Mail {
  to: string;
  html: string;
  code: string | null;
}

async function main(): Promise<void> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'gatehouse-'));
  const port = String(await freePort());
  const env = {
    PORT: port,
    PUBLIC_URL: `http://localhost:${port}`,
    DATA_DIR: path.join(dataDir, 'data'),
    RATE_LIMITS: 'on',
  };
  const server = await spawnGatehouse(env);
  const browser = await launchChromium();
  const url = env.PUBLIC_URL;
  const mails = async () => (await (await fetch(`${url}/dev/mailbox.json`)).json()) as Mail[];
  const waitForMail = async (to: string): Promise<Mail> => {
    const mail = (await mails()).find((one) => one.to === to && one.code !== null);
    return mail ?? new Promise((resolve) => setTimeout(() => resolve(waitForMail(to)), 50));
  };
  try {
    await server.ready();
    for (const person of people) await restApi.register(url, { ...person, password });
    const [ada, grace] = people.map(({ email }) => ({ email, password }));
    if (!ada || !grace) throw new Error('there are no people');
    const verification = await waitForMail(grace.email);
    await restApi.confirmEmail(url, { email: grace.email, code: String(verification.code) });
    const { jwt, user } = await restApi.login(url, grace);
    const { secret } = await restApi.enrollTotp(url, { currentPassword: password }, String(jwt));
    const application = new TOTP({ secret: Secret.fromBase32(String(secret)) });
    // A code works once: that of the step before for the first use, and then one for each scheme.
    const codes = [-30_000, 0, 30_000].map((ms) => application.generate({ timestamp: Date.now() + ms }));
    await restApi.confirmTotp(url, { code: String(codes.shift()) }, String(jwt));
    const promoted = await spawnCli({ DATA_DIR: env.DATA_DIR, GATEHOUSE_SECRET: testSecret }, [
      'users',
      'promote',
      ada.email,
      '--yes',
    ]);
    if (promoted.code !== 0) throw new Error(promoted.err);

    mkdirSync(folder, { recursive: true });
    for (const colorScheme of ['light', 'dark'] as const) {
      const open = async () => {
        const look = { locale: 'en', colorScheme, reducedMotion: 'reduce', viewport: desktop } as const;
        const context = await browser.newContext(look);
        return context.newPage();
      };
      const visit = async (page: Page, address: string) => {
        const answer = await page.goto(url + address);
        // On a busy machine, a page can be that of an error.
        if (!answer?.ok()) throw new Error(`${address} was answered with ${answer?.status()}`);
      };
      const shoot = async (page: Page, name: string) => {
        const file = path.join(folder, `${name}-${colorScheme}.png`);
        await page.screenshot({ path: file });
        const { size } = statSync(file);
        if (size > mostBytes) throw new Error(`${file} has ${size} bytes`);
      };
      const take = async (page: Page, name: string) => {
        await shoot(page, name);
        if (ownFolder === undefined) return;
        await page.setViewportSize(phone);
        await shoot(page, `${name}-phone`);
        await page.setViewportSize(desktop);
      };
      const signIn = async (page: Page, { email }: { email: string }) => {
        await visit(page, '/login');
        await page.fill('[name=email]', email);
        await page.fill('[name=password]', password);
        await Promise.all([page.waitForEvent('load'), page.click('form:has([name=password]) button[type=submit]')]);
      };
      const page = await open();
      await visit(page, '/login');
      await take(page, 'sign-in');
      await signIn(page, grace);
      await take(page, 'second-step');
      await page.fill('[name=code]', String(codes.shift()));
      await Promise.all([page.waitForEvent('load'), page.click('form:has([name=code]) button[type=submit]')]);
      await visit(page, '/account/security');
      await take(page, 'security');
      const admin = await open();
      await signIn(admin, ada);
      // The figures are counted once a minute, and the accounts then, too.
      do {
        await admin.waitForTimeout(2000);
        await visit(admin, '/console');
      } while ((await admin.textContent('main'))?.includes('Not counted yet'));
      await take(admin, 'console');
      if (ownFolder !== undefined) {
        await visit(admin, '/console/users');
        await take(admin, 'users');
      }
      await visit(admin, `/console/users/${user?.id}`);
      await take(admin, 'person');
      const mail = await open();
      await mail.setContent(verification.html);
      await take(mail, 'mail');
    }
  } finally {
    await browser.close();
    await server.signal('SIGTERM');
    rmSync(dataDir, { recursive: true, force: true });
  }
}

void main();
