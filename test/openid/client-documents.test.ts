import { ClientDocumentError } from '../../src/features/openid/client-document-error';
import { ClientDocuments, type ClientDocumentsNeeds } from '../../src/features/openid/client-documents';
import type { OpenidCounts } from '../../src/features/openid/openid-counts';
import { AppError } from '../../src/platform/errors/app-error';
import { Counts } from '../../src/platform/observability/counts';
import { type Resolve, WebhookAddresses } from '../../src/platform/webhooks/webhook-address';
import { type DocumentHost, sendText, startDocumentHost } from '../support/document-host';
import { contextAt, createLimits } from '../support/limits';
import { describeWith } from '../support/needs';

const everyNetwork = ['0.0.0.0/0', '::/0'];
const context = () => contextAt('203.0.113.7');

/** What a host of the list can have, unless a test says otherwise. */
function createDocuments(needs: Partial<ClientDocumentsNeeds>) {
  const counts: OpenidCounts = new Counts();
  let nowMs = Date.now();
  const documents = new ClientDocuments({
    allowed: 'any',
    addresses: new WebhookAddresses(everyNetwork),
    rateLimits: createLimits({ RATE_LIMITS: 'off' }),
    counts,
    clock: () => new Date(nowMs),
    timeoutMs: 3000,
    ...needs,
  });
  const passes = (seconds: number) => {
    nowMs += seconds * 1000;
  };
  return { documents, counts, passes };
}

/** The rule that is broken, and what came back. */
async function brokenBy(finding: Promise<unknown>) {
  const error = await finding.then(
    (found) => new Error(`found: ${JSON.stringify(found)}`),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ClientDocumentError)) throw error;
  return [error.problem.rule, error.problem.found];
}

describe('before anything is fetched', () => {
  const addresses = {
    addressesOf: () => {
      throw new Error('nothing is resolved');
    },
  };

  test('a host that the list does not have, also with another port', async () => {
    const { documents, counts } = createDocuments({ allowed: ['agent.example', 'b.example:8443'], addresses });
    expect(await brokenBy(documents.find('https://agent.example.org/a', context()))).toEqual([
      'host',
      'agent.example.org',
    ]);
    expect(await brokenBy(documents.find('https://agent.example:8443/a', context()))).toEqual([
      'host',
      'agent.example:8443',
    ]);
    expect(await brokenBy(documents.find('https://b.example/a', context()))).toEqual(['host', 'b.example']);
    expect(counts.of('rejected')).toBe(3);
  });

  test('a port with any host, and a text that is no such URL', async () => {
    const { documents } = createDocuments({ addresses });
    expect(await brokenBy(documents.find('https://agent.example:8443/a', context()))).toEqual(['port', '8443']);
    expect(await brokenBy(documents.find('https://agent.example/', context()))).toEqual(['url', null]);
  });
});

describe('a host with a forbidden address', () => {
  const resolvingTo =
    (...addresses: string[]): Resolve =>
    async () =>
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

  test.each([
    ['a private address', ['10.0.0.1']],
    ['this machine', ['127.0.0.1']],
    ['the metadata of a cloud', ['169.254.169.254']],
    ['an IPv6 address of this machine', ['::1']],
    ['an IPv4 address in IPv6', ['::ffff:10.0.0.1']],
    ['a public and a private one', ['93.184.216.34', '10.0.0.1']],
    ['none', []],
  ])('%s', async (_, found) => {
    const { documents } = createDocuments({ addresses: new WebhookAddresses([], resolvingTo(...found)) });
    expect(await brokenBy(documents.find('https://agent.example/a', context()))).toEqual(['address', null]);
  });

  test('hosts whose name servers do not answer take one resolution, and leave the other threads', async () => {
    let resolving = 0;
    const addressesOf = () => {
      resolving += 1;
      return new Promise<never>(() => {});
    };
    const { documents } = createDocuments({ addresses: { addressesOf }, timeoutMs: 20 });
    for (let i = 0; i < 8; i += 1) {
      expect(await brokenBy(documents.find(`https://agent.example/${i}`, context()))).toEqual(['time', null]);
    }
    expect(resolving).toBe(1);
  });

  test.each(['https://127.0.0.1/a', 'https://169.254.169.254/latest/meta-data', 'https://[::1]/a'])(
    '%s',
    async (url) => {
      const { documents } = createDocuments({ addresses: new WebhookAddresses([]) });
      expect(await brokenBy(documents.find(url, context()))).toEqual(['address', null]);
    },
  );
});

