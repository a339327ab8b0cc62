import { randomUUID } from 'node:crypto';
import { clientKinds } from '../../src/accounts/applications/oauth-client';
import { authEnds } from '../../src/accounts/auth/auth.reasons';
import { listRevocations } from '../../src/accounts/sessions/revocation-feed.store';
import { sessionActions } from '../../src/accounts/sessions/sessions.audit';
import { createAccessRightsService, createUserLifecycle } from '../../src/compose/admin-users';
import { successEvent } from '../../src/platform/audit/audit-event';
import { AppError } from '../../src/platform/errors/app-error';
import { createLog } from '../../src/platform/observability/log';
import { apis, restApi } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { claimsOf, personPassword, registerPerson } from '../support/impersonation';
import { stopClock, withLimits } from '../support/limits';
import { testWith } from '../support/needs';
import { basic, basicOf, createApp, createClient, type TestClient } from '../support/oauth';

/** The revocations that a service reads which verifies access tokens itself. */

interface Page {
  cursor: string;
  sessions: string[];
  accounts: { sub: string; rev: number; kept?: { sid: string; rev: number } }[];
}

let gatehouse: Gatehouse;
let client: TestClient;

beforeAll(async () => {
  gatehouse = await startGatehouse({ METRICS_PORT: '9464' });
  client = await createClient(gatehouse);
});
afterAll(() => gatehouse.stop());
afterEach(() => jest.useRealTimers());

