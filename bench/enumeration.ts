import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { password, registerAccounts } from './accounts';
import { Connection, jsonPost } from './connection';
import { type BenchProvider, startProvider } from './provider';
import { type Bench, createDatabase, median, newSecret, percentile, runBench, startServer } from './support';

// Measures whether the time of an answer reveals that an e-mail address has an account.
/** The AUC of two equal groups of this size misses the bound once in 9000 measurements. */
const pairs = 1000;
/** An operation that hashes takes longer. The AUC of two equal groups of this size misses the bound once in 370. */
const hashingPairs = 600;
const warmUpPairs = 50;
/** The server sends the mail of a request after the answer. The pause keeps this work out of the next measurement. */
const pauseMs = 10;
const mostShiftMs = 1;
/** How well the time alone separates the two groups: 0.5 is not at all (area under the ROC curve). */
const aucBounds = { least: 0.45, most: 0.55 };
const resamples = 2000;

interface Scenario {
  name: string;
  /** Settings that a login does not need. */
  env: Record<string, string>;
  /** A request that is sent first, and is not measured. Its answer has a token. */
  before?(email: string): Buffer;
  rest(email: string, token: string): Buffer;
  graphql(email: string, token: string): Buffer;
  /** A part of every answer. */
  expected: string;
  hashes: boolean;
  /** Half of the accounts get bcrypt hashes of another service before. Then two answers of a pair often differ. */
  withForeignHashes?: true;
}

const mutation = (name: string, type: string, input: object, headers: Readonly<Record<string, string>> = {}) =>
  jsonPost(
    '/graphql',
    {
      query: `mutation Bench($input: ${type}!) { ${name}(input: $input) { success error { code } } }`,
      variables: { input },
    },
    headers,
  );
/** A network that no account knows. */
const elsewhere = { 'X-Forwarded-For': '203.0.113.7' };
const person = { firstName: 'Ada', lastName: 'Lovelace' };
const wrong = `${password}, no`;

const scenariosWith = ({ env: withProvider, idTokenOf }: BenchProvider): readonly Scenario[] => [
  {
    name: 'login with a wrong password',
    env: {},
    rest: (email) => jsonPost('/auth/login', { email, password: wrong }),
    graphql: (email) => mutation('login', 'LoginInput', { email, password: wrong }),
    expected: '"INVALID_CREDENTIALS"',
    hashes: true,
  },
  {
    name: 'request to reset a password',
    env: {},
    rest: (email) => jsonPost('/auth/password/forgot', { email }),
    graphql: (email) => mutation('requestPasswordReset', 'RequestPasswordResetInput', { email }),
    expected: '"success":true',
    hashes: false,
  },
  {
    name: 'request to reset a password, without an answer to the challenge',
    env: { CHALLENGE: 'puzzle', CHALLENGE_WHEN: 'always', TRUST_PROXY: '1' },
    rest: (email) => jsonPost('/auth/password/forgot', { email }, elsewhere),
    graphql: (email) => mutation('requestPasswordReset', 'RequestPasswordResetInput', { email }, elsewhere),
    expected: '"CHALLENGE_REQUIRED"',
    hashes: false,
  },
  {
    name: 'e-mail that verifies an address',
    env: {},
    rest: (email) => jsonPost('/auth/email/verification', { email }),
    graphql: (email) => mutation('sendEmailVerification', 'SendEmailVerificationInput', { email }),
    expected: '"success":true',
    hashes: false,
  },
  {
    name: 'request for a code to sign in',
    env: { EMAIL_LOGIN: 'on' },
    rest: (email) => jsonPost('/auth/login/email', { email }),
    graphql: (email) => mutation('requestEmailLogin', 'RequestEmailLoginInput', { email }),
    expected: '"success":true',
    hashes: false,
  },
  {
    name: 'wrong code to sign in',
    env: { EMAIL_LOGIN: 'on' },
    before: (email) => jsonPost('/auth/login/email', { email }),
    rest: (_, token) => jsonPost('/auth/login/email/complete', { token, code: '000000' }),
    graphql: (_, token) => mutation('completeEmailLogin', 'CompleteEmailLoginInput', { token, code: '000000' }),
    expected: '"INVALID_TOKEN"',
    hashes: false,
  },
  {
    name: 'sign-in with a provider that does not vouch for the address',
    env: withProvider,
    rest: (email) => jsonPost('/auth/providers/bench/id-token', { id_token: idTokenOf(email), nonce: 'n' }),
    graphql: (email) =>
      mutation('loginWithIdToken', 'LoginWithIdTokenInput', {
        provider: 'bench',
        idToken: idTokenOf(email),
        nonce: 'n',
      }),
    expected: '"EMAIL_NOT_VERIFIED"',
    hashes: false,
  },
  {
    name: 'registration with REGISTRATION=confirm',
    env: { REGISTRATION: 'confirm' },
    rest: (email) =>
      jsonPost('/auth/register', { email, password, first_name: person.firstName, last_name: person.lastName }),
    graphql: (email) => mutation('register', 'RegisterInput', { email, password, ...person }),
    expected: '"success":true',
    hashes: true,
  },
  {
    name: 'login with a wrong password, half of the accounts with bcrypt of cost 12',
    env: { LOGIN_PASSWORD_RULE: 'any' },
    rest: (email) => jsonPost('/auth/login', { email, password: wrong }),
    graphql: (email) => mutation('login', 'LoginInput', { email, password: wrong }),
    expected: '"INVALID_CREDENTIALS"',
    hashes: true,
    withForeignHashes: true,
  },
];

