import type { Browser, Page } from 'playwright-core';
import { verificationMails } from '../../src/features/email-verification/email-verification.mails';
import { locales, type MailTemplate, type MailValues, mailTemplates } from '../../src/platform/email/mail-template';
import { renderMail } from '../../src/platform/email/render-mail';
import { restApi } from '../support/apis';
import { launchChromium, patienceMs } from '../support/chromium';
import { startGatehouse } from '../support/gatehouse';
import { describeWith } from '../support/needs';
import { axe, overflowOf } from '../support/page-browser';
import { freePort } from '../support/process';
import '../../src/compose/features';

const schemes = ['light', 'dark'] as const;
const templates = mailTemplates.all();

function valuesOf(template: MailTemplate, product: string): MailValues {
  const { hasLink, hasCode } = template;
  return {
    product,
    link: hasLink ? `https://id.example.com/confirm/${'K'.repeat(64)}` : null,
    code: hasCode ? '407219' : null,
    minutes: hasLink ? 10_080 : null,
    codeMinutes: hasCode ? 10 : null,
    provider: null,
    time: '27 November 2026 at 02:19 UTC',
    device: 'Samsung Internet for Android, Android',
    organization: 'example-sons',
    country: 'Germany',
  };
}

describeWith('Chromium')('mails in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser.close());

  async function inBrowser<Result>(
    options: Parameters<Browser['newContext']>[0],
    work: (page: Page) => Promise<Result>,
  ): Promise<Result> {
    const context = await browser.newContext(options);
    context.setDefaultTimeout(patienceMs);
    try {
      return await work(await context.newPage());
    } finally {
      await context.close();
    }
  }

  test.each(schemes)(
    'are accessible, fit into 360 and 720 px and load nothing, in the %s scheme',
    async (colorScheme) => {
      const violations: string[] = [];
      const wide: string[] = [];
      const requests: string[] = [];
      await inBrowser({ colorScheme }, async (page) => {
        page.on('request', (request) => requests.push(request.url()));
        // The colors are those of all languages.
        for (const locale of colorScheme === 'light' ? locales : ['en' as const]) {
          for (const template of templates) {
            const name = `${template.name} ${locale}`;
            await page.setContent(renderMail(template, locale, valuesOf(template, 'Rocket Shop')).html);
            for (const width of [720, 360]) {
              await page.setViewportSize({ width, height: 800 });
              const overflow = await overflowOf(page);
              if (overflow > 0) wide.push(`${name} ${width}: ${overflow}`);
            }
            violations.push(...(await axe(page)).map((problem) => `${problem} ${name}`));
          }
        }
      });
      expect(violations).toEqual([]);
      expect(wide).toEqual([]);
      expect(requests).toEqual([]);
    },
  );

  test('a long product name does not make a mail wider than the screen', async () => {
    await inBrowser({ viewport: { width: 360, height: 800 } }, async (page) => {
      for (const template of templates) {
        await page.setContent(renderMail(template, 'de', valuesOf(template, 'W'.repeat(100))).html);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360);
      }
    });
  });

  test('the colors of both schemes are applied, and without the style element the light ones', async () => {
    const { html } = renderMail(
      verificationMails.verify_email,
      'en',
      valuesOf(verificationMails.verify_email, 'Rocket Shop'),
    );
    const colors =
      'JSON.stringify(["body", ".card", "a"].map((name) => getComputedStyle(document.querySelector(name)).backgroundColor))';
    const shown = (colorScheme: 'light' | 'dark', content: string) =>
      inBrowser({ colorScheme }, async (page) => {
        await page.setContent(content);
        return JSON.parse(String(await page.evaluate(colors)));
      });
    const light = ['rgb(246, 246, 244)', 'rgb(255, 255, 255)', 'rgb(29, 92, 74)'];
    expect(await shown('light', html)).toEqual(light);
    expect(await shown('dark', html)).toEqual(['rgb(20, 22, 23)', 'rgb(28, 31, 32)', 'rgb(143, 211, 184)']);
    expect(await shown('dark', html.replace(/<style>.*<\/style>/s, ''))).toEqual(light);
  });

  test('the mailbox of a developer shows a mail as it is, and its policy complains about nothing', async () => {
    const port = String(await freePort());
    const gatehouse = await startGatehouse({ PORT: port, PUBLIC_URL: `http://localhost:${port}` });
    const ada = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace', password: 'correct horse battery' };
    await restApi.register(gatehouse.url, ada);
    const [mail] = await gatehouse.mails();
    const complaints: string[] = [];
    await inBrowser({}, async (page) => {
      page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
      await page.goto(`http://localhost:${port}/dev/mailbox/1`);
      const link = page.frameLocator('iframe').getByRole('link', { name: 'Confirm my address' });
      expect(await link.getAttribute('href')).toBe(mail?.links[0]);
      const color = await page.frames()[1]?.evaluate('getComputedStyle(document.querySelector("a")).backgroundColor');
      expect(color).toBe('rgb(29, 92, 74)');
    });
    expect(complaints).toEqual([]);
    await gatehouse.stop();
  });
});
