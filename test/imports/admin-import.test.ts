import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { hash as bcrypt } from '@node-rs/bcrypt';
import { AdminImportService, type ImportEngine } from '../../src/features/imports/admin-import.service';
import { mostPeople } from '../../src/features/imports/import-users.inputs';
import type { RequestContext } from '../../src/platform/request/request-context';
import { RequestTimings } from '../../src/platform/request/request-timings';
import { type Api, apis } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { toLines } from '../support/imports';
import { loginSuperAdmin } from '../support/super-admin';

let gatehouse: Gatehouse;
let admin: Awaited<ReturnType<typeof loginSuperAdmin>>;

beforeAll(async () => {
  gatehouse = await startGatehouse();
  admin = await loginSuperAdmin(gatehouse);
});
afterAll(() => gatehouse.stop());
beforeEach(() => gatehouse.sql(`DELETE FROM users WHERE id <> '${admin.id}'`));

interface Report {
  total: number;
  imported: number;
  alreadyThere: number;
  conflicts: number;
  rejected: number;
  leftOut: { line: number; record: number | null; outcome: string; errors: { field: string; msg: string }[] }[];
}

const person = (name: string, change: object = {}) => ({
  email: `${name}@example.com`,
  first_name: name,
  last_name: 'Example',
  ...change,
});
const password = 'correct horse battery';
const adaId = '01a1fafd-5d48-44fb-874f-7e0ccacee987';
const addresses = async () =>
  (await gatehouse.sql(`SELECT email FROM users WHERE id <> '${admin.id}' ORDER BY email`)).map(({ email }) => email);
const newest = async (action: 'users_imported' | 'admin_read') =>
  (await gatehouse.stores.audit.list({ action, limit: 1 }))[0];
/** GraphQL has the outcomes in upper case. */
const told = (report: Report | null) =>
  report?.leftOut.map(({ line, record, outcome, errors }) => {
    const place = record === null ? `${line}` : `${line}/${record}`;
    return `${place} ${outcome.toLowerCase()}: ${errors.map(({ field, msg }) => `${field} ${msg}`).join('; ')}`;
  });

