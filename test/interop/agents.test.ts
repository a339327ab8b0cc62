import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { restApi } from '../support/apis';
import { AppBrowser } from '../support/app-browser';
import { readExample, readPage } from '../support/doc-pages';
import { type DocumentHost, startDocumentHost } from '../support/document-host';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { describeWith } from '../support/needs';
import { createApp } from '../support/oauth';
import { claimsIn } from '../support/openid';
import { PageClient } from '../support/page-client';
import { createPageFolder, type PageFolder } from '../support/page-folder';
import { freePort, shortLived } from '../support/process';

/**
 * Unchanged libraries for agents use the server of the documentation for a person: both the current one and the one that most agents
 * still have find Gatehouse, ask the person, and renew their tokens by themselves.
 */
const page = readPage('docs/integrate/let-agents-use-your-api.md');
const pageFile = (name: string): string => {
  const block = page.find(({ file }) => file === name);
  if (!block) throw new Error(`the page has no ${name}`);
  return block.text;
};

interface Kept {
  tokens: { access_token: string; refresh_token?: string; scope: string };
}

describeWith('docs/examples', 'openssl')('agents', () => {
  let gatehouse: Gatehouse;
  let folder: PageFolder;
  /** The origin of the server of the page. */
  let api: string;
  let resource: string;
  let server: ChildProcess;
  /** Of the agents that nobody registered. */
  let host: DocumentHost;

  beforeAll(async () => {
    folder = createPageFolder();
    const port = await freePort();
    const publicUrl = `http://localhost:${port}`;
    const apiPort = await freePort();
    api = `http://localhost:${apiPort}`;
    resource = `${api}/mcp`;
    const here = (text: string) =>
      text.replaceAll('http://localhost:4000', publicUrl).replaceAll('http://localhost:3000', api);
    folder.write('resources.json', here(pageFile('resources.json')));
    folder.write('notes.mjs', here(pageFile('notes.mjs')).replace('port: 3000', `port: ${apiPort}`));
    for (const [file, text] of readExample('agents')) folder.write(file, text);
    host = await startDocumentHost();
    gatehouse = await startGatehouse({
      PORT: String(port),
      PUBLIC_URL: publicUrl,
      RESOURCES: path.join(folder.path, 'resources.json'),
      CLIENT_METADATA: host.host,
    });
    server = start('notes.mjs', [], {});
    while (!(await fetch(api).catch(() => null))) {
      if (server.exitCode !== null) throw new Error('the server of the page ended');
      await delay(10);
    }
  });
  afterEach(() => host.comeBack());
  afterAll(async () => {
    await ended(server);
    await host.stop();
    folder.remove();
    await gatehouse.stop();
  });

  const start = (file: string, args: readonly string[], env: Record<string, string>) =>
    spawn(process.execPath, [...shortLived, path.join(folder.path, file), ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    });

  async function ended(program: ChildProcess): Promise<void> {
    if (program.exitCode !== null || program.signalCode !== null) return;
    program.kill();
    await once(program, 'exit');
  }

  /** Hosts by their names, and of the address that the person opens what is asked for. */
  function shown(line: string): string {
    const [, opened] = /^Open (.*)$/.exec(line) ?? [];
    if (opened === undefined) return line.replace(api, 'api').replace(gatehouse.config.publicUrl, 'gatehouse');
    const { searchParams } = new URL(opened);
    const asked = ['scope', 'resource', 'code_challenge_method'].map((name) => searchParams.get(name));
    return `Open ${asked.join(', ').replace(api, 'api')}`;
  }

  /** Runs an agent with the person's browser. Returns what it prints, and what Gatehouse asked the person each time. */
  async function run(
    file: string,
    { tools, clientId, keepIn, browser }: { tools: string[]; clientId: string; keepIn: string; browser: AppBrowser },
  ) {
    const agent = start(file, tools, {
      CLIENT_ID: clientId,
      ISSUER: gatehouse.config.publicUrl,
      RESOURCE: resource,
      KEEP_IN: keepIn,
    });
    const [errors, printed, asked]: [string[], string[], { signIns: number; consents: number }[]] = [[], [], []];
    const exit = once(agent, 'exit');
    agent.stderr.on('data', (text) => errors.push(String(text)));
    try {
      for await (const line of createInterface({ input: agent.stdout })) {
        printed.push(shown(line));
        if (!line.startsWith('Open ')) continue;
        const { url, signIns, consents } = await browser.open(line.replace('Open ', ''));
        if (!new URL(url).searchParams.has('code')) throw new Error(`no code at ${url}`);
        asked.push({ signIns, consents });
      }
      await exit;
    } catch (error) {
      errors.push(String(error));
    } finally {
      await ended(agent);
    }
    // An agent that was stopped here has no exit code.
    if (agent.exitCode !== 0) throw new Error([file, ...printed, ...errors].join('\n'));
    return { printed, asked };
  }

  /** Returns the client id of an agent that an operator registered. */
  async function register(): Promise<string> {
    const { id } = await createApp(gatehouse, {
      name: 'Agent',
      kind: 'public',
      redirectUris: ['http://127.0.0.1/callback'],
      scopes: ['notes:read', 'notes:write', 'offline_access'],
    });
    return id;
  }

  /** An agent, and a person with a browser. */
  async function newcomers(name: string, clientId: string) {
    const keepIn = path.join(folder.path, `${name}.json`);
    writeFileSync(keepIn, '{}');
    const person = await new PageClient(gatehouse).register();
    const [row] = await gatehouse.sql(`SELECT id FROM users WHERE email = '${person.email}'`);
    const kept = (): Kept => JSON.parse(readFileSync(keepIn, 'utf8'));
    return { clientId, keepIn, kept, browser: new AppBrowser(gatehouse, person), person, userId: String(row?.id) };
  }

  const libraries = [
    { file: 'agent.mjs', offline: ' offline_access' },
    // It asks for no refresh token.
    { file: 'agent-of-2025.mjs', offline: '' },
  ];

  /** What an agent sends and prints that uses `read`, and then `write`, for which the person is asked again. */
  const signInAndMore = (userId: string, offline: string): string[] => [
    'POST api/mcp 401',
    'GET api/.well-known/oauth-protected-resource/mcp 200',
    'GET gatehouse/.well-known/oauth-authorization-server 200',
    `Open notes:read${offline}, api/mcp, S256`,
    'POST gatehouse/oauth/token 200',
    'POST api/mcp 200',
    'POST api/mcp 202',
    'GET api/mcp 405',
    'POST api/mcp 200',
    `Notes of ${userId}`,
    'POST api/mcp 403',
    `Open notes:read${offline} notes:write, api/mcp, S256`,
    'POST gatehouse/oauth/token 200',
    'POST api/mcp 200',
    `New note of ${userId}`,
  ];

  const clientsOf = (document: string) =>
    gatehouse.sql(`SELECT id, name, kind FROM oauth_clients WHERE metadata_url = '${document}'`);

  describe.each(libraries)('$file', ({ file, offline }) => {
    test('finds Gatehouse, asks the person, and asks again for a tool that needs more', async () => {
      const { userId, kept, ...agent } = await newcomers(file, await register());
      const { printed, asked } = await run(file, { tools: ['read', 'write'], ...agent });
      expect(printed).toEqual(signInAndMore(userId, offline));
      expect(asked).toEqual([
        { signIns: 1, consents: 1 },
        { signIns: 0, consents: 1 },
      ]);
      const { aud, scope, sub, client_id } = claimsIn(kept().tokens.access_token);
      expect([aud, String(scope).split(' ').sort().join(' '), sub, client_id]).toEqual([
        resource,
        // `offline_access` means nothing to the API (RFC 9068, section 2.2.3).
        'notes:read notes:write',
        userId,
        agent.clientId,
      ]);
    });

    test('does the same if nobody registered it', async () => {
      host.trusted();
      const document = host.publish(`/${file}.json`, { redirect_uris: ['http://127.0.0.1/callback'] });
      const { userId, kept, ...agent } = await newcomers(`${file}-document`, document);
      expect(await clientsOf(document)).toEqual([]);
      const { printed, asked } = await run(file, { tools: ['read', 'write'], ...agent });
      expect(printed).toEqual(signInAndMore(userId, offline));
      expect(asked).toEqual([
        { signIns: 1, consents: 1 },
        { signIns: 0, consents: 1 },
      ]);
      const [row, ...others] = await clientsOf(document);
      expect([row?.name, row?.kind, others]).toEqual(['Agent', 'public', []]);
      const { aud, client_id } = claimsIn(kept().tokens.access_token);
      expect([aud, client_id]).toEqual([resource, row?.id]);
      expect(host.requests.filter(({ path: asked }) => asked === `/${file}.json`)).toHaveLength(1);
    });

    test('has a token for this API only, which takes no token for Gatehouse', async () => {
      const { kept, person, ...agent } = await newcomers(`${file}-only`, await register());
      await run(file, { tools: ['read'], ...agent });
      const open = async (url: string, token: string) => {
        const answer = await fetch(url, { headers: { Authorization: `Bearer ${token}` } });
        await answer.text();
        return answer.status;
      };
      const { access_token: ofAgent } = kept().tokens;
      expect(await open(`${gatehouse.url}/auth/me`, ofAgent)).toBe(401);
      expect(await open(`${gatehouse.url}/auth/verify`, ofAgent)).toBe(401);
      expect(await open(`${gatehouse.url}/oauth/userinfo`, ofAgent)).toBe(401);
      expect(await open(resource, ofAgent)).toBe(405);
      const { jwt } = await restApi.login(gatehouse.url, person);
      expect(await open(resource, String(jwt))).toBe(401);
    });
  });

  test.each([
    ['an operator', register],
    ['nobody', async () => host.publish('/renewal.json', { redirect_uris: ['http://127.0.0.1/callback'] })],
  ])(
    'agent.mjs, which %s registered, renews its token without the person, and while its own site is down',
    async (who, clientIdOf) => {
      host.trusted();
      const { userId, kept, ...agent } = await newcomers(`${who}-renewal`, await clientIdOf());
      await run('agent.mjs', { tools: ['read'], ...agent });
      await host.goDown();
      const first = kept();
      // As after its expiry.
      const [header, , signature] = first.tokens.access_token.split('.');
      const old = [header, Buffer.from('{"exp":1}').toString('base64url'), signature].join('.');
      writeFileSync(agent.keepIn, JSON.stringify({ ...first, tokens: { ...first.tokens, access_token: old } }));
      const { printed, asked } = await run('agent.mjs', { tools: ['read'], ...agent });
      expect(asked).toEqual([]);
      expect(printed).toEqual([
        'POST api/mcp 401',
        'POST gatehouse/oauth/token 200',
        'POST api/mcp 200',
        'POST api/mcp 202',
        'GET api/mcp 405',
        'POST api/mcp 200',
        `Notes of ${userId}`,
      ]);
      const { aud, scope } = claimsIn(kept().tokens.access_token);
      expect([aud, scope]).toEqual([resource, claimsIn(first.tokens.access_token).scope]);
      expect(kept().tokens.refresh_token).not.toBe(first.tokens.refresh_token);
    },
  );
});
