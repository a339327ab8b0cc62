import { setTimeout as delay } from 'node:timers/promises';
import { Connection, jsonPost } from '../../bench/connection';
import { checkRawAnswers } from '../support/checked-fetch';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';

/** A client sends more logins than the server can hash. Other people sign in now and then. Through both APIs. */
interface Person {
  email: string;
  ip: string;
}

const password = 'correct horse battery';
const hogConnections = 80;
const hogAccounts = 10;
const people = 8;
const loginsEach = 2;

const hogOf = (i: number) => `hog${i % hogAccounts}@example.com`;
const person = (i: number): Person => ({ email: `person${i}@example.com`, ip: `203.0.113.${i}` });
/** A person in the network of the client that sends too many logins. */
const colleague = (i: number): Person => ({ ...person(i), ip: '198.51.100.1' });

const hogs: [string, (i: number) => Person, (i: number) => Person][] = [
  ['one account from one network', () => ({ email: hogOf(0), ip: '198.51.100.1' }), person],
  ['one account from many networks', (i) => ({ email: hogOf(0), ip: `198.51.${i % 100}.${i % 250}` }), person],
  ['many accounts from one network', (i) => ({ email: hogOf(i), ip: '198.51.100.1' }), person],
  ['one account from the network of the others', () => ({ email: hogOf(0), ip: '198.51.100.1' }), colleague],
];

let gatehouse: Gatehouse;
let port: number;

beforeAll(async () => {
  gatehouse = await startGatehouse({
    TRUST_PROXY: '1',
    RATE_LIMITS: 'on',
    RATE_LIMIT_REGISTER_NETWORK: 'off',
    // The number of logins fills the queue, not their time, which depends on the machine.
    HASH_QUEUE_LENGTH: '40',
  });
  // On a busy machine a login waits so long that the server would close its connection.
  const longMs = 3_600_000;
  const limits = { headersMs: longMs, requestMs: longMs, keepAliveMs: longMs, silenceMs: longMs };
  ({ port } = await gatehouse.listen(limits));
  const connection = await connect();
  const emails = Array.from({ length: hogAccounts }, (_, i) => hogOf(i));
  for (const email of [...emails, ...Array.from({ length: people }, (_, i) => person(i).email)]) {
    const account = { email, first_name: 'Ada', last_name: 'Lovelace', password };
    const { status } = await connection.send(jsonPost('/auth/register', account));
    if (status !== 201) throw new Error(`a registration was answered with ${status}`);
  }
  connection.close();
});
afterAll(() => gatehouse.stop());

const connect = () => Connection.open(port);

/** Logs in. Returns whether the login succeeds. */
async function login(connection: Connection, { email, ip }: Person, api: 'REST' | 'GraphQL'): Promise<boolean> {
  const headers = { 'X-Forwarded-For': ip };
  const query = `mutation { login(input: { email: "${email}", password: "${password}" }) { success } }`;
  const request =
    api === 'REST' ? jsonPost('/auth/login', { email, password }, headers) : jsonPost('/graphql', { query }, headers);
  const { head, body } = await connection.send(request);
  checkRawAnswers(String(request), `${head}\r\n\r\n${body}`);
  return body.includes('"success":true');
}

/** Returns the share of successful logins, from 0 to 1. */
async function successRate(of: (i: number) => Person): Promise<number> {
  let succeeded = 0;
  const one = async (i: number) => {
    const connection = await connect();
    for (let n = 0; n < loginsEach; n += 1) {
      // The logins are spread over time.
      await delay(100 * Math.random());
      if (await login(connection, of(i), (i + n) % 2 ? 'REST' : 'GraphQL')) succeeded += 1;
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: people }, (_, i) => one(i)));
  return succeeded / (people * loginsEach);
}

/** Starts a client that signs in on all its connections without a pause. Resolves when the server rejects logins. */
async function startHog(of: (i: number) => Person) {
  const connections = await Promise.all(Array.from({ length: hogConnections }, connect));
  let succeeded = 0;
  let isOver = false;
  let isFull = () => {};
  const full = new Promise<void>((resolve) => {
    isFull = resolve;
  });
  const { users } = gatehouse.stores;
  const findCredentials = users.findCredentials.bind(users);
  // No login ends before the queue is full. Otherwise, hashing could be faster than the arrival of requests.
  const held = jest.spyOn(users, 'findCredentials').mockImplementation(async (email) => {
    await full;
    return findCredentials(email);
  });
  const all = connections.map(async (connection, i) => {
    while (!isOver) {
      if (await login(connection, of(i), i % 2 ? 'REST' : 'GraphQL')) succeeded += 1;
      else isFull();
    }
    connection.close();
  });
  await full;
  held.mockRestore();
  return {
    async stop() {
      isOver = true;
      await Promise.all(all);
      return { succeeded };
    },
  };
}

test.each(hogs)('%s: the logins of others succeed as often as without it', async (_what, hogAt, othersAt) => {
  const calm = await successRate(othersAt);
  const hog = await startHog(hogAt);
  const during = await successRate(othersAt);
  const { succeeded } = await hog.stop();
  expect(calm).toBeGreaterThan(0.9);
  expect(during).toBeGreaterThanOrEqual(0.9 * calm);
  expect(succeeded).toBeGreaterThan(0);
});