async function ask(query = '', headers: Record<string, string> = basicOf(client), url = gatehouse.url) {
  const response = await fetch(`${url}/auth/revocations${query}`, { headers });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** The first page without a cursor. */
async function read(after?: string, url = gatehouse.url): Promise<Page> {
  const { status, body } = await ask(after === undefined ? '' : `?after=${after}`, basicOf(client), url);
  expect([status, body.msg]).toEqual([200, 'Revocations returned.']);
  return body.result;
}

/** All pages since a cursor, as one. */
async function readAll(after?: string): Promise<Page & { pages: number }> {
  const all = { ...(await read(after)), pages: 1 };
  for (let size = all.sessions.length + all.accounts.length; size === 1000; ) {
    const next = await read(all.cursor);
    size = next.sessions.length + next.accounts.length;
    all.sessions.push(...next.sessions);
    all.accounts.push(...next.accounts);
    all.cursor = next.cursor;
    all.pages += 1;
  }
  return all;
}

async function person() {
  const registered = await registerPerson(gatehouse);
  const login = async () => {
    const { jwt } = await registered.login();
    return { jwt, claims: claimsOf(jwt) };
  };
  return { ...registered, login };
}

const ofAccount = ({ accounts }: Page, sub: string) => accounts.filter((one) => one.sub === sub);
const operator = () => createUserLifecycle(gatehouse.config, gatehouse.stores, async () => '', createLog('silent'));
const rights = () => createAccessRightsService(gatehouse.config, gatehouse.stores, createLog('silent'));

describe('a page', () => {
  test.each(apis.map((api) => ({ name: api.name, api })))('has a session that ended by $name', async ({ api }) => {
    const { cursor } = await readAll();
    const { login } = await person();
    const { jwt, claims } = await login();
    await api.logout(gatehouse.url, {}, jwt);
    expect((await readAll(cursor)).sessions).toContain(claims.sid);
    // A reader that starts later gets it, too, also from another instance.
    expect((await readAll()).sessions).toContain(claims.sid);
    const other = await gatehouse.another();
    expect((await read(cursor, other.url)).sessions).toContain(claims.sid);
  });

  test('has the revision below which the tokens of an account were revoked', async () => {
    const { id, login } = await person();
    const { jwt, claims } = await login();
    await restApi.logout(gatehouse.url, { sessions: 'all' }, jwt);
    const page = await readAll();
    expect(ofAccount(page, id)).toEqual([{ sub: id, rev: claims.rev + 1 }]);
    expect((await login()).claims.rev).toBe(claims.rev + 1);
  });

  test('has the session that did not end with the others', async () => {
    const { id, login } = await person();
    const { jwt, claims } = await login();
    await restApi.logout(gatehouse.url, { sessions: 'others' }, jwt);
    expect(ofAccount(await readAll(), id)).toEqual([{ sub: id, rev: 1, kept: { sid: claims.sid, rev: 0 } }]);
    const changed = { currentPassword: personPassword, password: 'a much longer horse' };
    expect(await restApi.changePassword(gatehouse.url, changed, jwt)).toMatchObject({ success: true });
    expect(ofAccount(await readAll(), id)).toEqual([{ sub: id, rev: 2, kept: { sid: claims.sid, rev: 0 } }]);
  });

  test('has an account that was disabled, and one whose roles changed', async () => {
    const [disabled, changed] = [await person(), await person()];
    await disabled.login();
    await changed.login();
    const { cursor } = await readAll();
    await operator().disable(disabled.id, null);
    await rights().setRoles(changed.id, ['editor'], null);
    const page = await readAll(cursor);
    expect(ofAccount(page, disabled.id)).toEqual([{ sub: disabled.id, rev: 1 }]);
    expect(ofAccount(page, changed.id)).toEqual([{ sub: changed.id, rev: 1 }]);
    const { claims } = await changed.login();
    await restApi.logout(gatehouse.url, { sessions: 'others' }, (await changed.login()).jwt);
    // Tokens from before the change are rejected, also those of the session that was kept.
    expect(ofAccount(await readAll(), changed.id)).toMatchObject([{ rev: 2, kept: { rev: claims.rev } }]);
  });

  test('is empty, and its cursor moves, when nothing happens', async () => {
    stopClock();
    const { cursor } = await readAll();
    jest.setSystemTime(Date.now() + 600_000);
    const later = await read(cursor);
    const last = await read(later.cursor);
    expect([last.sessions, last.accounts]).toEqual([[], []]);
    expect(Number(later.cursor)).toBeGreaterThan(Number(cursor));
  });
});

describe('nothing is missed', () => {
  /** Ends a session in a transaction that stays open until `commit` is called. */
  async function revokeSlowly(userId: string, sessionId: string) {
    let commit = () => {};
    const isHeld = new Promise<void>((resolve) => {
      commit = resolve;
    });
    let isDone = () => {};
    const isWritten = new Promise<void>((resolve) => {
      isDone = resolve;
    });
    const ended = gatehouse.stores.transaction(userId, async ({ sessions }) => {
      const at = new Date();
      const audit = successEvent(sessionActions.session_ended, at, null, { userId, sessionId });
      expect(await sessions.revoke({ userId, id: sessionId }, authEnds.logout, at, audit)).toBe(true);
      isDone();
      await isHeld;
    });
    await Promise.race([isWritten, ended]);
    return {
      commit: async () => {
        commit();
        await ended;
      },
    };
  }

  testWith('PostgreSQL')('of a transaction that ends ten minutes after younger ones have', async () => {
    const [slow, quick] = [await person(), await person()];
    const { claims: late } = await slow.login();
    const { jwt, claims: soon } = await quick.login();
    const { cursor } = await readAll();
    const { commit } = await revokeSlowly(slow.id, late.sid);
    await restApi.logout(gatehouse.url, {}, jwt);
    const before = await readAll(cursor);
    expect([before.sessions.includes(soon.sid), before.sessions.includes(late.sid)]).toEqual([true, false]);
    stopClock();
    jest.setSystemTime(Date.now() + 600_000);
    const meanwhile = await readAll(before.cursor);
    expect(meanwhile.sessions).not.toContain(late.sid);
    await commit();
    expect((await readAll(meanwhile.cursor)).sessions).toContain(late.sid);
  });

  testWith('PostgreSQL')('of a transaction that ends between the look for open ones and the read', async () => {
    const { id, login } = await person();
    const { claims } = await login();
    const { cursor } = await readAll();
    const { commit } = await revokeSlowly(id, claims.sid);
    stopClock();
    jest.setSystemTime(Date.now() + 600_000);
    let isFirst = true;
    const other = await gatehouse.another({}, ({ revocationFeed }) => ({
      revocationFeed: Object.assign(Object.create(revocationFeed), {
        async list(...request: Parameters<typeof revocationFeed.list>) {
          const found = await revocationFeed.list(...request);
          if (isFirst) await commit();
          isFirst = false;
          return found;
        },
      }),
    }));
    const first = await read(cursor, other.url);
    expect(first.sessions).not.toContain(claims.sid);
    expect((await read(first.cursor, other.url)).sessions).toContain(claims.sid);
  });

  test('of an instance whose clock is a minute behind, or a minute ahead', async () => {
    const people = [await person(), await person()];
    const [behind, ahead] = [await people[0]?.login(), await people[1]?.login()];
    const { cursor } = await readAll();
    for (const one of [behind, ahead]) await restApi.logout(gatehouse.url, {}, one?.jwt ?? null);
    const shift = (sid: string, by: string) =>
      gatehouse.sql(`UPDATE sessions SET revoked_ts = revoked_ts ${by} WHERE id = '${sid}'`);
    await shift(behind?.claims.sid, "- interval '60 s'");
    await shift(ahead?.claims.sid, "+ interval '60 s'");
    const { sessions } = await readAll(cursor);
    expect(sessions).toEqual(expect.arrayContaining([behind?.claims.sid, ahead?.claims.sid]));
  });

  test('of several pages, also if thousands have the same time, and if more come while they are read', async () => {
    const { id, login } = await person();
    const { cursor } = await readAll();
    // Half of them end together.
    await gatehouse.sql(`INSERT INTO sessions (id, user_id, created_ts, last_used_ts, expires_ts, revoked_ts)
      SELECT gen_random_uuid(), '${id}', now(), now(), now() + interval '1 d',
        date_trunc('milliseconds', now()) + CASE WHEN n > 1200 THEN n ELSE 0 END * interval '1 ms'
      FROM generate_series(1, 2400) AS n`);
    const rows = await gatehouse.sql(`SELECT id FROM sessions WHERE user_id = '${id}'`);
    const first = await read(cursor);
    expect(first.sessions.length + first.accounts.length).toBe(1000);
    const { jwt, claims } = await login();
    await restApi.logout(gatehouse.url, {}, jwt);
    const rest = await readAll(first.cursor);
    const found = [...first.sessions, ...rest.sessions];
    expect(new Set(found).size).toBe(found.length);
    for (const row of rows) expect(found).toContain(row.id);
    expect([...found, ...(await readAll(rest.cursor)).sessions]).toContain(claims.sid);
    expect(rest.pages).toBeGreaterThanOrEqual(2);
    await gatehouse.sql(`DELETE FROM sessions WHERE user_id = '${id}'`);
  });
});

describe('a cursor', () => {
  test('works as long as the longest access token lives, and then gets 410', async () => {
    const { jwt, claims } = await (await person()).login();
    const { cursor } = await readAll();
    await restApi.logout(gatehouse.url, {}, jwt);
    stopClock();
    const start = Date.now();
    jest.setSystemTime(start + 86_400_000);
    expect((await readAll(cursor)).sessions).toContain(claims.sid);
    jest.setSystemTime(start + 86_400_000 + 61_000);
    const { status, body } = await ask(`?after=${cursor}`);
    expect([status, body]).toEqual([
      410,
      { success: false, msg: 'This cursor is too old, or unknown. Start without a cursor.', code: 'CURSOR_EXPIRED' },
    ]);
    jest.setSystemTime(start + 86_400_000 + 200_000);
    // Nobody has a token of that session any more.
    expect((await readAll()).sessions).not.toContain(claims.sid);
  });

  test.each(['0', 'x', '-1', '1e12', '', '99999999999999', `${Date.now()}.1`, `${Date.now()}.1.x`, "1'--"])(
    'that is not ours gets 410: %s',
    async (after) => {
      expect((await ask(`?after=${encodeURIComponent(after)}`)).status).toBe(410);
    },
  );

  test('occurs once, and is short', async () => {
    for (const query of ['?after=1&after=2', `?after=${'1'.repeat(101)}`]) {
      const { status, body } = await ask(query);
      expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED']);
    }
  });

  test('can be used by another client', async () => {
    const { jwt, claims } = await (await person()).login();
    const { cursor } = await readAll();
    await restApi.logout(gatehouse.url, {}, jwt);
    const other = await createClient(gatehouse, 'billing');
    const { body } = await ask(`?after=${cursor}`, basicOf(other));
    expect(body.result.sessions).toContain(claims.sid);
  });
});

describe('only a client reads them', () => {
  test('with its id and its secret, by HTTP Basic', async () => {
    const { jwt } = await (await person()).login();
    const rejected: [Record<string, string>, string][] = [
      [{}, 'UNAUTHENTICATED'],
      [{ Authorization: `Bearer ${jwt}` }, 'UNAUTHENTICATED'],
      [basic(`${client.id}:wrong`), 'INVALID_CREDENTIALS'],
      [basic(`${randomUUID()}:${client.secret}`), 'INVALID_CREDENTIALS'],
    ];
    for (const [headers, code] of rejected) {
      const { status, headers: answered, body } = await ask('', headers);
      expect([status, body.success, body.code]).toEqual([401, false, code]);
      expect(answered.get('www-authenticate')).toBe('Basic realm="Gatehouse", charset="UTF-8"');
      expect(JSON.stringify(body)).not.toContain(client.secret);
    }
    const query = `?client_id=${client.id}&client_secret=${client.secret}`;
    expect((await ask(query, {})).status).toBe(401);
    const { headers } = await ask();
    expect(headers.get('cache-control')).toBe('no-store');
    expect(gatehouse.logged()).not.toContain(client.secret);
  });

  test('failures are limited and in the audit, and the right secret is never limited', async () => {
    const limited = await startGatehouse({ ...withLimits(), RATE_LIMIT_CLIENT_FAILURES: '2/900' });
    const own = await createClient(limited);
    const attempt = async (secret: string) => (await ask('', basic(`${own.id}:${secret}`), limited.url)).status;
    expect([await attempt('a'), await attempt('b'), await attempt('c')]).toEqual([401, 401, 429]);
    expect(await attempt(own.secret)).toBe(200);
    await limited.services.audit.close();
    const [event] = await limited.stores.audit.list({ action: 'client_rejected', limit: 10 });
    expect(event).toMatchObject({ outcome: 'INVALID_CREDENTIALS', count: 2, details: { clientId: own.id } });
    await limited.stop();
  });

  test('a page that was read is counted, and a cursor that has expired is no event of the audit', async () => {
    const pages = async () => {
      const text = await (await fetch(gatehouse.metricsUrl ?? '')).text();
      return Number(/^gatehouse_revocation_pages_total (\d+)$/m.exec(text)?.[1]);
    };
    const before = await pages();
    await read();
    await ask('?after=0');
    expect(await pages()).toBe(before + 1);
    await gatehouse.services.audit.close();
    const events = await gatehouse.stores.audit.list({ limit: 1000 });
    expect(events.filter(({ outcome }) => outcome === 'CURSOR_EXPIRED')).toEqual([]);
  });
});

test('while the database is away, the answer is 503', async () => {
  const away = await gatehouse.another({}, ({ revocationFeed }) => ({
    revocationFeed: Object.assign(Object.create(revocationFeed), {
      list: async () => {
        throw new AppError('SERVICE_UNAVAILABLE', { cause: new Error('the database is away') });
      },
    }),
  }));
  const { status, headers } = await ask('', basicOf(client), away.url);
  expect([status, headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)]);
});

