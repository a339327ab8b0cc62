import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { axeScript, launchChromium, patienceMs } from './chromium';
import { type Gatehouse, startGatehouse } from './gatehouse';
import { freePort } from './process';

const axeTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** What a tab did that no page of ours may do. */
export interface Complaints {
  /** Reports of the Content Security Policy, and other errors in the console. */
  console: string[];
  /** Errors of scripts. */
  scripts: string[];
  /** The addresses of requests to other hosts. */
  otherHosts: string[];
}

export interface Tab {
  page: Page;
  context: BrowserContext;
  complaints: Complaints;
  /** Opens a path of the pages. */
  open(path: string): Promise<void>;
  close(): Promise<void>;
}

export interface PageBrowser {
  gatehouse: Gatehouse;
  browser: Browser;
  /** The address of the pages, in which passkeys work. */
  url: string;
  /** Opens a tab with cookies of its own. `url` is the address of another instance. */
  tab(options?: BrowserContextOptions, url?: string): Promise<Tab>;
  stop(): Promise<void>;
}

/** Starts Gatehouse on `http://localhost`, which browsers trust without TLS, and one browser for all tests of a file. */
export async function openPages(env: Record<string, string> = {}): Promise<PageBrowser> {
  const port = String(await freePort());
  const url = `http://localhost:${port}`;
  const gatehouse = await startGatehouse({ PORT: port, PUBLIC_URL: url, ...env });
  const browser = await launchChromium();
  return {
    gatehouse,
    browser,
    url,
    tab: (options = {}, own = url) => openTab(browser, own, options),
    async stop() {
      await browser.close();
      await gatehouse.stop();
    },
  };
}

async function openTab(browser: Browser, url: string, options: BrowserContextOptions): Promise<Tab> {
  const context = await browser.newContext({ locale: 'en', ...options });
  context.setDefaultTimeout(patienceMs);
  const page = await context.newPage();
  const complaints: Complaints = { console: [], scripts: [], otherHosts: [] };
  page.on('console', (message) => {
    // Chromium reports the status of a form with problems, which is no complaint.
    const isStatus = /^Failed to load resource: the server responded with a status of 4\d\d/.test(message.text());
    if (message.type() === 'error' && !isStatus) complaints.console.push(message.text());
  });
  page.on('pageerror', (error) => complaints.scripts.push(String(error)));
  page.on('request', (request) => {
    const address = request.url();
    if (!address.startsWith(`${url}/`) && !address.startsWith('data:')) complaints.otherHosts.push(address);
  });
  return {
    page,
    context,
    complaints,
    open: async (path) => void (await page.goto(url + path)),
    close: () => context.close(),
  };
}

/** Returns each violation of WCAG 2.2 AA that axe finds, with the elements. An empty list is right. */
export async function axe(page: Page): Promise<string[]> {
  // Playwright's `evaluate` is not subject to the policy of the page.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axeScript());
  return (await page.evaluate(
    `axe.run({ runOnly: ${JSON.stringify(axeTags)}, resultTypes: ['violations'] }).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ': ' + target.join(' '))))`,
  )) as string[];
}

/** A folder for pictures of each state that `inspect` looks at. test/support/contact-sheet.ts shows them together. */
const screenshots = process.env.PAGE_SCREENSHOTS;

/**
 * Looks at the page in narrow and wide windows, in the light and the dark scheme. 320 px are also the width of a window
 * of 1280 px with a zoom of 400 %. Returns the problems. axe looks at the colors of each scheme and at the narrowest and the
 * widest layout, which takes it half of the time that all pairs take.
 */
export async function inspect(
  { page }: Tab,
  name: string,
  { widths = [320, 768, 1280], schemes = ['light', 'dark'] as readonly ('light' | 'dark')[] } = {},
): Promise<string[]> {
  const problems: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const overflow = await overflowOf(page);
      const isNew = width === widths[0] || (width === widths.at(-1) && colorScheme === schemes[0]);
      const found = [...(isNew ? await axe(page) : []), ...(overflow > 0 ? [`${overflow} px too wide`] : [])];
      problems.push(...found.map((problem) => `${name}, ${width} px, ${colorScheme}: ${problem}`));
      if (screenshots) {
        mkdirSync(screenshots, { recursive: true });
        await page.screenshot({
          path: path.join(screenshots, `${name.replaceAll(/\W+/g, '-')}.${width}.${colorScheme}.png`),
          fullPage: true,
        });
      }
    }
  }
  return problems;
}

/** Presses the tabulator until an element has the focus that fits the selector, as a person without a mouse does. */
export async function tabTo(page: Page, selector: string): Promise<void> {
  for (let pressed = 0; pressed < 60; pressed += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
  }
  throw new Error(`the tabulator does not reach ${selector}`);
}

/** By how many pixels the page is wider than the window. A person would have to scroll sideways. */
export const overflowOf = async (page: Page): Promise<number> =>
  Number(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'));

/** Signs in a tab with the cookie of a session, without the page for it. */
export async function signInTab({ context }: Tab, { url }: Pick<PageBrowser, 'url'>, cookie: string): Promise<void> {
  await context.addCookies([{ name: 'gatehouse_session', value: cookie, url, httpOnly: true, sameSite: 'Lax' }]);
}