/** Published by the library bcrypt of Python. */
const bcrypt = '$2b$12$EixZaYVK1fsbw1ZfbX3OXePaWxn96p36WQoeG6Lruj3vjPGga31lW';

async function storeForeignHashes(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query("UPDATE users SET password_hash = $1 WHERE email ~ '[13579]@'", [bcrypt]);
  await client.end();
}

async function main(bench: Bench): Promise<void> {
  const DATABASE_URL = await createDatabase(bench);
  const GATEHOUSE_SECRET = newSecret();
  const open = await startServer(bench, { DATABASE_URL, GATEHOUSE_SECRET });
  const emails = await registerAccounts(open.port, pairs);
  const [only] = process.argv.slice(2);
  for (const scenario of scenariosWith(await startProvider())) {
    if (only !== undefined && !scenario.name.includes(only)) continue;
    if (scenario.withForeignHashes) await storeForeignHashes(DATABASE_URL);
    const own = Object.keys(scenario.env).length > 0;
    const server = own ? await startServer(bench, { DATABASE_URL, GATEHOUSE_SECRET, ...scenario.env }) : open;
    for (const api of ['rest', 'graphql'] as const) {
      const connection = await Connection.open(server.port);
      await measurePairs(connection, scenario, api, emails.slice(0, warmUpPairs));
      const used = scenario.hashes ? emails.slice(0, hashingPairs) : emails;
      const timings = await measurePairs(connection, scenario, api, used);
      connection.close();
      const name = `${scenario.name}, ${api === 'rest' ? 'REST' : 'GraphQL'}`;
      report(bench, name, timings, scenario.withForeignHashes === true);
    }
  }
}

interface Timing {
  unknown: number;
  known: number;
}

async function measurePairs(
  connection: Connection,
  scenario: Scenario,
  api: 'rest' | 'graphql',
  emails: readonly string[],
): Promise<Timing[]> {
  const time = async (request: Buffer) => {
    const sentAt = performance.now();
    const { body } = await connection.send(request);
    const ms = performance.now() - sentAt;
    if (!body.includes(scenario.expected)) throw new Error(`${scenario.name} answered ${body}`);
    await delay(pauseMs);
    return ms;
  };
  const timings: Timing[] = [];
  for (const email of emails) {
    const unknownFirst = Math.random() < 0.5;
    const [known, unknown] = [
      await requestOf(connection, scenario, api, email),
      await requestOf(connection, scenario, api, email.replace('user', 'none')),
    ];
    const first = await time(unknownFirst ? unknown : known);
    const second = await time(unknownFirst ? known : unknown);
    timings.push(unknownFirst ? { unknown: first, known: second } : { unknown: second, known: first });
  }
  return timings;
}

async function requestOf(
  connection: Connection,
  scenario: Scenario,
  api: 'rest' | 'graphql',
  email: string,
): Promise<Buffer> {
  if (!scenario.before) return scenario[api](email, '');
  const { body } = await connection.send(scenario.before(email));
  await delay(pauseMs);
  return scenario[api](email, String(JSON.parse(String(body)).result.token));
}

function report(bench: Bench, name: string, timings: readonly Timing[], isMixed: boolean): void {
  const unknown = median(timings.map((t) => t.unknown));
  const known = median(timings.map((t) => t.known));
  const shift = medianShift(timings);
  const resampled = Array.from({ length: resamples }, () => medianShift(timings.map(() => pick(timings))));
  const interval = [percentile(resampled, 2.5), percentile(resampled, 97.5)].map(signed).join(' to ');
  const auc = aucOf(timings);
  console.log(
    `${name}: without account ${unknown.toFixed(2)} ms, with ${known.toFixed(2)} ms (medians of ${timings.length})`,
  );
  const text = `${name}: median difference of a pair ${signed(shift)} ms, 95 % interval ${interval} ms (at most ±${mostShiftMs})`;
  if (!isMixed) bench.bound(text, Math.abs(shift) <= mostShiftMs);
  const { least, most } = aucBounds;
  bench.bound(`${name}: AUC ${auc.toFixed(3)} (${least} to ${most})`, auc >= least && auc <= most);
}

/** The probability that a random answer for an unknown address takes longer than one for a known address. */
function aucOf(timings: readonly Timing[]): number {
  let wins = 0;
  for (const { unknown } of timings) {
    for (const { known } of timings) wins += unknown > known ? 1 : unknown === known ? 0.5 : 0;
  }
  return wins / timings.length ** 2;
}

/** The two requests of a pair follow each other, so other programs that come and go change both. */
function medianShift(timings: readonly Timing[]): number {
  return median(timings.map((t) => t.unknown - t.known));
}

function pick(timings: readonly Timing[]): Timing {
  return timings[Math.floor(Math.random() * timings.length)] as Timing;
}

function signed(ms: number): string {
  return `${ms < 0 ? '-' : '+'}${Math.abs(ms).toFixed(3)}`;
}

void runBench(1800, main);
