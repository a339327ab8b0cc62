import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { userActions } from '../../src/accounts/users/users.audit';
import type { OperationName } from '../../src/compose/features';
import { successEvent } from '../../src/platform/audit/audit-event';
import { parseWebhookSecret, signWebhook } from '../../src/platform/webhooks/standard-webhooks';
import { WebhookAddresses } from '../../src/platform/webhooks/webhook-address';
import { WebhookSender } from '../../src/platform/webhooks/webhook-sender';
import { apis, restApi } from '../support/apis';
import { onPostgres } from '../support/database';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { loginSuperAdmin } from '../support/super-admin';
import { until } from '../support/until';

interface Received {
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

let gatehouse: Gatehouse;
let admin: Awaited<ReturnType<typeof loginSuperAdmin>>;
let receiver: Server;
let receiverUrl: string;
const received: Received[] = [];
/** What the receiver does with a path. By default it answers 204. */
const answers = new Map<string, (req: IncomingMessage, res: ServerResponse) => void>();

/** An event costs about 1 ms of CPU on PostgreSQL, and 4 ms on the embedded database. */
const eventsBesideDead = onPostgres ? 10_000 : 300;

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

beforeAll(async () => {
  receiver = createServer(async (req, res) => {
    let body = '';
    for await (const chunk of req) body += chunk;
    const path = req.url ?? '';
    received.push({ path, headers: req.headers, body });
    const answer = answers.get(path);
    if (answer) answer(req, res);
    else res.writeHead(204).end();
  });
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
  receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  gatehouse = await startGatehouse({ WEBHOOK_NETWORKS: '127.0.0.0/8' }, undefined, undefined, undefined, {
    webhookMs: 4000,
  });
  admin = await loginSuperAdmin(gatehouse);
});
afterAll(async () => {
  await gatehouse.stop();
  receiver.closeAllConnections();
  receiver.close();
});

const [rest] = apis;
const call = <Name extends OperationName>(operation: Name, input: object) =>
  rest.call(gatehouse.url, operation, { ...input }, admin.jwt);

/** Creates an endpoint with a path of its own, and returns what it has received. */
async function createEndpoint(types: readonly string[], answer?: (req: IncomingMessage, res: ServerResponse) => void) {
  const path = `/${randomUUID()}`;
  if (answer) answers.set(path, answer);
  const made = await call('createWebhookEndpoint', {
    url: receiverUrl + path,
    types,
  });
  if (!made.result) throw new Error(made.msg);
  const { endpoint, secret } = made.result;
  // Another process learns of it from the notification.
  await until(() => gatehouse.stores.events.isOn);
  return {
    id: endpoint.id,
    secret,
    path,
    got: () => received.filter((one) => one.path === path),
    bodies: () =>
      received
        .filter((one) => one.path === path)
        .map(({ body }) => JSON.parse(body) as { type: string; data: Record<string, unknown> }),
    remove: () => call('deleteWebhookEndpoint', { id: endpoint.id }),
    get: async () => (await call('webhookEndpoint', { id: endpoint.id })).result,
    deliveries: async () => (await call('webhookDeliveries', { id: endpoint.id })).result?.nodes ?? [],
  };
}

let people = 0;
async function register() {
  people += 1;
  const account = {
    email: `person-${people}@example.com`,
    password: 'correct horse battery',
    firstName: 'Ada',
    lastName: 'Lovelace',
  };
  const { user } = await restApi.register(gatehouse.url, account);
  return { id: user?.id ?? '', ...account };
}

const verifies = ({ headers, body }: Received, ...secrets: string[]) => {
  const id = String(headers['webhook-id']);
  const sentAt = new Date(Number(headers['webhook-timestamp']) * 1000);
  const bytes = secrets.map((secret) => parseWebhookSecret(secret) ?? Buffer.alloc(0));
  return signWebhook({ id, sentAt, body }, bytes)['webhook-signature'] === headers['webhook-signature'];
};

test.each(apis)('super admins manage endpoints through $name', async (api) => {
  const ask = <Name extends OperationName>(operation: Name, input: object) =>
    api.call(gatehouse.url, operation, { ...input }, admin.jwt);
  const url = `${receiverUrl}/${randomUUID()}`;
  const types = ['user.created', 'user.deleted'];
  const made = await ask('createWebhookEndpoint', {
    url,
    types: [...types, ...types],
  });
  const { endpoint, secret } = made.result ?? { endpoint: null, secret: '' };
  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
  const facts = { disabledTs: null, disabledProblem: null, failingSinceTs: null, previousUntilTs: null };
  expect(endpoint).toMatchObject({ url, types, ...facts });
  const id = endpoint?.id ?? '';
  expect((await ask('webhookEndpoint', { id })).result).toEqual(endpoint);
  const listed = (await ask('webhookEndpoints', {})).result;
  expect(JSON.stringify(listed)).toContain(id);
  expect(JSON.stringify(listed)).not.toContain(secret);
  const [row] = await gatehouse.sql(
    `SELECT encode(encrypted_secret, 'escape') AS sealed FROM webhook_endpoints WHERE id = '${id}'`,
  );
  expect(String(row?.sealed)).not.toContain(secret.slice(6));

  const changed = await ask('updateWebhookEndpoint', { id, types: ['session.created'], disabled: true });
  expect(changed.result).toMatchObject({ url, types: ['session.created'], disabledTs: expect.any(String) });
  expect(await ask('testWebhook', { id })).toMatchObject({ code: 'CONFLICT' });
  expect((await ask('updateWebhookEndpoint', { id, disabled: false })).result).toMatchObject({ disabledTs: null });
  const rotated = await ask('rotateWebhookSecret', { id });
  expect(rotated.result?.secret).not.toBe(secret);
  expect(rotated.result?.endpoint).toMatchObject({ previousUntilTs: expect.any(String) });
  const atOnce = await ask('rotateWebhookSecret', { id, atOnce: true });
  expect(atOnce.result?.endpoint).toMatchObject({ previousUntilTs: null });

  const tested = await ask('testWebhook', { id });
  expect(tested.result).toMatchObject({ type: 'test', data: {}, attempts: 0, endedTs: null, problem: null });
  const ended = await until(async () => {
    const page = (await ask('webhookDeliveries', { id })).result;
    return page?.nodes.find(({ endedTs }) => endedTs);
  });
  expect(ended).toMatchObject({ id: tested.result?.id, problem: null, status: 204, dueTs: null });
  expect(ended).toMatchObject({ answer: null, durationMs: expect.any(Number), isTest: true });
  expect(JSON.parse(ended.body)).toMatchObject({ type: 'test', test: true, data: {} });
  expect(await ask('testWebhook', { id, type: 'user.exploded' })).toMatchObject({ code: 'VALIDATION_FAILED' });
  const again = await ask('retryWebhookDelivery', { id: ended.id });
  expect(again.result).toMatchObject({ id: ended.id, endedTs: null });

  expect(await ask('deleteWebhookEndpoint', { id })).toMatchObject({ success: true });
  for (const operation of [
    'webhookEndpoint',
    'rotateWebhookSecret',
    'deleteWebhookEndpoint',
    'testWebhook',
    'webhookDeliveries',
  ] as const) {
    expect(await ask(operation, { id })).toMatchObject({ success: false, code: 'NOT_FOUND' });
  }
  expect(await ask('updateWebhookEndpoint', { id, disabled: true })).toMatchObject({ code: 'NOT_FOUND' });
  expect(await ask('retryWebhookDelivery', { id: 'x' })).toMatchObject({ code: 'NOT_FOUND' });
  for (const wrong of [
    { url: 'https://169.254.169.254/', types },
    { url: 'http://localhost.:1/', types },
    { url, types: [] },
    { url, types: ['user.exploded'] },
    { types },
  ]) {
    expect(await ask('createWebhookEndpoint', wrong)).toMatchObject({ code: 'VALIDATION_FAILED' });
  }
  const actions = await gatehouse.sql(
    `SELECT DISTINCT action FROM audit_events WHERE details->>'endpointId' = '${id}' ORDER BY action`,
  );
  expect(actions.map(({ action }) => action)).toEqual(
    ['created', 'deleted', 'secret_rotated', 'tested', 'updated'].map((what) => `webhook_${what}`),
  );
});

test('an example of an event is sent, and both APIs show the same body, answer, status and duration', async () => {
  const endpoint = await createEndpoint(['user.created'], (_, res) => {
    setTimeout(() => res.writeHead(422).end(`<b>no</b> ${endpoint.secret} ${'x'.repeat(2000)}`), 30);
  });
  for (const { name, call: ask } of apis) {
    // Also of a type that the endpoint does not get.
    const input = { id: endpoint.id, type: 'user.updated' };
    const { result: sent } = await ask(gatehouse.url, 'testWebhook', input, admin.jwt);
    expect([name, sent]).toEqual([
      name,
      expect.objectContaining({ type: 'user.updated', isTest: true, answer: null, durationMs: null }),
    ]);
    const failed = await until(async () =>
      (await endpoint.deliveries()).find(({ id, problem }) => id === sent?.id && problem !== null),
    );
    const got = endpoint.got().at(-1) as Received;
    expect(failed).toMatchObject({ status: 422, problem: 'status', body: got.body });
    expect(failed.body).toBe(sent?.body);
    expect(JSON.parse(got.body)).toMatchObject({
      type: 'user.updated',
      test: true,
      data: { user_id: expect.any(String), changed: ['first_name', 'tel'] },
    });
    expect(verifies(got, endpoint.secret)).toBe(true);
    expect(failed.answer).toMatch(/^<b>no<\/b> whsec_\*{43}= x+$/);
    expect(failed.answer?.length).toBe(1024);
    expect(failed.durationMs).toBeGreaterThanOrEqual(25);
  }
  const pages = await Promise.all(
    apis.map((api) => api.call(gatehouse.url, 'webhookDeliveries', { id: endpoint.id }, admin.jwt)),
  );
  const [ofRest, ofGraphql] = pages.map(({ result }) =>
    result?.nodes.map(({ id, body, answer, status, durationMs, isTest }) => ({
      id,
      body,
      answer,
      status,
      durationMs,
      isTest,
    })),
  );
  expect(ofRest).toHaveLength(2);
  expect(ofGraphql).toEqual(ofRest);
  await endpoint.remove();
});

test('what a receiver has answered to the events of a user is removed when the user is erased', async () => {
  const endpoint = await createEndpoint(['user.created'], (_, res) => res.writeHead(200).end('Hello Ada'));
  const [ada, other] = [await register(), await register()];
  const answers = async () => new Map((await endpoint.deliveries()).map(({ data, answer }) => [data.user_id, answer]));
  await until(async () => [...(await answers()).values()].filter(Boolean).length === 2);
  await gatehouse.sql(`UPDATE users SET disabled = true, deletion_due_ts = now() WHERE id = '${ada.id}'`);
  await gatehouse.services.eraser.erase(ada.id);
  expect(await gatehouse.sql(`SELECT 1 FROM users WHERE id = '${ada.id}'`)).toEqual([]);
  expect([...(await answers())].toSorted()).toEqual(
    [
      [ada.id, null],
      [other.id, 'Hello Ada'],
    ].toSorted(),
  );
  await endpoint.remove();
});

test('an event comes signed, with ids and without personal data, and a change of the user names its fields', async () => {
  const endpoint = await createEndpoint([
    'user.created',
    'user.updated',
    'session.created',
    'session.revoked',
    'user.deleted',
  ]);
  const person = await register();
  const { jwt } = await restApi.login(gatehouse.url, person);
  await restApi.updateProfile(gatehouse.url, { firstName: 'Augusta' }, jwt);
  await restApi.logout(gatehouse.url, {}, jwt);
  const got = await until(() => endpoint.got().length >= 4 && endpoint.got());
  expect(got.every((one) => verifies(one, endpoint.secret))).toBe(true);
  expect(JSON.stringify(got)).not.toMatch(/Ada|Augusta|person-/);
  const session = { user_id: person.id, session_id: expect.any(String) };
  const bodies = endpoint.bodies().toSorted((a, b) => a.type.localeCompare(b.type));
  const timestamp = expect.stringMatching(/^\d{4}-.*Z$/);
  expect(bodies).toEqual([
    { type: 'session.created', timestamp, data: { ...session, method: 'password' } },
    { type: 'session.revoked', timestamp, data: session },
    { type: 'user.created', timestamp, data: { user_id: person.id } },
    { type: 'user.updated', timestamp, data: { ...session, changed: ['first_name'] } },
  ]);
  expect(got[0]?.headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': expect.stringMatching(/^Gatehouse\//),
  });

  // Both secrets sign during a rotation.
  const rotated = await call('rotateWebhookSecret', { id: endpoint.id });
  const before = endpoint.got().length;
  await restApi.login(gatehouse.url, person);
  const [next] = await until(() => endpoint.got().length > before && endpoint.got().slice(before));
  expect(verifies(next as Received, rotated.result?.secret ?? '', endpoint.secret)).toBe(true);
  await endpoint.remove();
});