describeWith('openssl')('a host with TLS', () => {
  let host: DocumentHost;
  beforeAll(async () => {
    host = await startDocumentHost(['agent.example']);
  });
  afterAll(() => host.stop());
  beforeEach(() => {
    host.trusted();
    host.requests.length = 0;
  });

  const create = (needs: Partial<ClientDocumentsNeeds> = {}) => createDocuments({ allowed: [host.host], ...needs });

  test('a document is fetched once, with no cookies, and is then in memory', async () => {
    const { documents, counts, passes } = create();
    const url = host.publish('/once', {}, { 'Set-Cookie': 'a=b' });
    const document = { url, name: 'Agent', redirectUris: ['http://localhost/callback'], readTs: expect.any(Date) };
    expect(await documents.find(url, context())).toEqual(document);
    expect(await documents.find(url, context())).toEqual(document);
    expect(host.requests).toHaveLength(1);
    expect(host.requests[0]?.headers).toEqual({
      accept: 'application/json',
      'user-agent': expect.stringMatching(/^Gatehouse\//),
      host: host.host,
      connection: 'close',
    });
    passes(301);
    expect(await documents.find(url, context())).toEqual(document);
    expect(host.requests).toHaveLength(2);
    expect(['fetched', 'cached', 'rejected'].map((one) => counts.of(one as 'fetched'))).toEqual([2, 1, 0]);
  });

  test.each([
    ['no-store', 299, 301],
    ['max-age=1', 299, 301],
    ['public, max-age=3600', 3599, 3601],
    ['s-maxage=7200, max-age=3600, immutable', 3599, 3601],
    ['max-age=999999999', 86_399, 86_401],
  ])('%s: it is in memory after %i s, and fetched after %i s', async (cacheControl, during, after) => {
    const { documents, passes } = create();
    const url = host.publish('/kept', {}, { 'Cache-Control': cacheControl });
    await documents.find(url, context());
    passes(during);
    await documents.find(url, context());
    expect(host.requests).toHaveLength(1);
    passes(after - during);
    await documents.find(url, context());
    expect(host.requests).toHaveLength(2);
  });

  test('neither a failure nor a wrong document is kept', async () => {
    const { documents } = create();
    const url = host.answer('/fails', (response) => response.writeHead(503).end());
    expect(await brokenBy(documents.find(url, context()))).toEqual(['status', '503']);
    host.publish('/fails', { client_name: '' });
    expect(await brokenBy(documents.find(url, context()))).toEqual(['client_name', '']);
    host.publish('/fails');
    expect(await documents.find(url, context())).toMatchObject({ url });
    expect(host.requests).toHaveLength(3);
  });

  test('a redirect to the metadata of a cloud is not followed', async () => {
    const { documents } = create();
    const url = host.answer('/moved', (response) =>
      response.writeHead(301, { Location: 'http://169.254.169.254/latest/meta-data' }).end(),
    );
    expect(await brokenBy(documents.find(url, context()))).toEqual(['status', '301']);
    // A request that another test has given up can arrive late.
    expect(host.requests.filter(({ path }) => path === '/moved')).toHaveLength(1);
  });

  test('the second answer for a name is not used', async () => {
    const asked: string[] = [];
    const addresses = new WebhookAddresses(everyNetwork, async (name) => {
      asked.push(name);
      // Nobody listens at the second address.
      return [{ address: asked.length === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }];
    });
    const named = `agent.example:${new URL(`https://${host.host}`).port}`;
    const { documents } = create({ allowed: [named], addresses });
    const url = `https://${named}/rebinding`;
    host.publish('/rebinding', { client_id: url });
    expect(await documents.find(url, context())).toMatchObject({ url, name: 'Agent' });
    expect(asked).toEqual(['agent.example']);
    expect(host.requests[0]?.headers.host).toBe(named);
  });

  test('the certificate is checked', async () => {
    const named = `other.example:${new URL(`https://${host.host}`).port}`;
    const addresses = new WebhookAddresses(everyNetwork, async () => [{ address: '127.0.0.1', family: 4 }]);
    const { documents } = create({ allowed: [named], addresses });
    expect(await brokenBy(documents.find(`https://${named}/a`, context()))).toEqual([
      'connection',
      'ERR_TLS_CERT_ALTNAME_INVALID',
    ]);
    jest.restoreAllMocks();
    const { documents: distrusting } = create();
    expect(await brokenBy(distrusting.find(host.publish('/a'), context()))).toEqual([
      'connection',
      'DEPTH_ZERO_SELF_SIGNED_CERT',
    ]);
    expect(host.requests).toEqual([]);
  });

  test('a host that nobody serves', async () => {
    const { documents } = createDocuments({ allowed: ['127.0.0.1:1'] });
    expect(await brokenBy(documents.find('https://127.0.0.1:1/a', context()))).toEqual(['connection', 'ECONNREFUSED']);
  });

  test('a slow host, and one that sends the document byte by byte', async () => {
    const { documents } = create({ timeoutMs: 200 });
    const silent = host.answer('/silent', () => {});
    expect(await brokenBy(documents.find(silent, context()))).toEqual(['time', null]);
    const timers: NodeJS.Timeout[] = [];
    const slow = host.answer('/slow', (response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      timers.push(setInterval(() => response.write(' '), 20));
    });
    expect(await brokenBy(documents.find(slow, context()))).toEqual(['time', null]);
    for (const timer of timers) clearInterval(timer);
  });

  test('a name that is not resolved in time', async () => {
    const addresses = { addressesOf: () => new Promise<never>(() => {}) };
    const { documents } = create({ addresses, timeoutMs: 100 });
    expect(await brokenBy(documents.find(host.urlOf('/a'), context()))).toEqual(['time', null]);
  });

  test('an endless document is not read to its end', async () => {
    const { documents } = create();
    let isClosed = false;
    const url = host.answer('/endless', (response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      const write = () => {
        while (!response.destroyed && response.write(' '.repeat(1024)));
      };
      response.on('drain', write).on('close', () => {
        isClosed = true;
      });
      write();
    });
    expect(await brokenBy(documents.find(url, context()))).toEqual(['size', null]);
    const other = host.publish('/after');
    await documents.find(other, context());
    expect(isClosed).toBe(true);
  });

  test.each([
    [16 * 1024, null],
    [16 * 1024 + 1, ['size', null]],
    [17 * 1024, ['size', null]],
  ])('a document of %i bytes', async (bytes, problem) => {
    const { documents } = create();
    const url = host.urlOf('/large');
    const text = JSON.stringify({ client_id: url, client_name: 'Agent', redirect_uris: ['http://localhost/callback'] });
    host.answer('/large', sendText(text.padEnd(bytes)));
    const finding = documents.find(url, context());
    if (problem) expect(await brokenBy(finding)).toEqual(problem);
    else expect(await finding).toMatchObject({ url });
  });

  test('a document that breaks off is no document', async () => {
    const { documents } = create();
    const url = host.answer('/broken', (response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '500' });
      response.write('{}');
      response.socket?.end();
    });
    expect(await brokenBy(documents.find(url, context()))).toEqual(['connection', 'the answer broke off']);
  });

  test.each([
    ['another client_id', { client_id: 'https://agent.example/other' }, ['client_id', 'https://agent.example/other']],
    ['a name that turns round', { client_name: 'Agent \u202eno' }, ['client_name', 'Agent ?no']],
  ])('%s', async (_, members, problem) => {
    const { documents } = create();
    expect(await brokenBy(documents.find(host.publish('/wrong', members), context()))).toEqual(problem);
  });

  test('HTML', async () => {
    const { documents } = create();
    const url = host.answer('/page', sendText('<h1>Just a moment</h1>', 'text/html; charset=UTF-8'));
    expect(await brokenBy(documents.find(url, context()))).toEqual(['type', 'text/html; charset=UTF-8']);
  });

  test('variables for a proxy do not count', async () => {
    process.env.HTTPS_PROXY = 'http://127.0.0.1:1';
    const { documents } = create();
    await expect(documents.find(host.publish('/direct'), context())).resolves.toMatchObject({ name: 'Agent' });
    delete process.env.HTTPS_PROXY;
  });

  test('requests at the same time for one document are one fetch, of any network', async () => {
    const { documents } = create({
      rateLimits: createLimits({ RATE_LIMITS: 'on', RATE_LIMIT_CLIENT_METADATA_NETWORK: '1/900' }),
    });
    const url = host.publish('/shared');
    const found = await Promise.all(
      Array.from({ length: 20 }, (_, i) => documents.find(url, contextAt(`203.0.113.${i}`))),
    );
    expect(new Set(found.map(({ name }) => name))).toEqual(new Set(['Agent']));
    expect(host.requests).toHaveLength(1);
  });

  test('five fetches run at the same time, twenty others wait for a second, and further ones get 503', async () => {
    const { documents } = create({ timeoutMs: 10_000 });
    const held: (() => void)[] = [];
    const urls = Array.from({ length: 30 }, (_, i) => {
      const url = host.urlOf(`/held/${i}`);
      const members = { client_id: url, client_name: 'Agent', redirect_uris: ['http://localhost/callback'] };
      return host.answer(`/held/${i}`, (response) => held.push(() => sendText(JSON.stringify(members))(response)));
    });
    const findings = urls.map((url) =>
      documents.find(url, context()).then(
        () => 'found',
        (error: unknown) => (error instanceof AppError ? error.code : String(error)),
      ),
    );
    expect(await Promise.all(findings.slice(5))).toEqual(Array(25).fill('SERVICE_UNAVAILABLE'));
    expect(host.requests).toHaveLength(5);
    for (const answer of held) answer();
    expect(await Promise.all(findings.slice(0, 5))).toEqual(Array(5).fill('found'));
    // What was only busy is no failure of the host.
    const after = documents.find(urls[29] ?? '', context());
    while (held.length < 6) await new Promise(setImmediate);
    held[5]?.();
    expect(await after).toMatchObject({ url: urls[29] });
  });

  test('10 000 client ids from one network are at most 20 fetches', async () => {
    const { documents, counts } = create({ rateLimits: createLimits({ RATE_LIMITS: 'on' }) });
    const codes = new Map<string, number>();
    for (let i = 0; i < 10_000; i += 1) {
      const code = await documents.find(host.urlOf(`/flood/${i}`), context()).then(
        () => 'found',
        (error: AppError) => error.code,
      );
      codes.set(code, (codes.get(code) ?? 0) + 1);
    }
    expect(Object.fromEntries(codes)).toEqual({ VALIDATION_FAILED: 20, RATE_LIMITED: 9_980 });
    expect(host.requests).toHaveLength(20);
    expect(counts.of('rejected')).toBe(20);
  });

  test('wrong client ids displace no document', async () => {
    const { documents } = create();
    const url = host.publish('/stays');
    await documents.find(url, context());
    for (let i = 0; i < 300; i += 1) await brokenBy(documents.find(host.urlOf(`/none/${i}`), context()));
    host.requests.length = 0;
    await documents.find(url, context());
    expect(host.requests).toEqual([]);
  });

  test('the end of the server ends a fetch', async () => {
    const { documents } = create({ timeoutMs: 60_000 });
    const finding = documents.find(
      host.answer('/held', () => documents.close()),
      context(),
    );
    await expect(finding).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });
});