describe.each(apis)('$name', ({ call }: Api) => {
  const send = (content: unknown, more: object = {}) =>
    call(gatehouse.url, 'importUsers', { content, ...more }, admin.jwt);

  test('each line becomes an account or has a reason, and the event names the super admin', async () => {
    const lines = [
      person('ada', { id: adaId, password: await bcrypt(password, 4), email_verified: true }),
      '{"email":',
      person('bob', { roles: ['editor'] }),
      person('eve', { is_super_admin: true }),
      person('dan', { password: { format: 'md5', hash: createHash('md5').update(password).digest('hex') } }),
      person('frank', { password }),
      person('ada', { id: 'another' }),
    ];
    const { result, ...answer } = await send(toLines(lines));
    expect(answer).toMatchObject({ success: true, msg: 'Each line has an outcome.' });
    expect(result).toMatchObject({ total: 7, imported: 2, alreadyThere: 0, conflicts: 0, rejected: 5 });
    expect(told(result)).toEqual([
      '2 rejected: line is not valid JSON',
      '4 rejected: is_super_admin is true: only the command imports super admins, with --allow-admins',
      '5 rejected: password is a fast digest (MD5, SHA, HMAC), which only the command imports',
      expect.stringContaining('6 rejected: password its format is not known'),
      '7 rejected: email is also in line 1',
    ]);
    expect(JSON.stringify(result)).not.toContain(password);
    expect(await addresses()).toEqual(['ada@example.com', 'bob@example.com']);
    const event = await newest('users_imported');
    expect(event).toMatchObject({ actorId: admin.id, userId: null, requestIds: [expect.any(String)] });
    expect(event?.ip).not.toBeNull();
    expect(event?.details).toEqual({ imported: 2, alreadyThere: 0, conflicts: 0, rejected: 5, ended: 'complete' });
    for (const api of apis) {
      expect(await api.login(gatehouse.url, { email: 'ada@example.com', password })).toMatchObject({ code: null });
    }

    const again = await send(toLines([person('ada', { id: adaId }), person('bob'), person('ada', { id: 'another' })]));
    expect(again.result).toMatchObject({ total: 3, imported: 0, alreadyThere: 2, conflicts: 0, rejected: 1 });
    const other = await send(toLines([person('ada', { id: 'another' })]));
    expect(told(other.result)).toEqual([`1 conflict: email is the address of the account ${adaId}`]);
  });

  test('CSV and a JSON array are recognized', async () => {
    const csv = 'Email;first_name;last_name\nada@example.com;Ada;\nbob@example.com;;B\n';
    const { result } = await send(csv, { missingName: '-' });
    expect(result).toMatchObject({ total: 2, imported: 2 });
    const array = await send(JSON.stringify([person('carol'), { email: 'dan@example.com' }], null, 2));
    expect(array.result).toMatchObject({ total: 2, imported: 1, rejected: 1 });
    expect(told(array.result)).toEqual(['7/2 rejected: first_name is required; last_name is required']);
    expect(await addresses()).toEqual(['ada@example.com', 'bob@example.com', 'carol@example.com']);
  });

  test('a dry run answers the same, writes no account, and is recorded as a read', async () => {
    const content = toLines([person('ada'), person('root', { id: 'x' }), person('bob', { tel: 7 })]);
    const imports = await gatehouse.sql(`SELECT id FROM audit_events WHERE action = 'users_imported'`);
    const dry = await send(content, { dryRun: true });
    expect(dry.result).toMatchObject({ total: 3, imported: 1, conflicts: 1, rejected: 1 });
    expect(await addresses()).toEqual([]);
    expect(await gatehouse.sql(`SELECT id FROM audit_events WHERE action = 'users_imported'`)).toEqual(imports);
    const event = await newest('admin_read');
    expect(event).toMatchObject({ actorId: admin.id, details: { operation: 'importUsers', accounts: 3 } });
    expect((await send(content)).result).toEqual(dry.result);
  });

  test.each([
    ['nothing', '', 'must have 1 to 500 people: for more, use the command'],
    ['blanks', ' \n\n', 'must have 1 to 500 people: for more, use the command'],
    ['only a first row', 'email,first_name,last_name\n', 'must have 1 to 500 people: for more, use the command'],
    ['a page', '<!doctype html>', expect.stringMatching(/^cannot be read\. The file is HTML/)],
    ['an unknown column', 'email,phone_number\n', expect.stringMatching(/^cannot be read\. The column "phone_number"/)],
    [
      'an array that is cut off',
      '[{"email": "ada@example.com", "first_name": "A", "last_name": "B"},',
      expect.any(String),
    ],
    ['a lone surrogate', '{"email": "\ud800"}', 'must be valid Unicode text'],
    ['a number', 7, null],
  ])('%s is rejected, and no line is imported', async (_, content, msg) => {
    const answer = await send(content);
    expect(answer).toMatchObject({ code: 'VALIDATION_FAILED', fields: [{ field: 'content' }] });
    if (msg !== null) expect(answer.fields).toEqual([{ field: 'content', msg }]);
    expect(await addresses()).toEqual([]);
  });

  test('five hundred people, and no more', async () => {
    const rows = Array.from({ length: mostPeople + 1 }, (_, i) => `u${i}@example.com,Ada,Example\n`);
    const head = 'email,first_name,last_name\n';
    const tooMany = await send(head + rows.join(''));
    expect(tooMany).toMatchObject({ code: 'VALIDATION_FAILED', fields: [{ field: 'content' }] });
    expect(await addresses()).toEqual([]);
    const { result } = await send(head + rows.slice(1).join(''));
    expect(result).toMatchObject({ total: 500, imported: 500 });
    expect(await addresses()).toHaveLength(500);
  });

  test('a line with thousands of unknown or nested fields has at most ten errors', async () => {
    const many = Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [`f${i}`, 1]));
    const levels = 30_000;
    const deep = `{"email":"ada@example.com","claims":{"a":${'['.repeat(levels)}${']'.repeat(levels)}}}`;
    for (const [line, count] of [
      [person('ada', many), 10],
      [deep, 3],
    ] as const) {
      const { result } = await send(toLines([line]));
      expect(result).toMatchObject({ total: 1, rejected: 1 });
      expect(result?.leftOut.map(({ errors }) => errors.length)).toEqual([count]);
    }
  });
});

test('a third import at the same time is rejected', async () => {
  let open = 0;
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const counts = { lines: 1, imported: 1, alreadyThere: 0, conflicts: 0, rejected: 0 };
  const engine = {
    async *read() {
      yield { line: 1, element: null, record: {} };
    },
    whyUnreadable: () => null,
    open: () => ({
      counts,
      run: async () => {
        open += 1;
        await released;
        return { ended: 'complete' };
      },
    }),
  } as unknown as ImportEngine;
  const access = { change: (_name: unknown, _context: unknown, work: () => unknown) => work() };
  const service = new AdminImportService(access as never, () => engine);
  const context = { timings: new RequestTimings(), signal: new AbortController().signal } as unknown as RequestContext;
  const send = () => service.importUsers({ content: 'a text' }, context);
  const running = [send(), send()];
  const third = send().then(
    () => null,
    (error) => error.code,
  );
  await nextTurn();
  const atOnce = open;
  release();
  expect([await third, atOnce]).toEqual(['CONFLICT', 2]);
  await Promise.all(running);
  expect(await send()).toMatchObject({ total: 1, imported: 1, leftOut: [] });
});
