import { password, registerAccounts } from './accounts';
import { Connection, jsonPost } from './connection';
import { type Bench, createDatabase, median, newSecret, percentile, runBench, startServer } from './support';

// Measures whether the time of a rejected login reveals that an e-mail address has an account.
const pairs = 250;
const warmUpPairs = 20;
const mostShiftMs = 1;
const resamples = 2000;

interface Api {
  name: string;
  login(email: string, password: string): Buffer;
}

const document = 'mutation Login($input: LoginInput!) { login(input: $input) { success error { code } } }';
const apis: Api[] = [
  { name: 'REST', login: (email, password) => jsonPost('/auth/login', { email, password }) },
  {
    name: 'GraphQL',
    login: (email, password) => jsonPost('/graphql', { query: document, variables: { input: { email, password } } }),
  },
];

async function main(bench: Bench): Promise<void> {
  const DATABASE_URL = await createDatabase(bench);
  const server = await startServer(bench, { DATABASE_URL, GATEHOUSE_SECRET: newSecret() });
  const emails = await registerAccounts(server.port, pairs);
  for (const api of apis) {
    const connection = await Connection.open(server.port);
    await measurePairs(connection, api, emails.slice(0, warmUpPairs));
    const timings = await measurePairs(connection, api, emails);
    connection.close();
    report(bench, api.name, timings);
  }
}

interface Timing {
  unknown: number;
  wrong: number;
}

async function measurePairs(connection: Connection, api: Api, emails: readonly string[]): Promise<Timing[]> {
  const time = async (request: Buffer) => {
    const sentAt = performance.now();
    const { body } = await connection.send(request);
    const ms = performance.now() - sentAt;
    if (!body.includes('"INVALID_CREDENTIALS"')) throw new Error(`${api.name} answered ${body}`);
    return ms;
  };
  const timings: Timing[] = [];
  for (const email of emails) {
    const unknownFirst = Math.random() < 0.5;
    const wrongRequest = api.login(email, `${password}, no`);
    const unknownRequest = api.login(email.replace('user', 'none'), `${password}, no`);
    const first = await time(unknownFirst ? unknownRequest : wrongRequest);
    const second = await time(unknownFirst ? wrongRequest : unknownRequest);
    timings.push(unknownFirst ? { unknown: first, wrong: second } : { unknown: second, wrong: first });
  }
  return timings;
}

function report(bench: Bench, name: string, timings: readonly Timing[]): void {
  const unknown = median(timings.map((t) => t.unknown));
  const wrong = median(timings.map((t) => t.wrong));
  const shift = shiftOfMedians(timings);
  const resampled = Array.from({ length: resamples }, () => shiftOfMedians(timings.map(() => pick(timings))));
  const interval = [percentile(resampled, 2.5), percentile(resampled, 97.5)].map(signed).join(' to ');
  console.log(
    `${name}: unknown e-mail ${unknown.toFixed(2)} ms, wrong password ${wrong.toFixed(2)} ms (medians of ${timings.length})`,
  );
  const text = `${name}: shift of the medians ${signed(shift)} ms, 95 % interval ${interval} ms (at most ±${mostShiftMs})`;
  bench.bound(text, Math.abs(shift) <= mostShiftMs);
}

function shiftOfMedians(timings: readonly Timing[]): number {
  return median(timings.map((t) => t.unknown)) - median(timings.map((t) => t.wrong));
}

function pick(timings: readonly Timing[]): Timing {
  return timings[Math.floor(Math.random() * timings.length)] as Timing;
}

function signed(ms: number): string {
  return `${ms < 0 ? '-' : '+'}${Math.abs(ms).toFixed(3)}`;
}

void runBench(180, main);
