import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { createWebhookSecret, parseWebhookSecret, signWebhook } from '../../src/platform/webhooks/standard-webhooks';
import { restApi } from '../support/apis';
import { readPage } from '../support/doc-pages';
import { startGatehouse } from '../support/gatehouse';
import { testWith } from '../support/needs';
import { createApp } from '../support/openid';
import { createPageFolder } from '../support/page-folder';
import { until } from '../support/until';

const root = path.join(__dirname, '../..');

testWith('docs/examples')(
  'the receiver of the page verifies with the official library, and prints an event once',
  async () => {
    const page = readFileSync(path.join(root, 'docs/integrate/webhooks.md'), 'utf8');
    const [, source = ''] = /```js receiver\.mjs\n([\s\S]*?)```/.exec(page) ?? [];
    expect(source.trim().split('\n').length).toBeLessThanOrEqual(24);
    const folder = createPageFolder();
    folder.write(
      'receiver.mjs',
      source.replace(
        '.listen(process.env.PORT)',
        ".listen(0, '127.0.0.1', function () { console.log('port', this.address().port); })",
      ),
    );
    const secret = createWebhookSecret();
    const receiver = spawn(process.execPath, ['receiver.mjs'], {
      cwd: folder.path,
      env: { ...process.env, WEBHOOK_SECRET: secret },
    });
    try {
      let output = '';
      receiver.stdout.on('data', (chunk) => {
        output += chunk;
      });
      const [, port] = await until(() => /port (\d+)/.exec(output));
      const bytes = parseWebhookSecret(secret) ?? Buffer.alloc(0);
      const body = '{"type":"user.created","timestamp":"2026-11-20T17:30:15.123Z","data":{"user_id":"u-1"}}';
      const send = async (sent: string, secrets: Buffer[]) => {
        const headers = signWebhook({ id: 'msg-1', sentAt: new Date(), body }, secrets);
        return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body: sent })).status;
      };
      expect(await send(body, [bytes])).toBe(204);
      // During a rotation, the receiver may have either secret.
      expect(await send(body, [Buffer.alloc(32, 1), bytes])).toBe(204);
      expect(await send(body, [Buffer.alloc(32, 1)])).toBe(401);
      expect(await send(body.replace('u-1', 'u-2'), [bytes])).toBe(401);
      await until(() => output.includes('user.created'));
      expect(output.match(/user\.created { user_id: 'u-1' }/g)).toHaveLength(1);
    } finally {
      receiver.kill();
      await once(receiver, 'exit');
      folder.remove();
    }
  },
);

test('the module of the page reads the account of an event with the client of the receiver', async () => {
  const gatehouse = await startGatehouse();
  const folder = createPageFolder();
  try {
    const block = readPage('docs/integrate/webhooks.md').find(({ file }) => file === 'users.mjs');
    folder.write('users.mjs', String(block?.text).replace('http://localhost:4000', gatehouse.url));
    const client = await createApp(gatehouse, { kind: 'service', firstParty: true, scopes: ['admin:read'] });
    const person = {
      email: 'ada@example.com',
      firstName: 'Ada',
      lastName: 'Lovelace',
      password: 'correct horse battery',
    };
    const { user } = await restApi.register(gatehouse.url, person);
    const script = `import('./users.mjs').then(async ({ readUser }) => console.log((await readUser('${user?.id}')).email))`;
    const env = { ...process.env, CLIENT_ID: client.id, CLIENT_SECRET: client.secret ?? '' };
    const { stdout } = await promisify(execFile)(process.execPath, ['-e', script], { cwd: folder.path, env });
    expect(stdout.trim()).toBe(person.email);
  } finally {
    folder.remove();
    await gatehouse.stop();
  }
});
