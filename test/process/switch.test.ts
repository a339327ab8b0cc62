import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createUserExport } from '../../src/compose/imports';
import { postJson, restApi } from '../support/apis';
import { createInstallation } from '../support/cli';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { startLegacyService } from '../support/legacy-service';
import { untilStopped } from '../support/running';

/** The switch from an old service to a new Gatehouse, while clients sign in without a pause at one address. */

/** `SWITCH_USERS=1000 SWITCH_CLIENTS=8` is the full rehearsal, which takes eight minutes. */
const users = Number(process.env.SWITCH_USERS ?? 16);
const clients = Number(process.env.SWITCH_CLIENTS ?? 2);

interface Person {
  email: string;
  password: string;
  /** At the old service. */
  id: string;
}

const personOf = (n: number): Person => ({
  email: `person.${n}@example.com`,
  password: `the password of ${n}`,
  id: '',
});
const credentials = ({ email, password }: Person) => ({ email, password });

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The address of the clients: a reverse proxy that sends each request to the service that is `target` at that moment. */
async function startAddress(target: string) {
  const address = { url: '', target };
  const server = createServer((asked, answer) => {
    const { method, headers, url = '/' } = asked;
    const forwarded = request(new URL(url, address.target), { method, headers }, (received) => {
      answer.writeHead(received.statusCode ?? 502, received.headers);
      received.pipe(answer);
    });
    forwarded.on('error', (error) => answer.writeHead(502).end(String(error)));
    asked.pipe(forwarded);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  untilStopped(async () => {
    server.closeAllConnections();
    server.close();
  });
  address.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return address;
}

async function logIn(url: string, person: Person): Promise<string> {
  const response = await postJson(`${url}/auth/login`, credentials(person));
  const { result } = (await response.json()) as { result?: { user: { id: string } } };
  return result ? `${person.email}: ${result.user.id}` : `${person.email}: status ${response.status}`;
}
const expected = ({ email, id }: Person): string => `${email}: ${id}`;

/** Clients that sign in as one person after the other, without a pause. */
function startClients(url: string, people: readonly Person[]) {
  const wrong: string[] = [];
  let next = 0;
  let done = 0;
  let isStopped = false;
  const waiting: { after: number; resolve: () => void }[] = [];
  const run = async () => {
    while (!isStopped) {
      const person = people[next % people.length] as Person;
      next += 1;
      const answer = await logIn(url, person);
      if (answer !== expected(person)) wrong.push(answer);
      done += 1;
      for (const one of waiting) if (done >= one.after) one.resolve();
    }
  };
  const running = Array.from({ length: clients }, run);
  return {
    wrong,
    get logins() {
      return done;
    },
    /** Until the clients have made so many more logins. */
    more: (logins: number) => new Promise<void>((resolve) => waiting.push({ after: done + logins, resolve })),
    async stop() {
      isStopped = true;
      await Promise.all(running);
    },
  };
}

async function exportOf(old: Gatehouse, file: string): Promise<string> {
  const parts: string[] = [];
  for await (const part of createUserExport(old.stores).parts({ withHashes: true })) parts.push(part);
  writeFileSync(file, parts.join(''));
  return file;
}

/** All of them, `clients` at a time. */
async function logInAll(url: string, people: readonly Person[]): Promise<string[]> {
  const answers: string[] = [];
  for (let i = 0; i < people.length; i += clients) {
    answers.push(...(await Promise.all(people.slice(i, i + clients).map((person) => logIn(url, person)))));
  }
  return answers;
}

test('from a Gatehouse, with the password hashes', async () => {
  const old = await startGatehouse();
  const people: Person[] = [];
  const register = async (n: number): Promise<Person> => {
    const person = personOf(n);
    const { user } = await restApi.register(old.url, {
      ...credentials(person),
      firstName: 'Ada',
      lastName: 'Lovelace',
    });
    return { ...person, id: String(user?.id) };
  };
  for (let n = 0; n < users; n += clients) {
    people.push(
      ...(await Promise.all(Array.from({ length: Math.min(clients, users - n) }, (_, i) => register(n + i)))),
    );
  }
  const address = await startAddress(old.url);
  const running = startClients(address.url, people);
  await running.more(clients);

  const installation = await createInstallation();
  const importFile = async () => {
    const file = await exportOf(old, path.join(folder, 'users.ndjson'));
    return JSON.parse((await installation.run(['import', 'users', file, '--yes', '--json'])).out);
  };
  expect(await importFile()).toMatchObject({ imported: users, alreadyThere: 0, conflicts: 0, rejected: 0 });
  const second = await register(users);
  expect(await importFile()).toMatchObject({ imported: 1, alreadyThere: users, conflicts: 0, rejected: 0 });
  // After the last export: the new service asks the old one about this address.
  const third = await register(users + 1);

  const fresh = await installation.serve({
    LEGACY_URL: old.url,
    LEGACY_UNKNOWN: 'ask',
    LEGACY_TIMEOUT: '60000',
  });
  address.target = fresh.url;
  await running.more(users + clients);
  await running.stop();
  expect(running.wrong).toEqual([]);
  const all = [...people, second, third];
  expect(await logIn(address.url, second)).toBe(expected(second));
  expect(await logIn(address.url, third)).toBe(expected(third));

  await old.stop();
  expect(await logInAll(address.url, all)).toEqual(all.map(expected));
  await fresh.stop();
  await installation.remove();
});

test('from another service of the specification, which is asked for each password once', async () => {
  const old = await startLegacyService();
  const people = Array.from({ length: users }, (_, n) => {
    const person = personOf(n);
    return { ...person, record: old.add(person.email, person.password), id: '' };
  });
  for (const person of people) person.id = String(person.record.id);
  const address = await startAddress(old.url);
  const running = startClients(address.url, people);
  await running.more(clients);

  const absent = { ...personOf(users), record: old.add(personOf(users).email, personOf(users).password) };
  const lines = [...people, absent].map(({ record }) => `${JSON.stringify({ ...record, password: 'legacy' })}\n`);
  const file = path.join(folder, 'users.ndjson');
  writeFileSync(file, lines.join(''));
  const installation = await createInstallation();
  const { out } = await installation.run(['import', 'users', file, '--yes', '--json']);
  expect(JSON.parse(out)).toMatchObject({
    imported: users + 1,
    conflicts: 0,
    rejected: 0,
    passwords: { legacy: users + 1 },
  });
  const fresh = await installation.serve({ LEGACY_URL: old.url, LEGACY_TIMEOUT: '60000' });
  address.target = fresh.url;
  // Those in flight go to the old service.
  await running.more(clients);
  const before = old.asked.length;
  await running.more(users);
  await running.stop();
  expect(running.wrong).toEqual([]);
  expect(old.asked.length - before).toBeLessThanOrEqual(users);
  const wrong = { ...absent, password: 'not the password' };
  expect(await logIn(address.url, wrong)).toBe(`${absent.email}: status 401`);

  await old.stop();
  expect(await logInAll(address.url, people)).toEqual(people.map(expected));
  // Whether this password is right is not known, so it is not called wrong.
  expect(await logIn(address.url, absent)).toBe(`${absent.email}: status 503`);
  await fresh.stop();
  await installation.remove();
});
