import { createInstallation, type Installation } from '../support/cli';

let installation: Installation;
beforeAll(async () => {
  installation = await createInstallation();
});
afterAll(() => installation.remove());

const webhooks = (...args: string[]) => installation.run(['webhooks', ...args]);
const json = async (...args: string[]) => JSON.parse((await webhooks(...args, '--json')).out);
const unknownId = '01a20e51-04c4-7d0a-9d3b-52f0a1b7c6de';
// An address, so that no name is looked up.
const url = 'https://1.1.1.1/webhooks';
const secretForm = /^whsec_[\w+/]{43}=$/;

/** Returns the id of a new endpoint. */
async function createEndpoint(): Promise<string> {
  return (await json('create', '--url', url, '--type', 'user.created')).endpoint.id;
}

test('create prints the id and the secret, which is not shown again', async () => {
  const { endpoint, secret } = await json('create', '--url', url, '--type', 'user.created, user.deleted');
  expect(endpoint).toEqual({
    id: expect.any(String),
    url,
    types: ['user.created', 'user.deleted'],
    created_ts: expect.any(String),
    disabled_ts: null,
    disabled_problem: null,
    failing_since_ts: null,
    secret_ts: endpoint.created_ts,
    previous_until_ts: null,
  });
  expect(secret).toMatch(secretForm);
  const before = (await webhooks('list')).out;
  // The newest first.
  expect(before.split('\n')[0]).toBe(`${endpoint.id}  ${url}  user.created,user.deleted`);

  const lines = await webhooks('create', '--url', url, '--type', 'user.created', '--type', 'session.revoked');
  expect(lines.out).toMatch(
    /^endpoint id {2}[0-9a-f-]{36}\nsecret {7}whsec_\S{44}\nThe secret cannot be shown again\.\n$/,
  );
  const listed = (await webhooks('list')).out;
  expect(listed).toMatch(/^[0-9a-f-]{36} {2}\S+ {2}user\.created,session\.revoked\n/);
  expect(listed.endsWith(before)).toBe(true);
  expect((await json('list'))[1]).toEqual(endpoint);
  expect(listed + (await webhooks('list', '--json')).out).not.toContain('whsec_');
});

test('update changes the given fields', async () => {
  const id = await createEndpoint();
  expect(await json('update', id, '--url', `${url}/2`)).toMatchObject({ id, url: `${url}/2`, types: ['user.created'] });
  const disabled = await json('update', id.toUpperCase(), '--type', 'factor.added', '--disable');
  expect(disabled).toMatchObject({ url: `${url}/2`, types: ['factor.added'], disabled_ts: expect.any(String) });
  const line = `${id}  ${url}/2  factor.added`;
  expect((await webhooks('list')).out).toContain(`${line}  disabled ${disabled.disabled_ts}Z\n`);
  expect(await webhooks('update', id, '--enable')).toEqual({ code: 0, out: `${line}\n`, err: '' });
  expect(await webhooks('update', id)).toEqual({ code: 0, out: `${line}\n`, err: '' });
});

test('rotate-secret prints another secret, and says until when the previous one signs', async () => {
  const { endpoint, secret } = await json('create', '--url', url, '--type', 'user.created');
  const { code, out } = await webhooks('rotate-secret', endpoint.id);
  expect([code, out]).toEqual([0, expect.stringMatching(/\nThe previous secret also signs until .*Z\.\n$/)]);
  expect(await webhooks('rotate-secret', endpoint.id, '--at-once')).toMatchObject({
    code: 2,
    out: '',
    err: expect.stringContaining('only the new secret verifies'),
  });
  const rotated = await json('rotate-secret', endpoint.id, '--at-once', '--yes');
  expect(rotated).toMatchObject({ endpoint: { id: endpoint.id, previous_until_ts: null } });
  expect(rotated.secret).toMatch(secretForm);
  expect([secret, /whsec_\S+/.exec(out)?.[0]]).not.toContain(rotated.secret);
});

test('delete asks first', async () => {
  const id = await createEndpoint();
  expect(await webhooks('delete', id)).toMatchObject({ code: 2, err: expect.stringContaining('confirm with --yes') });
  expect((await webhooks('list')).out).toContain(id);
  expect(await webhooks('delete', id, '--yes')).toEqual({
    code: 0,
    out: `deleted the endpoint ${id} (${url})\n`,
    err: '',
  });
  expect((await webhooks('list')).out).not.toContain(id);
  const other = await createEndpoint();
  expect(await json('delete', other, '--yes')).toEqual({ deleted: other });
});

