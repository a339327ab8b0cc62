import type { Browser, BrowserContext, Page } from 'playwright-core';
import { restApi } from '../support/apis';
import { axeScript, launchChromium, patienceMs } from '../support/chromium';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { describeWith } from '../support/needs';
import { freePort } from '../support/process';
import { until } from '../support/until';

const account = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace', password: 'correct horse battery' };
const frameOrigin = 'https://sandbox.embed.apollographql.com';

/** What Chromium reports for a request that leaves this machine, or null if there is no answer at all. */
type Internet = 'InternetDisconnected' | 'NameNotResolved' | null;

describeWith('Chromium')('pages in a browser without the internet', () => {
  let browser: Browser;
  let gatehouse: Gatehouse;
  let context: BrowserContext;
  let page: Page;
  /** Origins that the page asked for, other than Gatehouse. */
  let asked: string[];

  beforeAll(async () => {
    browser = await launchChromium();
    const port = String(await freePort());
    gatehouse = await startGatehouse({ PORT: port, PUBLIC_URL: `http://localhost:${port}` });
    await restApi.register(gatehouse.url, account);
  });
  afterAll(async () => {
    await browser.close();
    await gatehouse.stop();
  });

  const open = async (options: Parameters<Browser['newContext']>[0] = {}) => {
    context = await browser.newContext(options);
    context.setDefaultTimeout(patienceMs);
    page = await context.newPage();
    page.setDefaultTimeout(patienceMs);
    asked = [];
    await page.addInitScript(
      "window.violations = []; addEventListener('securitypolicyviolation', (e) => violations.push(e.effectiveDirective + ' ' + e.blockedURI + ' ' + e.sample))",
    );
  };
  afterEach(() => context.close());

  /** The requests of the page to other hosts fail like this. Returns a function with the other end of the frame. */
  const unplug = async (internet: Internet) => {
    const devtools = await context.newCDPSession(page);
    devtools.on('Fetch.requestPaused', ({ requestId, request }) => {
      asked.push(new URL(request.url).origin);
      if (internet) void devtools.send('Fetch.failRequest', { requestId, errorReason: internet }).catch(() => {});
    });
    await devtools.send('Fetch.enable', { patterns: [{ urlPattern: 'https://*' }] });
  };
  /** The time on the page stands still until `page.clock.runFor`. */
  const stopTheClock = async () => {
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(1000);
  };
  const violations = () => page.evaluate('violations');
  const accessibilityProblems = async (): Promise<unknown> => {
    await page.evaluate(axeScript());
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
    const { violations: found } = (await page.evaluate(`axe.run({ runOnly: ${JSON.stringify(tags)} })`)) as {
      violations: { id: string; nodes: { html: string }[] }[];
    };
    return found.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }));
  };

  describe.each(['light', 'dark'] as const)('with %s colors', (colorScheme) => {
    test.each([360, 1280])('/ has no accessibility problem and no overflow at %i px', async (width) => {
      await open({ colorScheme, viewport: { width, height: 800 } });
      await page.goto(gatehouse.url);
      expect(await page.title()).toBe('Account service – Gatehouse');
      expect(await accessibilityProblems()).toEqual([]);
      expect(await violations()).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      const background = await page.evaluate('getComputedStyle(document.body).backgroundColor');
      expect(background).toBe(colorScheme === 'light' ? 'rgb(246, 246, 244)' : 'rgb(20, 22, 23)');
    });

    test('the advice of /graphql has no accessibility problem', async () => {
      await open({ colorScheme, viewport: { width: 360, height: 800 } });
      await unplug('InternetDisconnected');
      await page.goto(`${gatehouse.url}/graphql`);
      await page.getByRole('link', { name: 'Open GraphiQL' }).waitFor();
      expect(await accessibilityProblems()).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
    });
  });

  test.each(['InternetDisconnected', 'NameNotResolved'] as const)(
    '/graphql offers GraphiQL without a wait if the browser reports %s',
    async (internet) => {
      await open();
      await stopTheClock();
      await unplug(internet);
      await page.goto(`${gatehouse.url}/graphql`);
      await page.getByRole('alert').getByText('Apollo Sandbox cannot be reached.').waitFor();
      expect(asked).toEqual(['https://embeddable-sandbox.cdn.apollographql.com']);
      expect(await violations()).toEqual([]);
    },
  );

  test('/graphql offers GraphiQL within three seconds if there is no answer, and shows Sandbox if it comes later', async () => {
    await open();
    await stopTheClock();
    await unplug(null);
    await page.goto(`${gatehouse.url}/graphql`, { waitUntil: 'commit' });
    await page.getByText('Apollo Sandbox is loading').waitFor();
    await page.clock.runFor(1500);
    expect(await page.getByRole('alert').textContent()).toBe('');
    await page.clock.runFor(1499);
    await page.getByRole('alert').getByText('Apollo Sandbox cannot be reached.').waitFor();
    await page.getByRole('link', { name: 'Open GraphiQL' }).waitFor();

    const say = (origin: string) =>
      page.evaluate(`void dispatchEvent(new MessageEvent('message', { origin: '${origin}', data: {} }))`);
    await say('https://evil.example');
    expect(await page.getByRole('link', { name: 'Open GraphiQL' }).isVisible()).toBe(true);
    await say(frameOrigin);
    await page.getByRole('link', { name: 'Open GraphiQL' }).waitFor({ state: 'hidden' });
    expect(await page.locator('#sandbox').isVisible()).toBe(true);
  });

  test('GraphiQL signs in with the prepared operation and asks for the user, and keeps nothing', async () => {
    await open({ viewport: { width: 1280, height: 900 } });
    await unplug('InternetDisconnected');
    await page.goto(`${gatehouse.url}/graphql`);
    await page.getByRole('link', { name: 'Open GraphiQL' }).click();

    await page.getByRole('tab', { name: 'Me' }).waitFor();
    // An icon has a text of its own.
    const names = (await page.getByRole('tab').allTextContents()).map((text) => text.replace('wze icon', ''));
    expect(names).toEqual(['Register', 'Login', 'Me']);
    expect(await run()).toMatchObject({ data: { register: { error: { code: 'EMAIL_TAKEN' } } } });
    await openTab('Me');
    expect(await run()).toMatchObject({ data: { me: null }, errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] });

    await openTab('Login');
    expect(await run()).toMatchObject({
      data: { login: { msg: 'Logged in.', result: { user: { email: account.email } } } },
    });
    await response().getByText('Logged in.').waitFor();
    await page.getByRole('status').getByText('Signed in as Ada.').waitFor();
    // A field that has a default is not missing, and any other one is.
    const editor = page.locator('.graphiql-editor-tool .graphiql-editor:not(.hidden)');
    expect(await editor.textContent()).not.toContain('refreshTokenIn');
    const mistake = page.locator('.squiggly-error');
    await write('{"input": {"email": "ada@example.com"}}');
    await mistake.waitFor();
    await write('{"input": {"email": "ada@example.com", "password": "correct horse battery"}}');
    await mistake.waitFor({ state: 'detached' });

    await openTab('Me');
    expect(await run()).toMatchObject({ data: { me: { email: account.email, firstName: 'Ada' } } });
    await response().getByText('"Lovelace"').waitFor();

    // Who is quick after opening a tab runs its operation with the name of the one before, here also a word of the comment.
    const quick = { query: '# After Login.\nquery Me { me { firstName } }', operationName: 'Login' };
    expect(await page.evaluate(`fetcher(${JSON.stringify(quick)})`)).toEqual({ data: { me: { firstName: 'Ada' } } });

    // A header of the person replaces the token, and an empty one says what to write.
    await page.getByRole('button', { name: 'Headers' }).click();
    await write('{"Authorization": "Bearer "}');
    const [{ message }] = (await run()).errors;
    expect(message).toBe('The header Authorization has no access token. Write the jwt of a login after Bearer.');
    await write('');

    await restApi.logout(gatehouse.url, { sessions: 'all' }, (await restApi.login(gatehouse.url, account)).jwt);
    expect((await run()).errors).toMatchObject([{ message: 'The access token has been revoked.' }]);
    await page.getByRole('status').getByText('The session has ended.').waitFor();

    expect(await violations()).toEqual([]);
    expect(asked).toEqual(['https://embeddable-sandbox.cdn.apollographql.com']);
    expect(new URL(page.url()).search).toBe('');
    expect(await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])')).toBe('[{},{}]');
  });

  const response = () => page.locator('.graphiql-response');

  /** Replaces the variables or the headers, whichever are open. */
  async function write(text: string): Promise<void> {
    await page.locator('.graphiql-editor-tool .graphiql-editor:not(.hidden)').click();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.press('Delete');
    await page.keyboard.insertText(text);
  }

  async function openTab(name: string): Promise<void> {
    const tab = page.getByRole('tab', { name });
    // A tab moves under a pointer that comes from nowhere, so that the first click misses it.
    await until(async () => {
      await tab.click();
      return (await tab.getAttribute('aria-selected')) === 'true';
    });
    await page.locator('.graphiql-query-editor').getByText(name, { exact: true }).waitFor();
  }

  /** Runs the operation of the open tab, and returns the answer of Gatehouse. */
  async function run() {
    const [answer] = await Promise.all([
      page.waitForResponse((one) => one.url().endsWith('/graphql') && !one.request().postData()?.includes('__schema')),
      page.getByRole('button', { name: /^Execute query/ }).click(),
    ]);
    return answer.json();
  }
});
