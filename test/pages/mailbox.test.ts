import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { userMails } from '../../src/accounts/users/users.mails';
import { userPurposes } from '../../src/accounts/users/users.purposes';
import { createBase } from '../../src/compose/base';
import { Mailbox } from '../../src/platform/email/mailbox';
import { Outbox } from '../../src/platform/messages/outbox';
import { createLog } from '../../src/platform/observability/log';
import { systemClock } from '../../src/platform/runtime/clock';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { PageClient } from '../support/page-client';
import { freePort } from '../support/process';
import { startProxy } from '../support/proxy';
import { startSmtp } from '../support/smtp';

let gatehouse: Gatehouse;
afterEach(() => gatehouse.stop());

const start = async (env: Record<string, string> = {}) => {
  gatehouse = await startGatehouse({ PUBLIC_URL: 'http://localhost:4000', ...env });
};

/** Writes a mail with a link and a code, and waits until it is in the mailbox. */
async function mailTo(to: string) {
  const core = createBase(gatehouse.config, gatehouse.stores, createLog('silent'));
  await core.derivationKey.load();
  const { oneTimeTokens } = core;
  const token = await gatehouse.stores.transaction(null, async (tx) => {
    const issued = await oneTimeTokens.issue(tx, { purpose: userPurposes.reset_password, userId: null, address: to });
    await new Outbox(systemClock, null).write(tx, {
      template: userMails.reset_password,
      userId: null,
      to,
      locale: 'en',
      token: issued,
    });
    return issued;
  });
  await gatehouse.mails();
  return { text: oneTimeTokens.tokenOf(token), code: oneTimeTokens.codeOf(token)?.code };
}

const get = (path: string, headers: Record<string, string> = {}) => fetch(`${gatehouse.url}${path}`, { headers });

/** Follows no redirect. `fetch` would not send another `Host`. */
async function answerTo(url: string, host: string, target = new URL(url).pathname) {
  const asked = request(url, { path: target, headers: { host, connection: 'close' } }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, location: answer.headers.location, body: await textOf(answer) };
}

test('/dev/mailbox.json has the mails, the newest first', async () => {
  await start();
  expect(await (await get('/dev/mailbox.json')).json()).toEqual([]);
  await mailTo('grace@example.com');
  const { text, code } = await mailTo('ada@example.com');
  const response = await get('/dev/mailbox.json');
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('no-store');
  const link = `http://localhost:4000/reset/${text}`;
  expect(await response.json()).toEqual([
    {
      id: 2,
      to: 'ada@example.com',
      subject: expect.stringMatching(/\S/),
      text: expect.stringContaining(link),
      html: expect.stringContaining(link),
      links: [link],
      code,
      createdTs: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    },
    expect.objectContaining({ id: 1, to: 'grace@example.com' }),
  ]);
});

test('the log has the URL of the mail, without its link and its address', async () => {
  await start();
  const { text, code } = await mailTo('ada@example.com');
  expect(gatehouse.logged()).toContain('mail to a…@example.com: http://localhost:4000/dev/mailbox/1');
  expect(gatehouse.logged()).not.toContain(text);
  expect(gatehouse.logged()).not.toContain(code ?? '');
  expect(gatehouse.logged()).not.toContain('ada@example.com');
});

test('the pages show the mails', async () => {
  await start();
  expect(await (await get('/dev/mailbox')).text()).toContain('No mail was written yet.');
  const { text, code } = await mailTo('ada@example.com');
  const list = await (await get('/dev/mailbox')).text();
  expect(list).toContain('ada@example.com');
  expect(list).toContain('<a href="/dev/mailbox/1">');
  expect(list).not.toContain(text);
  expect(list).toMatch(/<time datetime="[^"]+Z">\w+ \d+, \d{4}, \d+:\d\d \S+ UTC<\/time>/);
  const mail = await get('/dev/mailbox/1');
  const policy = mail.headers.get('content-security-policy') ?? '';
  // As on every page, and the frame with the HTML of the mail.
  expect(policy.split(';')).toEqual(
    expect.arrayContaining(["default-src 'none'", "frame-ancestors 'none'", "frame-src 'self'", "style-src 'self'"]),
  );
  const page = await mail.text();
  expect(page).toContain(`<a href="http://localhost:4000/reset/${text}">`);
  expect(page).toContain(code);
  expect(page).toMatch(/<iframe [^>]*sandbox[^>]*>/);
  const html = await get('/dev/mailbox/1/html');
  expect(html.headers.get('content-security-policy')).toMatch(
    /^sandbox; default-src 'none'; .*frame-ancestors 'self'$/,
  );
  expect(html.headers.get('x-frame-options')).toBe('sameorigin');
});