test('an operation that is rolled back has no event, and an address that is taken has none', async () => {
  const endpoint = await createEndpoint(['user.created']);
  const person = await register();
  await restApi.register(gatehouse.url, person);
  await until(() => endpoint.got().length > 0);
  const event = successEvent(userActions.registered, new Date(), null, { userId: person.id });
  const rolledBack = gatehouse.stores.transaction(null, async (tx) => {
    await tx.audit.insert([event]);
    throw new Error('rolled back');
  });
  await expect(rolledBack).rejects.toThrow('rolled back');
  expect(await endpoint.deliveries()).toHaveLength(1);
  await endpoint.remove();
});

test('failures are tried again with the same id, and a redirection is a failure', async () => {
  let calls = 0;
  const failing = await createEndpoint(['user.created'], (_, res) => {
    calls += 1;
    if (calls === 1) res.writeHead(500).end('x'.repeat(100_000));
    else res.writeHead(200).end('x'.repeat(1_000_000));
  });
  const redirecting = await createEndpoint(['user.created'], (_, res) =>
    res.writeHead(301, { Location: 'http://169.254.169.254/latest/meta-data/' }).end(),
  );
  const dropping = await createEndpoint(['user.created'], (req) => req.socket.destroy());
  const silent = await createEndpoint(['user.created'], () => {});
  const patient = await createEndpoint(['user.created'], (_, res) =>
    res.writeHead(503, { 'Retry-After': '3600' }).end(),
  );
  await register();
  const firstOf = ({ deliveries }: typeof failing) =>
    until(async () => (await deliveries()).find(({ problem }) => problem !== null));
  const failed = await firstOf(failing);
  expect(failed).toMatchObject({
    problem: 'status',
    status: 500,
    attempts: 1,
    endedTs: null,
    dueTs: expect.any(String),
  });
  expect(await failing.get()).toMatchObject({ failingSinceTs: expect.any(String), disabledTs: null });
  expect(await firstOf(redirecting)).toMatchObject({ problem: 'redirect', status: 301 });
  expect(await firstOf(dropping)).toMatchObject({ problem: 'connection', status: null });
  expect(await firstOf(silent)).toMatchObject({ problem: 'timeout', status: null });
  const waits = await firstOf(patient);
  expect(new Date(waits.dueTs ?? 0).getTime() - Date.now()).toBeGreaterThan(3_500_000);

  await gatehouse.sql(`UPDATE webhook_deliveries SET due_ts = now() WHERE id = '${failed.id}'`);
  const done = await until(async () => (await failing.deliveries()).find(({ endedTs }) => endedTs));
  expect(done).toMatchObject({ id: failed.id, problem: null, status: 200, attempts: 2 });
  expect(new Set(failing.got().map(({ headers }) => headers['webhook-id']))).toEqual(new Set([failed.id]));
  expect(await failing.get()).toMatchObject({ failingSinceTs: null });
  for (const one of [failing, redirecting, dropping, silent, patient]) await one.remove();
});

