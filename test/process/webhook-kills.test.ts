import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { restApi } from '../support/apis';
import { createMigratedSettings, runCli } from '../support/cli';
import { testSecret } from '../support/gatehouse';
import { spawnGatehouse } from '../support/process';
import { until } from '../support/until';

/** `WEBHOOK_KILLS=50 npx jest test/process/webhook-kills` tries more. */
const kills = Number(process.env.WEBHOOK_KILLS ?? 2);
const registrations = 3;

test(`${kills} kill -9 in the middle of deliveries lose no event`, async () => {
  const { env, remove } = await createMigratedSettings();
  const settings = { GATEHOUSE_SECRET: testSecret, ...env, WEBHOOK_NETWORKS: '127.0.0.0/8' };
  const got = new Map<string, number>();
  const receiver = createServer(async (req, res) => {
    let body = '';
    for await (const chunk of req) body += chunk;
    const id = (JSON.parse(body) as { data: { user_id: string } }).data.user_id;
    got.set(id, (got.get(id) ?? 0) + 1);
    // So that a kill meets deliveries that the receiver has and that are not recorded yet.
    setTimeout(() => res.writeHead(204).end(), 30);
  });
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
  const { port } = receiver.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/`;
  const created = await runCli(settings, ['webhooks', 'create', '--url', url, '--type', 'user.created', '--json']);
  expect(JSON.parse(created.out).secret).toMatch(/^whsec_/);

  const acknowledged: string[] = [];
  for (let kill = 0; kill <= kills; kill++) {
    const gatehouse = await spawnGatehouse(settings);
    await gatehouse.ready();
    const people = Array.from({ length: registrations }, async (_, i) => {
      const email = `person-${kill}-${i}@example.com`;
      const account = { email, password: `password of ${email}`, firstName: 'Ada', lastName: 'Lovelace' };
      const { user } = await restApi.register(gatehouse.url, account);
      if (user) acknowledged.push(user.id);
    });
    await Promise.all(people);
    if (kill < kills) await gatehouse.signal('SIGKILL');
    else {
      await until(() => acknowledged.every((id) => got.has(id)));
      await gatehouse.signal('SIGTERM');
    }
  }
  receiver.close();
  await remove();
  const repeated = [...got.values()].filter((times) => times > 1).length;
  const lost = acknowledged.filter((id) => !got.has(id));
  console.info(`${kills} kill -9: ${acknowledged.length} accounts, ${lost.length} events lost, ${repeated} sent again`);
  // On a busy machine, the server rejects registrations that take too long.
  expect(acknowledged.length).toBeGreaterThan(kills);
  expect(lost).toEqual([]);
});