test.each(['/dev/mailbox/2', '/dev/mailbox/0', '/dev/mailbox/x', '/dev/mailbox/1e0', '/dev/mailbox/2/html'])(
  '%s does not exist',
  async (path) => {
    await start();
    await mailTo('ada@example.com');
    expect((await get(path)).status).toBe(404);
  },
);

test('texts of a mail cannot become elements of the pages', async () => {
  const evil = '</title><script>alert(1)</script><img src=x onerror=alert(1)>';
  await start();
  const mail = {
    id: 'x',
    to: evil,
    subject: evil,
    text: evil,
    html: evil,
    link: null,
    code: evil,
    createdTs: new Date(),
  };
  await gatehouse.services.mailbox?.send(mail);
  for (const path of ['/dev/mailbox', '/dev/mailbox/1']) {
    const page = await (await get(path)).text();
    expect(page).not.toContain('<script>alert');
    expect(page).not.toContain('<img src=x');
    expect(page).toContain('&lt;script');
  }
});

test('at most 200 mails are kept', async () => {
  const mailbox = new Mailbox(null, createLog('silent'));
  const mail = { id: 'x', to: 'a@example.com', subject: '', text: '', html: '', link: null, code: null };
  for (let i = 0; i < 250; i += 1) await mailbox.send({ ...mail, createdTs: new Date() });
  expect(mailbox.list()).toHaveLength(200);
  expect([mailbox.list().at(0)?.id, mailbox.list().at(-1)?.id]).toEqual([250, 51]);
  expect([mailbox.find(50), mailbox.find(51)?.id]).toEqual([null, 51]);
  await start();
});

/** Leads each connection with a new port to the port of `url`, and says nothing about its client. */
async function forward(url: string) {
  const { port, cut } = await startProxy({ host: '127.0.0.1', port: Number(new URL(url).port) });
  return { url: `http://127.0.0.1:${port}`, cut };
}

describe('the mailbox has a port of its own', () => {
  const onPort = (port: number) => `http://127.0.0.1:${port}/dev/mailbox`;

  test('by default, the one after that of the server', async () => {
    const port = await freePort();
    await start({ PORT: String(port) });
    expect(await gatehouse.openMailbox()).toBe(onPort(port + 1));
    expect((await get('/dev/mailbox')).url).toBe(onPort(port + 1));
  });

  test('or that of MAILBOX_PORT', async () => {
    const port = await freePort();
    await start({ MAILBOX_PORT: String(port) });
    expect((await get('/dev/mailbox')).url).toBe(onPort(port));
    expect(await gatehouse.openMailbox()).toBe(onPort(port));
    expect(gatehouse.logged()).not.toContain('MAILBOX_PORT');
  });

  test('or a free one if another process has it, which the log names', async () => {
    const other = createServer();
    await once(other.listen(0, '127.0.0.1'), 'listening');
    const { port } = other.address() as AddressInfo;
    await start({ MAILBOX_PORT: String(port) });
    const opened = new URL(String(await gatehouse.openMailbox()));
    expect(Number(opened.port)).not.toBe(port);
    expect((await fetch(opened)).status).toBe(200);
    expect(gatehouse.logged()).toMatch(
      new RegExp(`"port":${opened.port},"code":"EADDRINUSE","msg":"MAILBOX_PORT ${port} cannot be opened: a free port`),
    );
    other.close();
  });

  test('which is not opened if there is no mailbox', async () => {
    await start({ PUBLIC_URL: 'https://id.example.com' });
    expect(await gatehouse.openMailbox()).toBeNull();
  });
});