test('test writes a delivery for the server, deliveries lists it with its state, and retry makes it due', async () => {
  const id = await createEndpoint();
  expect(await webhooks('deliveries', id)).toEqual({ code: 0, out: '', err: '' });
  expect(await webhooks('test', id)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^[0-9a-f-]{36} {2}test {2}\S+Z {2}0 attempts {2}due \S+Z\n$/),
  });
  const first = await json('test', id);
  expect(first).toMatchObject({ endpoint_id: id, type: 'test', data: {}, attempts: 0, ended_ts: null, problem: null });

  const example = await json('test', await createEndpoint(), '--type', 'user.updated');
  expect(example).toMatchObject({ type: 'user.updated', is_test: true, data: { changed: ['firstName', 'tel'] } });

  const { webhookDeliveries } = installation.stores;
  const at = new Date();
  const claim = { at, leaseUntil: new Date(at.getTime() + 60_000), atMost: 10, perReceiver: 10 };
  const [one, other] = (await webhookDeliveries.claim(claim)).filter(({ endpointId }) => endpointId === id);
  if (!one || !other) throw new Error('both deliveries are due');
  expect(await webhooks('retry', one.id)).toMatchObject({ code: 1, err: 'error: The delivery is being sent now.\n' });
  const problem = { problem: 'status', status: 500 } as const;
  const seen = { answer: 'no', durationMs: 7 };
  await webhookDeliveries.succeed({ id: other.id, attempts: 1, at, status: 204, ...seen });
  await webhookDeliveries.fail({ id: one.id, attempts: 1, at, dueTs: null, ...problem, ...seen });
  const { out } = await webhooks('deliveries', id);
  expect(out).toMatch(new RegExp(`^${one.id}  test  \\S+Z  1 attempts  status  status 500  7 ms$`, 'm'));
  expect(out).toMatch(new RegExp(`^${other.id}  test  \\S+Z  1 attempts  delivered  status 204  7 ms$`, 'm'));
  const listed = (await json('deliveries', id)) as { id: string }[];
  expect(listed.map((delivery) => delivery.id).toSorted()).toEqual([one.id, other.id].toSorted());
  expect((await webhooks('list')).out).toContain(`  failing since ${at.toISOString()}\n`);

  expect(await json('retry', one.id)).toMatchObject({ id: one.id, ended_ts: null, due_ts: expect.any(String) });
  expect((await webhooks('retry', other.id)).out).toMatch(/ 1 attempts {2}due \S+Z {2}status 204 {2}7 ms\n$/);
  await webhooks('update', id, '--disable');
  for (const args of [
    ['test', id],
    ['retry', one.id],
  ]) {
    expect(await webhooks(...args)).toEqual({ code: 1, out: '', err: 'error: The endpoint is disabled.\n' });
  }
});

test('the audit has every change', async () => {
  const { endpoint } = await json('create', '--url', url, '--type', 'user.created');
  const { id } = endpoint;
  await webhooks('update', id, '--type', 'user.deleted');
  await webhooks('rotate-secret', id);
  await webhooks('retry', (await json('test', id)).id);
  await webhooks('delete', id, '--yes');
  const recorded = async (action: string) =>
    (await installation.run(['audit', '--action', `webhook_${action}`, '--json'])).out;
  for (const action of ['created', 'updated', 'secret_rotated', 'tested', 'deleted']) {
    expect([action, (await recorded(action)).includes(id)]).toEqual([action, true]);
  }
  expect(await recorded('retried')).toContain('webhook_retried');
});

test.each([
  [['create', '--type', 'user.created'], 2, /required option '--url <url>'/],
  [['create', '--url', url], 2, /required option '--type <types>'/],
  [['create', '--url', 'http://example.com/', '--type', 'user.created'], 2, /^error: url must begin with https:/],
  [['create', '--url', 'https://10.0.0.1/', '--type', 'user.created'], 2, /^error: url must not be a private address/],
  [['create', '--url', url, '--type', 'user.eaten'], 2, /^error: types must be types of events/],
  [['test', unknownId, '--type', 'user.eaten'], 2, /^error: option '--type <type>' argument 'user.eaten' is invalid/],
  [['update', unknownId, '--enable', '--disable'], 2, /^error: use either --disable or --enable/],
  [['update', 'shop', '--enable'], 2, /It must be a UUID\. See: gatehouse webhooks list/],
  [['retry', 'shop'], 2, /It must be a UUID\. See: gatehouse webhooks deliveries/],
  [['update', unknownId, '--enable'], 1, /^error: There is no endpoint with this id/],
  [['rotate-secret', unknownId], 1, /^error: There is no endpoint with this id/],
  [['delete', unknownId, '--yes'], 1, /^error: There is no endpoint with this id/],
  [['test', unknownId], 1, /^error: There is no endpoint with this id/],
  [['deliveries', unknownId], 1, /^error: There is no endpoint with this id/],
  [['retry', unknownId], 1, /^error: There is no delivery with this id/],
])('%j says what is wrong', async (args, code, message) => {
  expect(await webhooks(...args)).toEqual({ code, out: '', err: expect.stringMatching(message) });
});

test('an error that names a setting says where the command reads the setting', async () => {
  const { code, err } = await webhooks('create', '--url', 'http://127.0.0.1:9/', '--type', 'user.created');
  expect({ code, err }).toEqual({
    code: 2,
    err:
      'error: url must begin with https:// (http:// only to a loopback address that WEBHOOK_NETWORKS lists)\n' +
      'note: this command reads WEBHOOK_NETWORKS from this shell and from .env in this folder, not from the server\n',
  });
  expect((await webhooks('create', '--url', 'ftp://1.1.1.1/', '--type', 'user.created')).err).not.toContain('note:');
});
