import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { apis } from '../support/apis';
import { cliFile, createMigratedSettings, runCli, spawnCli } from '../support/cli';
import { describeWith } from '../support/needs';
import { shortLived, spawnGatehouse } from '../support/process';
import { until } from '../support/until';

/** A run with 100 000 lines takes some minutes: IMPORT_LINES=100000 npx jest test/process/import */
const numberOfLines = Number(process.env.IMPORT_LINES ?? 2400);
/** At so many places in the file. A run of hours can have more. */
const kills = Number(process.env.IMPORT_KILLS ?? 2);
/** Every line with this remainder is broken, so that the report shows how far the import is. */
const brokenEach = 50;
/** Lines that can be on their way to the report: three batches. */
const mostInFlight = 1500;

const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-import-'));
afterAll(() => rmSync(folder, { recursive: true }));

const isBroken = (i: number) => i % brokenEach === brokenEach - 1;
const idOf = (i: number) => {
  const hex = createHash('md5').update(String(i)).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
};
/** The keys have the order of an export. */
const personOf = (i: number) => ({
  id: idOf(i),
  email: `Person.${i}@example.com`,
  email_verified: i % 2 === 0,
  first_name: `First ${i}`,
  last_name: isBroken(i) ? '' : `Last ${i}`,
  tel: i % 3 === 0 ? `+43 ${i}` : null,
  tel_verified: i % 3 === 0,
  disabled: i % 7 === 0,
  is_super_admin: false,
  roles: i % 6 === 0 ? ['billing:read', 'editor'] : [],
  company: i % 5 === 0 ? `Company ${i}` : null,
  company_id_number: null,
  company_id_url: null,
  created_ts: new Date(1_500_000_000_000 + i).toISOString(),
  updated_ts: i % 4 === 0 ? new Date(1_600_000_000_000 + i).toISOString() : null,
  last_login_ts: null,
  locale: 'de',
  password: bcryptOf(createHash('sha256').update(String(i)).digest('hex')),
});
/** The last characters of salt and hash have only the bits that are used. */
const bcryptOf = (hex: string) => `$2b$12$${hex.slice(0, 21)}u${hex.slice(21, 51)}u`;
const lineOf = (i: number) => `${JSON.stringify(personOf(i))}\n`;
const linesOf = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => lineOf(from + i)).join('');

const reportedIn = (report: string) => (existsSync(report) ? readFileSync(report, 'utf8').split('\n').length - 1 : 0);

test(`${kills} kill -9 during an import leave no half user, and a restart ends with exactly the file`, async () => {
  const { env, remove } = await createMigratedSettings();
  const importing = (report: string): ChildProcess =>
    spawn(process.execPath, [...shortLived, cliFile, 'import', 'users', '-', '--yes', '--report', report], {
      env: { PATH: process.env.PATH, ...env },
      stdio: ['pipe', 'ignore', 'inherit'],
    });
  const expected = new Set<string>();
  for (let i = 0; i < numberOfLines; i += 1) if (!isBroken(i)) expected.add(lineOf(i).trimEnd());
  const exported = path.join(folder, 'exported.ndjson');
  /** Returns how many accounts there are, and how many of them are not as in the file. */
  const compare = async () => {
    expect(await runCli(env, ['export', 'users', exported, '--with-hashes', '--yes'])).toMatchObject({ code: 0 });
    let [accounts, wrong] = [0, 0];
    for await (const line of createInterface({ input: createReadStream(exported) })) {
      accounts += 1;
      if (!expected.has(line)) wrong += 1;
    }
    return { accounts, wrong };
  };

  const seen: number[] = [];
  for (let kill = 1; kill <= kills; kill += 1) {
    const report = path.join(folder, `rejected.${kill}.ndjson`);
    const child = importing(report);
    const ended = once(child, 'close');
    // The process gets no end of its input, so it cannot end before it is killed.
    const lines = Math.floor(mostInFlight + (kill * (numberOfLines - mostInFlight)) / (kills + 1));
    child.stdin?.on('error', () => {});
    child.stdin?.write(linesOf(0, lines));
    const target = Math.floor((lines - mostInFlight) / brokenEach);
    await until(async () => reportedIn(report) >= target);
    // At any moment of a batch.
    await delay(Math.random() * 50);
    child.kill('SIGKILL');
    expect(await ended).toEqual([null, 'SIGKILL']);
    const { accounts, wrong } = await compare();
    expect(wrong).toBe(0);
    seen.push(accounts);
  }
  const file = path.join(folder, 'users.ndjson');
  writeFileSync(file, linesOf(0, numberOfLines));
  const { code, out } = await runCli(env, ['import', 'users', file, '--yes', '--json']);
  const { imported, alreadyThere, rejected, conflicts } = JSON.parse(out);
  console.info(`${kills} kills during an import of ${numberOfLines} lines:`, {
    seen,
    imported,
    alreadyThere,
    rejected,
  });
  expect({ code, conflicts, rejected }).toEqual({ code: 3, conflicts: 0, rejected: numberOfLines - expected.size });
  expect(await compare()).toEqual({ accounts: expected.size, wrong: 0 });
  expect(imported).toBeGreaterThan(0);
  // Each kill happened on the way, and took nothing away. Two of them can find the same batches.
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  expect(seen.at(0)).toBeGreaterThan(0);
  expect(seen.at(-1)).toBeLessThan(expected.size);
  await remove();
});