describe('the mailbox is only for this machine', () => {
  const paths = ['/dev/mailbox', '/dev/mailbox.json', '/dev/mailbox/1', '/dev/mailbox/1/html'];
  const isAsUnknown = async (path: string, headers: Record<string, string> = {}) => {
    const [answer, unknown] = [await get(path, headers), await get('/unknown', headers)];
    expect([answer.status, await answer.text()]).toEqual([404, await unknown.text()]);
  };

  test('a browser on another machine gets the page of an unknown address', async () => {
    await start();
    const client = new PageClient(gatehouse);
    const sending = { headers: { 'X-Forwarded-For': '127.0.0.1' } };
    const unknown = await client.get('/unknown', sending);
    expect(unknown).toMatchObject({ status: 404, heading: 'This page doesn’t exist' });
    for (const path of paths)
      expect(await client.get(path, sending)).toMatchObject({ status: 404, html: unknown.html });
  });

  test.each([{ 'X-Forwarded-For': '127.0.0.1' }, { Forwarded: 'for=127.0.0.1' }, { Via: '1.1 proxy' }])(
    'not with %j',
    async (headers) => {
      await start();
      await mailTo('ada@example.com');
      for (const path of paths) await isAsUnknown(path, headers as Record<string, string>);
      expect((await get('/dev/mailbox.json')).status).toBe(200);
    },
  );

  test.each([
    { PUBLIC_URL: 'https://id.example.com' },
    { NODE_ENV: 'production', PUBLIC_URL: 'http://localhost:4000' },
    { MAILBOX: 'off' },
  ])('not with %j', async (env) => {
    await start(env as Record<string, string>);
    for (const path of paths) await isAsUnknown(path);
  });

  test('not with SMTP_URL', async () => {
    const smtp = await startSmtp();
    await start({ SMTP_URL: smtp.url, MAIL_FROM: 'no-reply@example.com' });
    for (const path of paths) await isAsUnknown(path);
    await smtp.stop();
  });

  test('not with another Host, as DNS rebinding has it', async () => {
    await start();
    await mailTo('ada@example.com');
    const { url } = await get('/dev/mailbox.json');
    for (const target of [url, `${gatehouse.url}/dev/mailbox.json`]) {
      expect((await answerTo(target, 'rebound.example.com')).status).toBe(404);
    }
    expect((await answerTo(url, 'localhost:4000')).status).toBe(200);
    // The authority of a URL replaces Host.
    const targetOn = (host: string) => `http://${host}/dev/mailbox.json`;
    expect((await answerTo(url, 'localhost:4000', targetOn('rebound.example.com'))).status).toBe(404);
    expect((await answerTo(url, 'rebound.example.com', targetOn('localhost:4000'))).status).toBe(200);
  });

  test('not behind a proxy on this machine that says nothing about its clients', async () => {
    await start();
    const { text } = await mailTo('ada@example.com');
    await get('/dev/mailbox');
    const forwarded = await forward(gatehouse.url);
    for (const path of paths) {
      const { status, location, body } = await answerTo(`${forwarded.url}${path}`, 'localhost:4000');
      expect([status, body]).toEqual([307, '']);
      // The address of the client's own machine.
      expect(location).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/dev\/mailbox/);
      expect(await (await fetch(String(location))).text()).toContain(path === '/dev/mailbox' ? 'ada@' : text);
    }
    forwarded.cut();
  });

  test('and for a machine that forwards its port, as ssh -L does', async () => {
    await start();
    const { text } = await mailTo('ada@example.com');
    const forwarded = await forward(String(await gatehouse.openMailbox()));
    for (const path of paths) {
      const answer = await fetch(`${forwarded.url}${path}`);
      expect({ path, status: answer.status, redirected: answer.redirected }).toEqual({
        path,
        status: 200,
        redirected: false,
      });
      expect(await answer.text()).toContain(path === '/dev/mailbox' ? 'ada@' : text);
    }
    forwarded.cut();
  });

  test('an instance that stops closes its port', async () => {
    await start();
    const instance = await gatehouse.another();
    const { url } = await fetch(`${instance.url}/dev/mailbox`);
    await instance.stop();
    await expect(fetch(url)).rejects.toThrow('fetch failed');
  });

  test('there is no other method', async () => {
    await start();
    expect((await fetch(`${gatehouse.url}/dev/mailbox.json`, { method: 'DELETE' })).status).toBe(405);
  });
});