test('410 and five days of failures disable an endpoint, and super admins get a mail', async () => {
  await gatehouse.sql(`UPDATE users SET email_verified = true WHERE id = '${admin.id}'`);
  const gone = await createEndpoint(['user.created'], (_, res) => res.writeHead(410).end());
  const failing = await createEndpoint(['user.created'], (_, res) => res.writeHead(500).end());
  await gatehouse.sql(
    `UPDATE webhook_endpoints SET failing_since_ts = now() - interval '5 days' WHERE id = '${failing.id}'`,
  );
  await register();
  for (const [endpoint, disabledProblem] of [
    [gone, 'gone'],
    [failing, 'failing'],
  ] as const) {
    await until(async () => (await endpoint.get())?.disabledTs);
    expect(await endpoint.get()).toMatchObject({ disabledProblem });
  }
  expect((await gone.deliveries())[0]).toMatchObject({ problem: 'gone', endedTs: expect.any(String), status: 410 });
  await until(
    async () => (await gatehouse.sql(`SELECT 1 FROM messages WHERE template = 'webhook_disabled'`)).length > 0,
  );
  const mails = (await gatehouse.mails()).filter(({ subject }) => /webhook endpoint/.test(subject));
  // The second notice joins the first one, unless that one was sent already.
  expect([...new Set(mails.map(({ to }) => to))]).toEqual([admin.email]);
  const count = gone.got().length;
  await register();
  expect((await gone.deliveries()).length).toBe(count);
  // Enabled again, it begins anew.
  answers.delete(failing.path);
  await call('updateWebhookEndpoint', { id: failing.id, disabled: false });
  expect(await failing.get()).toMatchObject({ disabledProblem: null, failingSinceTs: null });
  for (const one of [gone, failing]) await one.remove();
});