describeWith('PostgreSQL')('while the server runs', () => {
  test('logins continue, and imported users can sign in at the same time', async () => {
    const { env, remove } = await createMigratedSettings();
    const gatehouse = await spawnGatehouse(env);
    await gatehouse.ready();
    const credentials = { email: 'ada@example.com', password: 'correct horse battery' };
    const ada = { ...credentials, firstName: 'Ada', lastName: 'Lovelace' };
    expect((await apis[0].register(gatehouse.url, ada)).code).toBeNull();
    const hash = (await runCli(env, ['export', 'users', '--with-hashes', '--yes'])).out;
    const { password } = JSON.parse(hash);

    const file = path.join(folder, 'live.ndjson');
    const lines = Array.from({ length: 2000 }, (_, i) =>
      JSON.stringify({ ...personOf(i), last_name: 'x', password, disabled: false }),
    );
    writeFileSync(file, lines.join('\n'));
    let isRunning = true;
    const importing = spawnCli(env, ['import', 'users', file, '--yes']).finally(() => {
      isRunning = false;
    });
    const codes = new Map<string | null, number>();
    for (let i = 0; isRunning; i += 1) {
      const { code } = await (apis[i % 2] ?? apis[0]).login(gatehouse.url, credentials);
      codes.set(code, (codes.get(code) ?? 0) + 1);
    }
    expect(await importing).toMatchObject({ code: 0, out: expect.stringMatching(/^imported {7}2000$/m) });
    expect([...codes.keys()]).toEqual([null]);
    for (const api of apis) {
      const { user } = await api.login(gatehouse.url, { ...credentials, email: 'person.1999@example.com' });
      expect(user?.id).toBe(idOf(1999));
    }
    expect(await gatehouse.signal('SIGTERM')).toBe(0);
    await remove();
  });

  test('SIGTERM ends an import after the batches in flight, with its counts', async () => {
    const { env, remove } = await createMigratedSettings();
    const child = spawn(process.execPath, [...shortLived, cliFile, 'import', 'users', '-', '--yes'], {
      env: { PATH: process.env.PATH, ...env },
    });
    let [out, err] = ['', ''];
    child.stdout.on('data', (chunk) => {
      out += chunk;
    });
    child.stderr.on('data', (chunk) => {
      err += chunk;
    });
    child.stdin.on('error', () => {});
    child.stdin.write(linesOf(0, 3000));
    const ended = once(child, 'close');
    // The reasons of the first broken lines are printed when their batch was written.
    await until(async () => err.includes('line 50:'));
    child.kill('SIGTERM');
    expect(await ended).toEqual([1, null]);
    const [, imported = ''] = /^imported +(\d+)$/m.exec(out) ?? [];
    expect(err).toContain('error: the import was stopped. To import the other lines, run the command again\n');
    const { out: exported } = await runCli(env, ['export', 'users']);
    expect(exported.split('\n').length - 1).toBe(Number(imported));
    expect(Number(imported)).toBeGreaterThan(0);
    const { out: events } = await runCli(env, ['audit', '--action', 'users_imported', '--json']);
    expect(JSON.parse(events).details).toMatchObject({ ended: 'stopped', imported: Number(imported) });
    await remove();
  });
});
