import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { password, registerAccounts } from './accounts';
import { always, Connection, jsonPost, type Sender, type Senders } from './connection';
import { type OpenidOperation, openidOperations, openOpenidClients } from './openid-clients';
import { type Bench, cpuMsOf, createDatabase, newSecret, startServer } from './support';
import { startWebhookReceiver } from './webhook-receiver';

/** The most frequent operations of clients of the two APIs. */
const apiOperations = ['login', 'verify', 'me', 'graphqlMe', 'refresh'] as const;
type ApiOperation = (typeof apiOperations)[number];

/** The most frequent operations of clients. */
export const operations = [...apiOperations, ...openidOperations] as const;
export type Operation = (typeof operations)[number];

const connections = 16;
/** Enough accounts that no account reaches the limit of its sessions. */
const accounts = 256;

const expensiveOperations: readonly Operation[] = ['refresh', 'clientCredentials', 'oauthRefresh'];

/**
 * A number of requests, not a time: V8 optimizes code that ran often, and a busy machine runs little in a second. After a pause a
 * process collects garbage, which takes tens of milliseconds and depends on the size of the program. So a round takes a second
 * and more.
 */
export function countsOf(operation: Operation): { warmUp: number; round: number } {
  if (operation === 'login') return { warmUp: 200, round: 48 };
  return { warmUp: 8000, round: expensiveOperations.includes(operation) ? 2000 : 10_000 };
}

export interface Cost {
  /** The CPU time of the server process. */
  cpuMs: number;
  answers: number;
}

export const msEach = ({ cpuMs, answers }: Cost): number => cpuMs / answers;

export interface MeasuredServer {
  /** Sends `count` requests on 16 connections. Each answer must have the status 200. */
  measure(operation: Operation, count: number): Promise<Cost>;
}

interface Installation {
  /** The folder of another version. Not set for this version. */
  root?: string | undefined;
  DATABASE_URL: string;
  /** Set if `DATABASE_URL` leads to a pooler. */
  DATABASE_DIRECT_URL?: string;
  /** The secret that encrypted the keys in the database. */
  GATEHOUSE_SECRET?: string;
  /** The e-mail addresses of accounts that have the password of accounts.ts. */
  emails: readonly string[];
  /** The type of events of each endpoint of webhooks. */
  webhooks?: readonly string[];
  /** The number of organizations that each account is a member of. */
  organizations?: number;
  settings?: Readonly<Record<string, string>>;
}

/** What is measured: a version, and how it is installed. */
export type Variant = Pick<Installation, 'root' | 'webhooks' | 'organizations' | 'settings'>;

/** Starts a server of this version, or of the version in `root`, on an empty PostgreSQL database. */
export async function openServer(bench: Bench, variant: Variant = {}): Promise<MeasuredServer> {
  return openInstallation(bench, { ...variant, DATABASE_URL: await createDatabase(bench), emails: [] });
}

/** Starts a server on an existing database. Registers accounts if `emails` is empty. */
export async function openInstallation(
  bench: Bench,
  {
    root,
    GATEHOUSE_SECRET = newSecret(),
    emails,
    webhooks = [],
    organizations = 0,
    settings,
    ...database
  }: Installation,
): Promise<MeasuredServer> {
  const receiver = webhooks.length > 0 ? await startWebhookReceiver(bench) : null;
  // On a busy machine a login waits longer than the default of HASH_QUEUE_WAIT.
  const own = { ...database, GATEHOUSE_SECRET, NODE_ENV: 'production', HASH_QUEUE_WAIT: '60000' };
  const env = { ...own, ...receiver?.env, ...(organizations > 0 && { ORGANIZATIONS: 'admin' }), ...settings };
  const { pid, port } = await startServer(bench, env, root);
  const users = emails.length > 0 ? emails : await registerAccounts(port, accounts);
  if (organizations > 0) await addToOrganizations(database.DATABASE_URL, organizations);
  const logins = users.map((email) => jsonPost('/auth/login', { email, password }));
  const first = await Connection.open(port);
  const apiSenders: Senders<ApiOperation>[] = [];
  for (const [i, email] of users.slice(0, connections).entries()) {
    const { body } = await first.send(jsonPost('/auth/login', { email, password, scope: 'offline_access' }));
    const { jwt, refresh_token: refreshToken } = JSON.parse(body.toString()).result;
    // Two logins to one account would wait for the same row, so each connection has its own accounts.
    const own = logins.filter((_, login) => login % connections === i);
    apiSenders.push(sendersWith(jwt, refreshToken, own));
  }
  first.close();
  // After the logins above, so that only those of `measure` have events.
  for (const type of webhooks) await receiver?.addEndpoint(env, type);
  const eventsOf = (operation: Operation) =>
    operation === 'login' ? webhooks.filter((type) => type === 'session.created').length : 0;
  let openid: Promise<Senders<OpenidOperation>[]> | undefined;
  const sendersOf = async (operation: Operation): Promise<Sender[]> => {
    if (!isOpenid(operation)) return apiSenders.map((senders) => senders[operation]);
    openid ??= openOpenidClients({ port, root, env }, users.slice(0, connections));
    return (await openid).map((senders) => senders[operation]);
  };
  return {
    async measure(operation, count) {
      const senders = await sendersOf(operation);
      const before = cpuMsOf(pid);
      const events = (receiver?.received() ?? 0) + count * eventsOf(operation);
      let left = count;
      const ask = async ({ request, answered }: Sender) => {
        const connection = await Connection.open(port);
        while (left > 0) {
          left -= 1;
          const { status, body } = await connection.send(request());
          if (status !== 200) throw new Error(`${operation} was answered with ${status}: ${body}`);
          answered?.(body);
        }
        connection.close();
      };
      await Promise.all(senders.map(ask));
      // The deliveries are work of the server, too.
      while (receiver && receiver.received() < events) await delay(5);
      return { cpuMs: cpuMsOf(pid) - before, answers: count };
    },
  };
}

/** Makes each account a member of `count` organizations. */
async function addToOrganizations(url: string, count: number): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(
    `INSERT INTO organizations (id, slug, name, created_ts)
     SELECT gen_random_uuid(), 'company-' || n, 'Company ' || n, now() FROM generate_series(1, $1::int) n`,
    [count],
  );
  await client.query(
    `INSERT INTO memberships (organization_id, user_id, roles, created_ts)
     SELECT organizations.id, users.id, '{member}', now() FROM organizations CROSS JOIN users`,
  );
  await client.end();
}

const isOpenid = (operation: Operation): operation is OpenidOperation =>
  openidOperations.some((one) => one === operation);

function sendersWith(jwt: string, refreshToken: string, logins: readonly Buffer[]): Senders<ApiOperation> {
  const get = (path: string) => Buffer.from(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${jwt}\r\n\r\n`);
  const query = '{ me { id firstName lastName email createdTs lastLoginTs } }';
  let n = 0;
  let unused = refreshToken;
  return {
    login: { request: () => logins[n++ % logins.length] as Buffer },
    verify: always(get('/auth/verify')),
    me: always(get('/auth/me')),
    graphqlMe: always(jsonPost('/graphql', { query }, { Authorization: `Bearer ${jwt}` })),
    refresh: {
      request: () => jsonPost('/auth/refresh', { refresh_token: unused }),
      answered(body) {
        unused = JSON.parse(body.toString()).result.refresh_token;
      },
    },
  };
}
