import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { Client } from 'pg';
import { createFilled, GATEHOUSE_SECRET } from './admin-data';
import { type Bench, median, runBench, startServer } from './support';

// Measures the hosted pages with a million users and a million audit events on PostgreSQL: the time of a request to the
// real server, one at a time, and the bytes of its answer.
const repeats = 30;
const password = 'correct horse battery';
const agent = new Agent({ keepAlive: true });

interface Answer {
  status: number | undefined;
  cookies: string[];
  bytes: number;
}

/** Sends a request as a browser does. The function `fetch` of Node always says that a script sent it. */
async function send(
  address: string,
  headers: Record<string, string>,
  fields?: Record<string, string>,
): Promise<Answer> {
  const body = fields && new URLSearchParams(fields).toString();
  const type = body === undefined ? {} : { 'Content-Type': 'application/x-www-form-urlencoded' };
  const sent = request(address, {
    agent,
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...headers, ...type },
  });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  let bytes = 0;
  for await (const chunk of answer) bytes += chunk.length;
  return { status: answer.statusCode, cookies: answer.headers['set-cookie'] ?? [], bytes };
}

async function post(address: string, fields: Record<string, string>): Promise<Answer> {
  const answer = await send(address, { 'Sec-Fetch-Site': 'same-origin' }, fields);
  if (answer.status !== 303) throw new Error(`${address}: ${answer.status}`);
  return answer;
}

const cookieOf = ({ cookies }: Answer): string => cookies.map((cookie) => cookie.split(';')[0]).join('; ');

async function main(bench: Bench): Promise<void> {
  const DATABASE_URL = await createFilled(bench);
  const { port } = await startServer(bench, { DATABASE_URL, GATEHOUSE_SECRET, ADMIN_MIN_ACR: 'aal1' });
  const url = `http://127.0.0.1:${port}`;
  const client = new Client({ connectionString: DATABASE_URL });
  await client.connect();
  try {
    const email = `${randomUUID()}@example.com`;
    const person = { first_name: 'Ada', last_name: 'Lovelace', email, password };
    await post(`${url}/register`, person);
    await client.query('UPDATE users SET is_super_admin = true WHERE email = $1', [email]);
    const headers = { Cookie: cookieOf(await post(`${url}/login`, { email, password })), 'Sec-Fetch-Site': 'none' };
    const { rows } = await client.query<{ id: string }>(
      "SELECT id FROM users WHERE email_canonical = 'user500001@example.com'",
    );
    for (const [path, mostMs] of [
      ['/login', 20],
      ['/register', 20],
      ['/account', 20],
      ['/account/sessions', 20],
      ['/account/security', 20],
      ['/console', 60],
      ['/console/users', 60],
      ['/console/users?email=user50000', 60],
      ['/console/users?name=ada', 60],
      ['/console/users?name=oldest', 60],
      [`/console/users/${rows[0]?.id}`, 60],
      ['/console/audit', 60],
      ['/console/audit?action=session_ended', 60],
      ['/console/audit?user=user500001@example.com', 60],
      ['/console/keys', 60],
    ] as const) {
      await measure(bench, url, path, path.startsWith('/log') || path.startsWith('/reg') ? {} : headers, mostMs);
    }
  } finally {
    await client.end();
  }
}

async function measure(
  bench: Bench,
  url: string,
  path: string,
  headers: Record<string, string>,
  mostMs: number,
): Promise<void> {
  const times: number[] = [];
  let bytes = 0;
  // The first request also counts the last 24 hours, and compiles the code.
  for (let i = -3; i < repeats; i += 1) {
    const startedAt = performance.now();
    const answer = await send(url + path, headers);
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
    if (i >= 0) times.push(performance.now() - startedAt);
    bytes = answer.bytes;
  }
  const [ms, slowest] = [median(times), Math.max(...times)];
  const name = path.replace(/[0-9a-f-]{36}/, '<id>');
  bench.bound(
    `${name}: median ${ms.toFixed(1)} ms, slowest ${slowest.toFixed(1)} ms (at most ${mostMs}), ${bytes} bytes`,
    ms <= mostMs,
  );
}

void runBench(900, main);
