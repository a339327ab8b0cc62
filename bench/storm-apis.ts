import { setTimeout as delay } from 'node:timers/promises';
import { password, registerAccounts } from './accounts';
import { Connection, jsonPost } from './connection';
import { startStormClients } from './start-storm-clients';
import type { Answered } from './storm-clients';
import { type Bench, createDatabase, median, newSecret, percentile, runBench, startServer } from './support';

// 1000 logins at the same time through each API in turn, while four clients call `me` through the same API without a
// pause. Measures the successful logins per second, compared with a calm time with the same four clients, and the times
// of `me`.
const rounds = Number(process.env.ROUNDS ?? 3);
const accounts = 64;
const atOnce = 1000;
const calmConnections = 16;
const calmMs = 6000;
const stormMs = 4000;
const bounds = { goodput: 0.9, p99: 20 };

const apis = ['REST', 'GraphQL'] as const;
type Api = (typeof apis)[number];

interface Requests {
  logins: string[];
  me: string;
}

async function main(bench: Bench): Promise<void> {
  // All requests come from one address, so the limits of a network are off.
  const settings = { RATE_LIMITS: 'on', RATE_LIMIT_REFRESH_NETWORK: 'off', NODE_ENV: 'production' };
  const DATABASE_URL = await createDatabase(bench);
  const { port } = await startServer(bench, { DATABASE_URL, GATEHOUSE_SECRET: newSecret(), ...settings });
  const requests = requestsOf(await registerAccounts(port, accounts), await logIn(port));
  const [storm, greedy, probes] = [startStormClients(bench), startStormClients(bench), startStormClients(bench)];
  const meanwhile = (api: Api, ms: number) =>
    greedy({ kind: 'continuously', port, requests: Array(4).fill(requests[api].me), ms });

  for (const api of apis) {
    await Promise.all([loginsPerSecond(port, requests[api].logins, calmMs), meanwhile(api, calmMs)]);
  }
  const goodputs: Record<Api, number[]> = { REST: [], GraphQL: [] };
  const p99s: Record<Api, number[]> = { REST: [], GraphQL: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const api of apis) {
      const { logins, me } = requests[api];
      const [calm] = await Promise.all([loginsPerSecond(port, logins, calmMs), meanwhile(api, calmMs)]);
      const asked = meanwhile(api, stormMs);
      const probed = probes({ kind: 'steadily', port, requests: [me, requests.REST.me], perSecond: 50, ms: stormMs });
      await delay(500);
      const burst = Array.from({ length: atOnce }, (_, i) => logins[i % logins.length] ?? '');
      const answers = await storm({ kind: 'burst', port, requests: burst });
      const succeeded = answers.filter(({ isSuccess }) => isSuccess);
      const goodput = (succeeded.length * 1000) / Math.max(...answers.map(({ ms }) => ms)) / calm;
      const [greedyAnswers, probeAnswers] = await Promise.all([asked, probed]);
      const p99 = percentile(msOf(greedyAnswers), 99);
      goodputs[api].push(goodput);
      p99s[api].push(p99);
      console.log(
        `${api}: calm ${calm.toFixed(1)} logins a second; storm: ${succeeded.length} succeeded, ${(goodput * calm).toFixed(1)} a second; ${timesOf('me', greedyAnswers)} (${greedyAnswers.length}); ${timesOf('on connections opened meanwhile', probeAnswers)}`,
      );
      await delay(1000);
    }
  }
  for (const api of apis) {
    const [goodput, p99] = [median(goodputs[api]), median(p99s[api])];
    bench.bound(
      `${api}: goodput ${goodput.toFixed(2)} of calm (at least ${bounds.goodput})`,
      goodput >= bounds.goodput,
    );
    bench.bound(`${api}: me's p99 ${p99.toFixed(1)} ms (at most ${bounds.p99})`, p99 <= bounds.p99);
  }
}

const msOf = (answers: readonly Answered[]) => answers.map(({ ms }) => ms);

const timesOf = (name: string, answers: readonly Answered[]) =>
  `${name} p50 ${percentile(msOf(answers), 50).toFixed(1)}, p99 ${percentile(msOf(answers), 99).toFixed(1)} ms`;

const loginDocument =
  'mutation Login($input: LoginInput!) { login(input: $input) { success msg error { code retryAfter } result { jwt genTs user { id email firstName lastName lastLoginTs } } } }';

function requestsOf(emails: readonly string[], jwt: string): Record<Api, Requests> {
  const bearer = { Authorization: `Bearer ${jwt}` };
  const rest = emails.map((email) => jsonPost('/auth/login', { email, password }).toString());
  const graphql = emails.map((email) =>
    jsonPost('/graphql', { query: loginDocument, variables: { input: { email, password } } }).toString(),
  );
  return {
    REST: { logins: rest, me: `GET /auth/me HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${jwt}\r\n\r\n` },
    GraphQL: {
      logins: graphql,
      me: jsonPost('/graphql', { query: '{ me { id email firstName } }' }, bearer).toString(),
    },
  };
}

async function logIn(port: number): Promise<string> {
  const connection = await Connection.open(port);
  const { body } = await connection.send(jsonPost('/auth/login', { email: 'user000000@example.com', password }));
  connection.close();
  return JSON.parse(body.toString()).result.jwt;
}

async function loginsPerSecond(port: number, logins: readonly string[], ms: number): Promise<number> {
  const deadline = performance.now() + ms;
  let done = 0;
  const client = async (i: number) => {
    const connection = await Connection.open(port);
    for (let n = i; performance.now() < deadline; n += calmConnections) {
      const { body } = await connection.send(Buffer.from(logins[n % logins.length] ?? ''));
      if (body.includes('"success":true') && performance.now() < deadline) done += 1;
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: calmConnections }, (_, i) => client(i)));
  return (done * 1000) / ms;
}

void runBench(400, main);
