import { chownSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseDatabaseUrl } from '../../src/platform/config/database-url';
import { throwConnectionError } from '../../src/platform/db/database-error';
import { ServerClient } from '../../src/platform/db/server-client';
import { describeWith } from '../support/needs';
import { type PostgresCluster, startPostgresCluster } from '../support/postgres-cluster';
import { makeCertificate } from '../support/smtp';

/** With a server that can bind a login to its certificate. */
describeWith('PostgreSQL programs')('channel_binding', () => {
  let cluster: PostgresCluster;
  const query = (sql: string) => cluster.servers[0].query(sql);
  beforeAll(async () => {
    cluster = await startPostgresCluster();
    const [row] = await query('SHOW data_directory');
    const folder = String(row?.data_directory);
    const { uid, gid } = statSync(folder);
    const write = (name: string, text: string) => {
      writeFileSync(path.join(folder, name), text, { mode: 0o600 });
      chownSync(path.join(folder, name), uid, gid);
    };
    const { key, cert } = await makeCertificate();
    write('server.key', key);
    write('server.crt', cert);
    const methods = ['scram-sha-256', 'md5', 'password', 'trust'].map(
      (method) => `host all ${method.slice(0, 5)} all ${method}`,
    );
    write('pg_hba.conf', `${methods.join('\n')}\nhost all postgres all trust\n`);
    await query("ALTER SYSTEM SET ssl = 'on'");
    for (const name of ['scram', 'passw', 'trust']) await query(`CREATE ROLE "${name}" LOGIN PASSWORD 'hunter2'`);
    await query("SET password_encryption = 'md5'; CREATE ROLE md5 LOGIN PASSWORD 'hunter2'");
    await query('SELECT pg_reload_conf()');
  }, 60_000);
  afterAll(() => cluster.stop());

  const connect = async (user: string, parameters: string) => {
    const { port } = cluster.servers[0];
    const [server] = parseDatabaseUrl(`postgresql://${user}:hunter2@127.0.0.1:${port}/postgres?${parameters}`).servers;
    const client = new ServerClient({ server, connectionTimeoutMillis: 5000 });
    client.on('error', () => {});
    const mechanisms: string[] = [];
    client.connection.on('authenticationSASL', (message: { mechanisms: string[] }) =>
      mechanisms.push(...message.mechanisms),
    );
    try {
      await client.connect().catch(throwConnectionError);
      return [(await client.query('SELECT 1 AS one')).rows[0]?.one, mechanisms];
    } finally {
      client.end().catch(() => {});
    }
  };

  test.each(['sslmode=require&channel_binding=require', 'sslmode=require&channel_binding=prefer'])(
    '%s with a server that offers it',
    async (parameters) => {
      expect(await connect('scram', parameters)).toEqual([1, ['SCRAM-SHA-256-PLUS', 'SCRAM-SHA-256']]);
    },
  );

  // A server in between that has not the certificate can ask for any of these.
  test.each(['md5', 'passw', 'trust'])('require rejects a server that lets %s in without it', async (user) => {
    await expect(connect(user, 'sslmode=require&channel_binding=require')).rejects.toMatchObject({
      code: 'NO_CHANNEL_BINDING',
    });
    expect(await connect(user, 'sslmode=require&channel_binding=prefer')).toEqual([1, []]);
  });
});