testWith('PostgreSQL')('each page reads an index, also of a large table', async () => {
  const { id } = await person();
  await gatehouse.sql(`INSERT INTO sessions (id, user_id, created_ts, last_used_ts, expires_ts, revoked_ts)
    SELECT gen_random_uuid(), '${id}', now(), now(), now() + interval '1 d', now() - n * interval '1 s'
    FROM generate_series(1, 50000) AS n`);
  await gatehouse.sql('ANALYZE sessions');
  const { text } = listRevocations;
  const since = new Date(Date.now() - 75_000).toISOString();
  const values = [`'${since}'`, `'${randomUUID()}'`, '1000'];
  const filled = values.reduce((sql, value, i) => sql.replaceAll(`$${i + 1}`, value), text);
  const plan = (await gatehouse.sql(`EXPLAIN ${filled}`)).map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('sessions_revoked_ts_idx');
  expect(plan).not.toContain('Seq Scan on sessions');
  await gatehouse.sql(`DELETE FROM sessions WHERE user_id = '${id}'`);
});

const clientsOf = clientKinds.flatMap((kind) => [true, false].map((firstParty) => ({ kind, firstParty })));
test.each(clientsOf)(
  'of $kind (first party: $firstParty), only a service of the operator reads them',
  async (fields) => {
    const { id, secret } = await createApp(gatehouse, fields);
    // A public client has no secret, so it cannot ask.
    const { status, body } = await ask('', basicOf({ id, secret: secret ?? 'x' }));
    const isService = fields.kind === 'service' && fields.firstParty;
    expect([status, body.code]).toEqual(
      isService ? [200, undefined] : secret ? [403, 'FORBIDDEN'] : [401, 'INVALID_CREDENTIALS'],
    );
  },
);
