import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Answer, apis, restApi } from '../support/apis';
import { describeWith } from '../support/needs';
import { type Nginx, startNginx } from '../support/nginx';
import { type PostgresCluster, type PostgresServer, startPostgresCluster } from '../support/postgres-cluster';
import { type GatehouseProcess, spawnGatehouse } from '../support/process';
import { startProxy } from '../support/proxy';
import { until } from '../support/until';

/** A primary that dies, with three instances behind nginx. `FAILOVERS` is the number of failovers in a row. */

const failovers = Number(process.env.FAILOVERS ?? 2);
const people = Number(process.env.FAILOVER_PEOPLE ?? 6);
/** Milliseconds, for a machine that does much else. The output has the real times. */
const longestAnswerMs = 20_000;

const password = 'correct horse battery';

const conf = (ports: number[]) => `
upstream gatehouse { ${ports.map((port) => `server 127.0.0.1:${port} max_fails=0;`).join(' ')} keepalive 32; }
server {
  listen 80;
  location / {
    proxy_pass http://gatehouse;
    proxy_http_version 1.1;
    proxy_set_header Connection "";
    proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    proxy_connect_timeout 2s;
    proxy_read_timeout 60s;
  }
}`;

interface Session {
  jwt: string;
  refreshToken: string;
  /** Until a logout was answered, it is not known whether the session has ended. */
  state: 'live' | 'unknown' | 'ended';
}

/** What the service has acknowledged to the users, and what it answered meanwhile. */
class Load {
  readonly startedTs = new Date();
  /** When each registration was acknowledged. */
  readonly registered = new Map<string, number>();
  readonly sessions: Session[] = [];
  readonly wrong: string[] = [];
  served = 0;
  unavailable = 0;
  slowestMs = 0;
  private isRunning = true;
  private readonly done: Promise<unknown>;

  constructor(private readonly url: string) {
    this.done = Promise.all(Array.from({ length: people }, (_, i) => this.live(i)));
  }

  async stop(): Promise<void> {
    this.isRunning = false;
    await this.done;
  }

  /** Returns null if the service was not available. Every other failure is wrong. */
  private async ask(what: string, call: () => Promise<Answer>): Promise<Answer | null> {
    const startedAt = performance.now();
    const answer = await call().catch(() => null);
    this.slowestMs = Math.max(this.slowestMs, performance.now() - startedAt);
    if (answer?.success) {
      this.served += 1;
      return answer;
    }
    this.unavailable += 1;
    if (answer && answer.code !== 'SERVICE_UNAVAILABLE') this.wrong.push(`${what}: ${answer.code}`);
    await delay(20);
    return null;
  }

  private async retried(what: string, call: () => Promise<Answer>): Promise<Answer | null> {
    while (this.isRunning) {
      const answer = await this.ask(what, call);
      if (answer) return answer;
    }
    return null;
  }

  private async live(person: number): Promise<void> {
    for (let round = person; this.isRunning; round += 1) {
      const [api = restApi, other = restApi] = round % 2 ? apis : apis.toReversed();
      const email = `${randomUUID()}@example.com`;
      const registered = await this.ask('register', () =>
        api.register(this.url, { email, firstName: 'Ada', lastName: 'Lovelace', password }),
      );
      if (!registered) continue;
      this.registered.set(email, performance.now());
      const login = await this.retried('login', () => other.login(this.url, { email, password }));
      if (!login?.jwt || !login.refreshToken) continue;
      const session: Session = { jwt: login.jwt, refreshToken: login.refreshToken, state: 'live' };
      this.sessions.push(session);
      for (let i = 0; i < 3; i += 1) {
        await this.ask('me', () => api.me(this.url, session.jwt));
        await this.verify(session);
        const next = await this.retried('refresh', () => api.refresh(this.url, { refreshToken: session.refreshToken }));
        if (next?.jwt && next.refreshToken) {
          session.jwt = next.jwt;
          session.refreshToken = next.refreshToken;
        }
      }
      if (round % 2) continue;
      session.state = 'unknown';
      // Another instance may accept the token until it has received the notification, so this is checked at the end.
      if (await this.ask('logout', () => other.logout(this.url, {}, session.jwt))) session.state = 'ended';
    }
  }

  private async verify(session: Session): Promise<void> {
    const startedAt = performance.now();
    const status = await statusAt(this.url, session.jwt);
    this.slowestMs = Math.max(this.slowestMs, performance.now() - startedAt);
    const expected = { live: [200], unknown: [200, 401], ended: [401] }[session.state];
    if (expected.includes(status)) this.served += 1;
    else if (status === 503 || status === 502 || status === 0) this.unavailable += 1;
    else this.wrong.push(`verify: ${status} for a session that is ${session.state}`);
  }
}

const statusAt = async (url: string, token: string): Promise<number> =>
  fetch(`${url}/auth/verify`, { headers: { Authorization: `Bearer ${token}` } }).then(
    ({ status }) => status,
    () => 0,
  );

const feedOf = async ({ url }: GatehouseProcess): Promise<unknown> =>
  JSON.parse(await (await fetch(`${url}/readyz`)).text()).result?.revocation_feed;

