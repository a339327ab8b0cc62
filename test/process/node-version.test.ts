import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { apis } from '../support/apis';
import { spawnCli } from '../support/cli';
import { createTestDatabase } from '../support/database';
import { testSecret } from '../support/gatehouse';
import { describeWith, type Need } from '../support/needs';
import { spawnGatehouse } from '../support/process';

/** `.ci/node-versions` runs this file on each supported version of Node. The tests load every native module. */
const databases: { name: string; needs: Need[]; open: () => Promise<Opened> }[] = [
  { name: 'the embedded database', needs: [], open: openFolder },
  { name: 'PostgreSQL', needs: ['PostgreSQL'], open: openPostgres },
];

for (const { name, needs, open } of databases) {
  describeWith(...needs)(`the built server on Node ${process.version} and ${name}`, () => {
    test('registers, logs in and answers a command, without a warning', async () => {
      const { settings, remove } = await open();
      const env = { ...settings, NODE_ENV: 'production', GATEHOUSE_SECRET: testSecret };
      try {
        const gatehouse = await spawnGatehouse(env);
        await gatehouse.ready();
        for (const api of apis) {
          const credentials = { email: `${randomUUID()}@example.com`, password: 'correct horse battery' };
          const registered = await api.register(gatehouse.url, {
            ...credentials,
            firstName: 'Ada',
            lastName: 'Lovelace',
          });
          const { jwt } = await api.login(gatehouse.url, credentials);
          const { user } = await api.me(gatehouse.url, jwt);
          expect(user?.id).toBe(registered.user?.id);
          expect(user?.email).toBe(credentials.email);
        }
        expect(await gatehouse.signal('SIGTERM')).toBe(0);
        // A message of Node, for example a deprecation warning, is no line of the log.
        const lines = gatehouse.output().trimEnd().split('\n');
        expect(lines.filter((line) => !line.startsWith('{"level":"info"'))).toEqual([]);

        const { code, out, err } = await spawnCli(env, ['users', 'find', 'Ada', '--json']);
        expect({ code, err }).toEqual({ code: 0, err: '' });
        expect(JSON.parse(out)).toHaveLength(apis.length);
      } finally {
        await remove();
      }
    });
  });
}

interface Opened {
  settings: Record<string, string>;
  remove(): Promise<void>;
}

async function openFolder(): Promise<Opened> {
  const folder = await mkdtemp(path.join(tmpdir(), 'gatehouse-'));
  return { settings: { DATA_DIR: folder }, remove: () => rm(folder, { recursive: true }) };
}

async function openPostgres(): Promise<Opened> {
  const { env, drop } = await createTestDatabase();
  return { settings: env, remove: drop };
}
