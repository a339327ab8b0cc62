import { Connection, jsonPost } from '../../bench/connection';
import { checkRawAnswers } from '../support/checked-fetch';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { until } from '../support/until';

/** A client sends more logins than the server can hash. Other people sign in now and then. Through both APIs. */
interface Person {
  email: string;
  ip: string;
}

const password = 'correct horse battery';
const hogConnections = 36;
const hogAccounts = 10;
const people = 12;
/** The client goes on for so many rejections, so that the logins of the others arrive while the queue is full. */
const rejections = 200;

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
    HASH_CONCURRENCY: '2',
    HASH_QUEUE_LENGTH: '16',
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
    if (await login(connection, of(i), i % 2 ? 'REST' : 'GraphQL')) succeeded += 1;
    connection.close();
  };
  await Promise.all(Array.from({ length: people }, (_, i) => one(i)));
  return succeeded / people;
}

/**
 * Starts a client that signs in on all its connections without a pause. Resolves when the server rejects logins. No login
 * ends before `release`: hashing would be faster than the arrival of requests, and the queue never full for long.
 */
async function startHog(of: (i: number) => Person) {
  const connections = await Promise.all(Array.from({ length: hogConnections }, connect));
  let succeeded = 0;
  let rejected = 0;
  let isOver = false;
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { users } = gatehouse.stores;
  const findCredentials = users.findCredentials.bind(users);
  const held = jest.spyOn(users, 'findCredentials').mockImplementation(async (email) => {
    await released;
    return findCredentials(email);
  });
  const all = connections.map(async (connection, i) => {
    while (!isOver) {
      if (await login(connection, of(i), i % 2 ? 'REST' : 'GraphQL')) succeeded += 1;
      else rejected += 1;
    }
    connection.close();
  });
  await until(async () => rejected > 0);
  return {
    /** Resolves when the server has rejected so many more logins of this client. */
    async untilRejected(count: number) {
      const before = rejected;
      await until(async () => rejected >= before + count);
    },
    release() {
      release();
      held.mockRestore();
    },
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
  const others = successRate(othersAt);
  await hog.untilRejected(rejections);
  hog.release();
  const during = await others;
  const { succeeded } = await hog.stop();
  expect(calm).toBeGreaterThan(0.9);
  expect(during).toBeGreaterThanOrEqual(0.9 * calm);
  expect(succeeded).toBeGreaterThan(0);
});
