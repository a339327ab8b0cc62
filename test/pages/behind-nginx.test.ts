import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { restApi, withHeaders } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { describeWith } from '../support/needs';
import { type Nginx, startNginx } from '../support/nginx';
import { PageClient } from '../support/page-client';
import { freePort } from '../support/process';

const docs = path.join(__dirname, '../../docs/integrate');

/** Returns the documented configuration of forward auth, in which the locations of the page replace `location /`. */
function documentedConfiguration(): string {
  const page = readFileSync(path.join(docs, 'hosted-pages.md'), 'utf8');
  const [, locations] = /^```nginx [^\n]*\n([\s\S]*?)^```$/m.exec(page) ?? [];
  const whole = readFileSync(path.join(docs, 'forward-auth/nginx.conf'), 'utf8');
  const replaced = /^ {4}location \/ \{\n[\s\S]*?^ {4}\}\n/m;
  if (!locations || !replaced.test(whole)) throw new Error('the documents have no such configuration');
  return whole.replace(replaced, () => locations);
}

describeWith('nginx')('an application behind nginx, with the documented configuration', () => {
  let gatehouse: Gatehouse;
  let proxy: Nginx;
  let application: Server;
  let folder: string;
  const seen: IncomingMessage[] = [];

  beforeAll(async () => {
    const [port, applicationPort] = [await freePort(), await freePort()];
    const origin = `http://127.0.0.1:${port}`;
    gatehouse = await startGatehouse({ REDIRECT_URIS: `${origin}/,${origin}/signed-in`, CORS_ORIGINS: origin });
    application = createServer((req, res) => {
      seen.push(req);
      res.end('the data');
    });
    await once(application.listen(applicationPort, '127.0.0.1'), 'listening');
    folder = await mkdtemp(path.join(tmpdir(), 'gatehouse-application-'));
    await writeFile(path.join(folder, 'index.html'), 'the application');
    const addresses = {
      '127.0.0.1:4000': `127.0.0.1:${gatehouse.port}`,
      '127.0.0.1:8080': `127.0.0.1:${applicationPort}`,
      '/srv/application': folder,
    };
    proxy = await startNginx(documentedConfiguration(), addresses, port);
  });
  afterAll(async () => {
    await proxy.stop();
    application.close();
    await gatehouse.stop();
    await rm(folder, { recursive: true });
  });

  const open = async (url: string, headers: Record<string, string> = {}) => {
    const response = await fetch(url, { headers });
    return [response.status, await response.text()];
  };

  test('a person signs in on the page, comes back, and the application gets the data', async () => {
    const data = `${proxy.url}/api/orders`;
    expect((await open(data))[0]).toBe(401);

    const target = `${proxy.url}/signed-in`;
    const client = new PageClient(gatehouse);
    const { email, password } = await new PageClient(gatehouse).register();
    const page = await client.get(`/login?return_to=${encodeURIComponent(target)}`);
    const login = await client.submit(page, '/login', { email, password });
    expect(login).toMatchObject({ status: 303, location: target });
    expect(await open(target)).toEqual([200, 'the application']);

    const name = '__Host-gatehouse_refresh';
    const script = {
      Origin: proxy.url,
      'Sec-Fetch-Site': 'same-site',
      'Sec-Fetch-Mode': 'cors',
      'Sec-Fetch-Dest': 'empty',
      Cookie: `${name}=${client.cookies.get(name)}`,
    };
    const { jwt } = await withHeaders(script, () => restApi.refresh(gatehouse.url, {}));
    const { user } = await restApi.me(gatehouse.url, jwt);
    expect(user?.email).toBe(email);
    expect(seen).toEqual([]);
    const bearer = { Authorization: `Bearer ${jwt}`, 'X-Auth-User-Id': 'forged' };
    expect(await open(data, bearer)).toEqual([200, 'the data']);
    expect(seen.map(({ url, headers }) => [url, headers['x-auth-user-id']])).toEqual([['/api/orders', user?.id]]);
  });

  test('the cookie of the pages opens no data', async () => {
    const client = new PageClient(gatehouse);
    await client.register();
    const before = seen.length;
    const Cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    for (const path of ['/api/orders', '/api/', '/%61pi/orders'])
      expect([path, (await open(proxy.url + path, { Cookie }))[0]]).toEqual([path, 401]);
    expect(seen).toHaveLength(before);
  });
});