const hasFeed = async (gatehouse: GatehouseProcess): Promise<boolean> =>
  (await feedOf(gatehouse).catch(() => null)) === 'live';

const isServing = async (gatehouse: GatehouseProcess): Promise<boolean> => {
  const { code } = await restApi
    .login(gatehouse.url, { email: 'ada@example.com', password })
    .catch(() => ({ code: 'lost' }));
  return code === null;
};

const queryOn = (server: PostgresServer, sql: string) => server.query(sql, 'gatehouse');

const countOf = async (server: PostgresServer, table: string, where = 'true'): Promise<number> =>
  Number((await queryOn(server, `SELECT count(*)::int AS n FROM ${table} WHERE ${where}`))[0]?.n);

const rowsOf = (server: PostgresServer) =>
  Promise.all(['users', 'sessions', 'refresh_tokens', 'audit_events'].map((table) => countOf(server, table)));

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

describeWith(
  'PostgreSQL',
  'PostgreSQL programs',
  'nginx',
)('a primary that dies', () => {
  let cluster: PostgresCluster;
  let primary: PostgresServer;
  let standby: PostgresServer;
  let instances: GatehouseProcess[];
  let nginx: Nginx;
  let env: Record<string, string>;
  const table: string[] = [];

  beforeAll(async () => {
    cluster = await startPostgresCluster();
    [primary, standby] = cluster.servers;
    await primary.query('CREATE DATABASE gatehouse');
    env = {
      DATABASE_URL: cluster.url('gatehouse'),
      PUBLIC_URL: 'https://id.example.com',
      RATE_LIMITS: 'on',
      RATE_LIMIT_REGISTER_NETWORK: 'off',
      RATE_LIMIT_LOGIN_NETWORK: 'off',
      SESSIONS_PER_ACCOUNT: '1000',
      REFRESH_GRACE: '300',
      TRUST_PROXY: '1',
    };
    instances = await Promise.all([1, 2, 3].map(() => spawnGatehouse(env)));
    await Promise.all(instances.map((instance) => instance.ready()));
    nginx = await startNginx(conf(instances.map(({ url }) => Number(new URL(url).port))), {});
    await restApi.register(nginx.url, { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace', password });
  });
  afterAll(async () => {
    await nginx?.stop();
    await Promise.all((instances ?? []).map((instance) => instance.signal('SIGTERM')));
    await cluster?.stop();
    process.stdout.write(`${table.join('\n')}\n`);
  });

  const loads: Load[] = [];
  /** Otherwise the load of a failed test would continue during all later tests. */
  afterEach(() => Promise.all(loads.splice(0).map((load) => load.stop())));

  async function startLoad(): Promise<Load> {
    const load = new Load(nginx.url);
    loads.push(load);
    await until(async () => load.sessions.length >= people);
    return load;
  }

  /** Returns how long each instance took to serve again, and to receive revocations. */
  async function promote(server: PostgresServer): Promise<string> {
    await server.promote();
    const promotedAt = performance.now();
    const after = async (isMet: (instance: GatehouseProcess) => Promise<boolean>) => {
      await Promise.all(instances.map((instance) => until(() => isMet(instance))));
      return seconds(performance.now() - promotedAt);
    };
    const [serving, feed] = await Promise.all([after(isServing), after(hasFeed)]);
    return `serving ${serving} and feed live ${feed} after the promotion`;
  }

  /** The other server becomes the standby of the new primary. */
  async function swap(): Promise<void> {
    await primary.kill();
    await standby.waitFor(null);
    await primary.follow(standby);
    [primary, standby] = [standby, primary];
  }

  /** Compares the answers that users got with the new primary and with the answers of each instance. */
  async function differences(load: Load) {
    const stored = new Set((await queryOn(standby, 'SELECT email FROM users')).map(({ email }) => email));
    const lost = [...load.registered.keys()].filter((email) => !stored.has(email));
    let [liveButRejected, endedButAccepted] = [0, 0];
    for (const { jwt, state } of load.sessions) {
      if (state === 'unknown') continue;
      for (const { url } of instances) {
        const status = await statusAt(url, jwt);
        if (state === 'live' && status !== 200) liveButRejected += 1;
        if (state === 'ended' && status !== 401) endedButAccepted += 1;
      }
    }
    const failedLogins = await countOf(
      standby,
      'audit_events',
      `action = 'login_failed' AND first_ts >= '${load.startedTs.toISOString()}'`,
    );
    return { lost, liveButRejected, endedButAccepted, failedLogins, wrong: load.wrong };
  }
  const none = { lost: [], liveButRejected: 0, endedButAccepted: 0, failedLogins: 0, wrong: [] };

  const record = (what: string, load: Load, rest: string) =>
    table.push(
      `${what}: ${load.served} served, ${load.unavailable} not available, slowest answer ${seconds(load.slowestMs)}; ` +
        `registrations ${load.registered.size}, sessions ${load.sessions.length}; ${rest}`,
    );

  test(`${failovers} failovers in a row lose nothing that was acknowledged`, async () => {
    for (let round = 1; round <= failovers; round += 1) {
      await primary.waitFor(standby);
      const load = await startLoad();
      await primary.kill();
      await delay(1000);
      const recovery = await promote(standby);

      // The old primary comes back as a primary, and an instance that starts sees both.
      await primary.start();
      const before = await rowsOf(primary);
      const port = new URL(instances[round % 3]?.url ?? '').port;
      await instances[round % 3]?.signal('SIGKILL');
      const started = await spawnGatehouse({ ...env, PORT: port });
      instances[round % 3] = started;
      await started.ready();
      await until(() => isServing(started));

      // While the new primary restarts, the old one is the only server that accepts writes.
      await standby.kill();
      await delay(1500);
      await standby.start();
      await Promise.all(instances.map((instance) => until(() => isServing(instance))));
      await load.stop();

      expect(await rowsOf(primary)).toEqual(before);
      expect(await differences(load)).toEqual(none);
      expect(load.slowestMs).toBeLessThan(longestAnswerMs);
      record(`failover ${round}`, load, `nothing lost; ${recovery}`);
      await swap();
    }
  });

  test.each(['hangs and continues', 'never stops'])('a primary that %s is left for the new one', async (what) => {
    await primary.waitFor(standby);
    const load = await startLoad();
    if (what === 'hangs and continues') {
      await primary.freeze();
      await delay(1000);
    }
    const recovery = await promote(standby);
    await primary.thaw();
    await delay(2500);
    await load.stop();

    // PostgreSQL cannot end a commit that waits for the standby, nor a commit that waits for the locks of the former.
    const left = `application_name ~ '^gatehouse( notifications)?$'
      AND wait_event IS DISTINCT FROM 'SyncRep' AND wait_event_type IS DISTINCT FROM 'Lock'`;
    await until(async () => (await countOf(primary, 'pg_stat_activity', left)) === 0);
    const found = await differences(load);
    // Until an instance has noticed the promotion, it reads from an old primary that still answers: a logout finds no session.
    const { failedLogins, wrong, endedButAccepted } = found;
    const stale = what === 'never stops' ? { failedLogins, wrong, endedButAccepted } : {};
    expect(found).toEqual({ ...none, ...stale });
    record(`a primary that ${what}`, load, `nothing lost; wrong answers ${found.wrong.length}; ${recovery}`);
    await swap();
  });

  test('without synchronous commit, a failover loses what the standby had not received', async () => {
    const proxy = await startProxy({ host: '127.0.0.1', port: primary.port });
    await primary.waitFor(null);
    await standby.kill();
    await standby.follow(primary, proxy.port);
    const load = await startLoad();
    proxy.hold();
    const heldAt = performance.now();
    await delay(1000);
    await until(async () => [...load.registered.values()].some((at) => at > heldAt));
    await primary.kill();
    proxy.close();
    const recovery = await promote(standby);
    await load.stop();

    const { lost, liveButRejected, endedButAccepted } = await differences(load);
    const earlier = lost.filter((email) => (load.registered.get(email) ?? 0) < heldAt);
    expect(earlier).toEqual([]);
    expect(lost.length).toBeGreaterThan(0);
    record(
      'asynchronous, the standby one second behind',
      load,
      `registrations lost ${lost.length}, live but rejected ${liveButRejected}, ended but accepted ${endedButAccepted} (of three answers for each session); ${recovery}`,
    );
    await swap();
  });

  test('without its synchronous standby, no write is acknowledged, and the primary keeps its connections', async () => {
    await primary.waitFor(standby);
    await standby.freeze();
    const emails = Array.from({ length: 40 }, () => `${randomUUID()}@example.com`);
    const input = { firstName: 'Ada', lastName: 'Lovelace', password };
    const startedAt = performance.now();
    const answers = await Promise.all(emails.map((email) => restApi.register(nginx.url, { ...input, email })));
    const answeredMs = performance.now() - startedAt;
    const codes = new Set(answers.map(({ code }) => code));

    await until(async () => (await waits()) === 0);

    // An operator ends the waits. PostgreSQL reports a success with a warning.
    let cancelled: string | null | undefined;
    const login = restApi.login(nginx.url, { email: 'ada@example.com', password }).then(({ code }) => {
      cancelled = code;
    });
    await until(async () => {
      await queryOn(primary, "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'");
      return cancelled !== undefined;
    });
    await login;
    const connections = await countOf(primary, 'pg_stat_activity', "application_name = 'gatehouse'");
    await standby.thaw();
    await until(() => isServing(instances[0] as GatehouseProcess));

    expect([...codes, cancelled]).toEqual(['SERVICE_UNAVAILABLE', 'SERVICE_UNAVAILABLE']);
    expect(connections).toBeLessThanOrEqual(3 * 10);
    table.push(
      `no standby: 40 registrations, all not available after ${seconds(answeredMs)} at most; connections ${connections}`,
    );
  });

  const waits = () => countOf(primary, 'pg_stat_activity', "wait_event = 'SyncRep'");
});
