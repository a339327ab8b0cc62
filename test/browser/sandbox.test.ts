import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildClientSchema, getIntrospectionQuery } from 'graphql';
import type { Browser, Frame, Page } from 'playwright-core';
import { postJson, restApi } from '../support/apis';
import { launchChromium, patienceMs } from '../support/chromium';
import { writeDataDir } from '../support/database';
import { asDocumented } from '../support/doc-answers';
import { readPage, stepsOf } from '../support/doc-pages';
import { describeWith } from '../support/needs';
import { type GatehouseProcess, spawnGatehouse } from '../support/process';

const scriptHost = 'https://embeddable-sandbox.cdn.apollographql.com';
const frameHost = 'https://sandbox.embed.apollographql.com';
const studio = 'https://studio.apollographql.com';
const elsewhere = 'https://evil.example';
const graphqlSteps = stepsOf(readPage('docs/start/quick-start.md')).filter(({ block }) => block.language === 'graphql');
const ada = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace', password: 'correct horse battery' };

describeWith('Chromium')('Apollo Sandbox in a browser', () => {
  let folder: string;
  let servers: GatehouseProcess[];
  let development: string;
  let production: string;
  let browser: Browser;
  let page: Page;
  let reached: string[];
  let complaints: string[];

  beforeAll(async () => {
    browser = await launchChromium();
    folder = await mkdtemp(path.join(tmpdir(), 'gatehouse-'));
    const start = async (NODE_ENV: string) => {
      const DATA_DIR = path.join(folder, NODE_ENV);
      await writeDataDir(DATA_DIR);
      return spawnGatehouse({ NODE_ENV, DATA_DIR });
    };
    servers = [await start('development'), await start('production')];
    await Promise.all(servers.map((server) => server.ready()));
    [development = '', production = ''] = servers.map(({ url }) => `${url}/graphql`);
  });
  afterAll(async () => {
    await browser.close();
    await Promise.all(servers.map((server) => server.signal('SIGTERM')));
    await rm(folder, { recursive: true });
  });

  beforeEach(async () => {
    const context = await browser.newContext();
    context.setDefaultTimeout(patienceMs);
    // Chromium asks the user before a public site may call this machine. Without permission, no preflight is sent.
    await context.grantPermissions(['local-network-access']);
    page = await context.newPage();
    page.setDefaultTimeout(5_000);
    complaints = [];
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.addInitScript({ content: observer });
    reached = await standInForTheInternet(page);
  });
  afterEach(() => page.context().close());

  it("answers a browser with a page that loads Sandbox's script and frame without a complaint", async () => {
    const response = await page.goto(development);
    expect(response?.headers()['content-type']).toBe('text/html; charset=utf-8');
    expect(await page.evaluate('violations')).toEqual([]);

    await sandboxFrame(page);
    expect(reached).toContainEqual(expect.stringContaining(`${scriptHost}/v2/`));
    expect(reached).toContainEqual(expect.stringContaining(`${frameHost}/sandbox/explorer`));
    expect(await page.evaluate('violations')).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('opens Sandbox on this endpoint with the login of the quick start', async () => {
    await page.goto(development);
    const login = graphqlSteps.find(({ block }) => /^mutation Login/.test(block.text));
    expect(await page.evaluate('received')).toMatchObject({
      initialEndpoint: development,
      endpointIsEditable: false,
      runTelemetry: false,
      initialState: {
        document: expect.stringContaining(String(login?.block.text)),
        variables: JSON.parse(login?.variables?.text ?? ''),
      },
    });
  });

  it('opens Sandbox with operations that can be run in their order', async () => {
    await page.goto(development);
    const { document, variables } = (await page.evaluate('received.initialState')) as SandboxState;
    expect([...document.matchAll(/^(?:mutation|query) (\w+)/gm)].map(([, name]) => name)).toEqual([
      'Register',
      'Login',
      'Me',
    ]);
    // Each time with all that is in the editor.
    const run = (operationName: string, jwt = '') =>
      page.evaluate(
        async ([endpoint, Authorization, body]) => {
          const headers = { 'Content-Type': 'application/json', Authorization };
          const { handleRequest } = (globalThis as unknown as { received: { handleRequest: typeof fetch } }).received;
          return (await handleRequest(endpoint, { method: 'POST', headers, body })).json();
        },
        [development, jwt && `Bearer ${jwt}`, JSON.stringify({ query: document, variables, operationName })] as const,
      );
    const { register } = (await run('Register')).data;
    // A test before this one can have registered the same address.
    expect([null, 'EMAIL_TAKEN']).toContain(register.error?.code ?? null);
    const { data } = await run('Login');
    expect(await run('Me', data.login.result.jwt)).toMatchObject({ data: { me: { email: ada.email } } });
    expect(complaints).toEqual([]);
  });

  it.each([
    ['script', 'script-src-elem', `add('script', '${elsewhere}/')`],
    ['frame', 'frame-src', `add('iframe', '${elsewhere}/')`],
    ['fetch', 'connect-src', `fetch('${elsewhere}/').catch(() => {})`],
  ])("rejects a %s of another host by the header's policy, not only by the page's", async (_, directive, load) => {
    const response = await page.goto(development);
    const policy = JSON.stringify(response?.headers()['content-security-policy']);
    expect(await page.evaluate(`rejectionsOf(${policy}, () => ${load})`)).toEqual([directive]);
    expect(reached).not.toContainEqual(expect.stringContaining(elsewhere));
  });

  it('runs the introspection and the requests of the quick start from the page, where Sandbox sends them from', async () => {
    await page.goto(development);
    const { data } = await post(page, development, { query: getIntrospectionQuery() });
    expect(buildClientSchema(data).getMutationType()?.getFields()).toHaveProperty('login');

    await restApi.register(new URL(development).origin, ada);
    let Authorization = '';
    for (const { block, variables, answer } of graphqlSteps) {
      const body = { query: block.text, variables: JSON.parse(variables?.text ?? '{}') };
      const real = await post(page, development, body, { Authorization });
      const documented = JSON.parse(answer?.text ?? 'null');
      expect(asDocumented(real, documented, new Map())).toEqual(documented);
      if (real.data.login) Authorization = `Bearer ${real.data.login.result.jwt}`;
    }
    expect(complaints).toEqual([]);
  });

  it("lets Sandbox's frame call /graphql by CORS, with its preflight, and nothing else", async () => {
    await page.goto(development);
    const frame = await sandboxFrame(page);
    const answer = await post(frame, development, { query: getIntrospectionQuery() });
    expect(answer).toHaveProperty('data.__schema');
    expect(complaints).toEqual([]);
    await expectRejectionByCors(page, () => post(frame, new URL('/auth/login', development).href, {}));
  });

  it('lets Sandbox as a site of its own call it, too', async () => {
    await page.goto(studio);
    expect(await post(page, development, { query: '{ __typename }' })).toHaveProperty('data');
  });

  it('rejects any other origin by CORS', async () => {
    await page.goto(elsewhere);
    await expectRejectionByCors(page, () => post(page, development, { query: '{ __typename }' }));
  });

  it('has no page and no introspection in production', async () => {
    const response = await page.goto(production);
    expect(response?.status()).toBe(400);
    expect(response?.headers()).toMatchObject({ 'content-type': 'application/json; charset=utf-8' });

    const introspection = await postJson(production, { query: '{ __schema { queryType { name } } }' });
    const { data, errors } = JSON.parse(await introspection.text());
    expect(data).toBeUndefined();
    expect(errors[0].message).toContain('Introspection is not allowed');
  });

  it.each([frameHost, studio, elsewhere])('rejects %s by CORS in production', async (origin) => {
    await page.goto(origin);
    await expectRejectionByCors(page, () => post(page, production, { query: '{ __typename }' }));
  });
});

interface SandboxState {
  document: string;
  variables: object;
}

/** Runs in every page and records what the page's policies rejected. */
const observer = `
  window.violations = [];
  addEventListener('securitypolicyviolation', (e) => violations.push(e.effectiveDirective + ' ' + e.blockedURI));
  window.add = (tag, src) => document.body.append(Object.assign(document.createElement(tag), { src }));
  /* Resolves to the directive by which this policy rejects what load() starts, or to null after a minute. */
  window.rejectionsOf = (policy, load) => new Promise((resolve) => {
    addEventListener('securitypolicyviolation', (e) => e.originalPolicy === policy && resolve([e.effectiveDirective]));
    setTimeout(resolve, 60_000, []);
    load();
  });`;

/** Replaces the script of Sandbox. Stores the options, and opens the frame as the real script does. */
const sandboxScript = `
  window.EmbeddedSandbox = class {
    constructor(options) {
      window.received = options;
      const src = '${frameHost}/sandbox/explorer?endpoint=' + options.initialEndpoint;
      document.querySelector(options.target).append(Object.assign(document.createElement('iframe'), { src }));
    }
  };`;

/** Reports itself to the page around it, as Sandbox does when it has started. */
const sandboxDocument = `<h1>A stand-in</h1><script>parent.postMessage({ name: 'ExplorerListeningForHandshake' }, '*')</script>`;

/**
 * Answers every https request of a page and records its URL. Only requests that a policy allows arrive here. Does not
 * use page.route(), because Playwright would then answer all preflights, and CORS would not be tested.
 */
async function standInForTheInternet(page: Page): Promise<string[]> {
  const reached: string[] = [];
  const devtools = await page.context().newCDPSession(page);
  devtools.on('Fetch.requestPaused', async ({ requestId, request, resourceType }) => {
    reached.push(request.url);
    const body = { Document: sandboxDocument, Script: sandboxScript }[resourceType as string] ?? '';
    const responseHeaders = [{ name: 'Access-Control-Allow-Origin', value: '*' }];
    await devtools
      .send('Fetch.fulfillRequest', { requestId, responseCode: 200, responseHeaders, body: btoa(body) })
      .catch(() => {}); // The page was closed.
  });
  await devtools.send('Fetch.enable', { patterns: [{ urlPattern: 'https://*' }] });
  return reached;
}

async function sandboxFrame(page: Page): Promise<Frame> {
  await page.frameLocator('iframe').getByText('A stand-in').waitFor();
  const frame = page.frames().find((one) => one.url().startsWith(frameHost));
  if (!frame) throw new Error(`no frame of ${frameHost}`);
  return frame;
}

/** Sends JSON from a script inside a page or frame. */
function post(from: Page | Frame, url: string, body: object, headers: Record<string, string> = {}) {
  return from.evaluate(
    async ([url, body, headers]) => {
      const response = await fetch(url, { method: 'POST', headers, body });
      return JSON.parse(await response.text());
    },
    [url, JSON.stringify(body), { 'Content-Type': 'application/json', ...headers }] as const,
  );
}

async function expectRejectionByCors(page: Page, request: () => Promise<unknown>): Promise<void> {
  await Promise.all([
    page.waitForEvent('console', (message) => message.text().includes("No 'Access-Control-Allow-Origin' header")),
    expect(request()).rejects.toThrow('Failed to fetch'),
  ]);
}