test('an endpoint that does not answer delays no other, gets at most four at once, and fills no memory', async () => {
  const events = eventsBesideDead;
  const open: ServerResponse[] = [];
  let most = 0;
  const dead = await createEndpoint(['session.created'], (req, res) => {
    open.push(res);
    most = Math.max(most, open.length);
    req.socket.on('close', () => open.splice(open.indexOf(res), 1));
  });
  const ids = new Set<string>();
  let halfway: () => void = () => {};
  const half = new Promise<void>((resolve) => {
    halfway = resolve;
  });
  const alive = await createEndpoint(['session.created'], (req, res) => {
    // What the test itself keeps would be counted as memory of the deliveries.
    received.pop();
    ids.add(String(req.headers['webhook-id']));
    if (ids.size === events / 2) halfway();
    res.writeHead(204).end();
  });
  const person = await register();
  const heap = () => {
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  const before = heap();
  const startedAt = performance.now();
  await gatehouse.sql(
    `INSERT INTO webhook_deliveries (endpoint_id, type, data, created_ts, due_ts)
     SELECT e.id, 'session.created', jsonb_build_object('user_id', '${person.id}'), now(), now() - interval '1 minute'
     FROM webhook_endpoints e, generate_series(1, ${events}) WHERE e.id IN ('${dead.id}', '${alive.id}')`,
  );
  await half;
  const heldMb = (heap() - before) / 1e6;
  await until(() => ids.size >= events);
  const seconds = (performance.now() - startedAt) / 1000;
  expect(heldMb).toBeLessThan(20);
  expect(most).toBeLessThanOrEqual(4);
  // Four at a time, and each for the four seconds of `webhookMs`.
  expect(dead.got().length).toBeLessThanOrEqual(4 * (1 + Math.ceil(seconds / 4)));
  // The last answer is recorded after the receiver has sent it. Of the dead endpoint, everything still waits.
  const left = await until(async () => {
    const rows = await gatehouse.sql(
      `SELECT endpoint_id, count(*)::int FROM webhook_deliveries WHERE due_ts IS NOT NULL
       AND endpoint_id IN ('${dead.id}', '${alive.id}') GROUP BY endpoint_id`,
    );
    return rows.length === 1 && rows;
  });
  expect(left).toEqual([{ endpoint_id: dead.id, count: events }]);
  for (const one of [dead, alive]) await one.remove();
});

test('a name that changes its address between the check and the connection is not followed', async () => {
  let asked = 0;
  const port = new URL(receiverUrl).port;
  const rebinding = new WebhookAddresses([], async () => {
    asked += 1;
    return [{ address: asked === 1 ? '192.0.2.1' : '127.0.0.1', family: 4 }];
  });
  const sender = new WebhookSender(rebinding, 300);
  const sent = { url: `https://rebinding.example:${port}/rebinding`, headers: {}, body: '{}' };
  const { signal } = new AbortController();
  // 192.0.2.0/24 is reserved, so it is not sent to at all; the second answer is loopback.
  expect(await sender.send(sent, signal)).toMatchObject({ problem: 'forbidden_address' });
  expect(await sender.send(sent, signal)).toMatchObject({ problem: 'forbidden_address' });
  // The connection asks for the name no second time: it uses the address that was checked.
  asked = 0;
  const pinned = new WebhookAddresses(['127.0.0.0/8'], async () => {
    asked += 1;
    return [{ address: '127.0.0.1', family: 4 }];
  });
  expect(await new WebhookSender(pinned, 5000).send(sent, signal)).toMatchObject({ problem: 'tls' });
  expect(asked).toBe(1);
  expect(received.filter(({ path }) => path === '/rebinding')).toEqual([]);
});

test('without an endpoint, the switch is off: no event is written', async () => {
  const endpoints = (await call('webhookEndpoints', {})).result ?? [];
  for (const { id } of endpoints) await call('deleteWebhookEndpoint', { id });
  await until(() => !gatehouse.stores.events.isOn);
  await register();
  expect(await gatehouse.sql('SELECT 1 FROM webhook_deliveries')).toEqual([]);
});
