import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMigratedSettings, runCli } from '../support/cli';
import { testSecret } from '../support/gatehouse';
import { callback, claimsIn, tokensFor } from '../support/openid';
import { PageClient } from '../support/page-client';
import { freePort, spawnGatehouse } from '../support/process';
import { until } from '../support/until';

/** `LOGOUT_KILLS=50 npx jest test/process/logout-kills` tries more. */
const kills = Number(process.env.LOGOUT_KILLS ?? 2);
const signOuts = 3;

test(`${kills} kill -9 after logouts lose none: the application learns of each`, async () => {
  const { env, remove } = await createMigratedSettings();
  const publicUrl = `http://localhost:${await freePort()}`;
  const { port: PORT } = new URL(publicUrl);
  const settings = {
    GATEHOUSE_SECRET: testSecret,
    ...env,
    PUBLIC_URL: publicUrl,
    PORT,
    WEBHOOK_NETWORKS: '127.0.0.0/8',
  };
  const got = new Map<string, number>();
  const receiver = createServer(async (req, res) => {
    let body = '';
    for await (const chunk of req) body += chunk;
    const sid = String(claimsIn(new URLSearchParams(body).get('logout_token') ?? '').sid);
    got.set(sid, (got.get(sid) ?? 0) + 1);
    // So that a kill meets logouts that the application has and that are not recorded yet.
    setTimeout(() => res.writeHead(200).end(), 30);
  });
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
  const { port } = receiver.address() as AddressInfo;
  const created = await runCli(settings, [
    ...['clients', 'create', '--name', 'Wiki', '--first-party', '--redirect-uri', callback],
    ...['--backchannel-logout-uri', `http://127.0.0.1:${port}/logout`, '--json'],
  ]);
  const { id, clientSecret: secret } = JSON.parse(created.out);

  const acknowledged: string[] = [];
  for (let kill = 0; kill <= kills; kill++) {
    const gatehouse = await spawnGatehouse(settings);
    await gatehouse.ready();
    const served = { url: gatehouse.url, config: { publicUrl } };
    const people = Array.from({ length: signOuts }, async () => {
      const browser = new PageClient(served);
      await browser.register();
      const { id_token } = await tokensFor(served, browser, { id, secret }, { scope: 'openid' });
      return { browser, sid: String(claimsIn(id_token).sid) };
    });
    const signedIn = await Promise.all(people);
    await Promise.all(
      signedIn.map(async ({ browser, sid }) => {
        if ((await browser.post('/logout')).status === 303) acknowledged.push(sid);
      }),
    );
    if (kill < kills) await gatehouse.signal('SIGKILL');
    else {
      await until(() => acknowledged.every((sid) => got.has(sid)));
      await gatehouse.signal('SIGTERM');
    }
  }
  receiver.close();
  await remove();
  const repeated = [...got.values()].filter((times) => times > 1).length;
  const lost = acknowledged.filter((sid) => !got.has(sid));
  console.info(`${kills} kill -9: ${acknowledged.length} logouts, ${lost.length} lost, ${repeated} sent again`);
  expect(acknowledged.length).toBeGreaterThan(kills);
  expect(lost).toEqual([]);
});
