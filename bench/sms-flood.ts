import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CountryCode, getExampleNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { Client } from 'pg';
import { password, registerAccounts } from './accounts';
import { type Bench, createDatabase, newSecret, runBench, startServer } from './support';

// Prints the bill of an attacker who is paid for text messages: 1000 accounts with verified addresses over 1000 networks ask for codes,
// first to numbers of one prefix, then to 200 countries.
const accounts = 1000;
const requests = Number(process.argv[2] ?? 50_000);
const atOnce = 50;
const budget = 500;
const onePrefix = '+417912';
/** `RATE_LIMIT_TEL_PREFIX` and the silent codes after which a country pauses. */
const [mostOfPrefix, mostOfCountry] = [30, 20];

interface Attacker {
  token: string;
  network: string;
}

async function main(bench: Bench): Promise<void> {
  const bill: string[] = [];
  const service = createServer(async (req, res) => {
    let body = '';
    for await (const chunk of req) body += chunk;
    bill.push((JSON.parse(body) as { data: { to: string } }).data.to);
    res.writeHead(204).end();
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  bench.defer(async () => service.close());
  const countries = Object.keys(examples)
    .filter((country) => numberIn(country as CountryCode) !== null)
    .slice(0, 200);
  const DATABASE_URL = await createDatabase(bench);
  const { port } = await startServer(bench, {
    DATABASE_URL,
    GATEHOUSE_SECRET: newSecret(),
    RATE_LIMITS: 'on',
    RATE_LIMIT_REGISTER_NETWORK: 'off',
    RATE_LIMIT_GLOBAL: 'off',
    TRUST_PROXY: '1',
    SMS_URL: `http://127.0.0.1:${(service.address() as AddressInfo).port}/`,
    SMS_SECRET: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwzB1Y6Vn2qmE=',
    SMS_COUNTRIES: ['CH', ...countries.filter((country) => country !== 'CH')].join(),
    SMS_DAILY_BUDGET: String(budget),
  });
  const emails = await registerAccounts(port, accounts);
  const database = new Client({ connectionString: DATABASE_URL });
  await database.connect();
  bench.defer(() => database.end());
  await database.query('UPDATE users SET email_verified = true');
  const attackers: Attacker[] = [];
  const logIn = async () => {
    for (let email = emails.pop(); email; email = emails.pop()) {
      attackers.push(await signIn(port, email, `11.${emails.length >> 8}.${emails.length & 255}.1`));
    }
  };
  await Promise.all(Array.from({ length: 4 }, logIn));

  const flood = async (name: string, numberOf: () => string) => {
    const answers = new Map<string, number>();
    let left = requests;
    const attack = async () => {
      while (left > 0) {
        left -= 1;
        const attacker = attackers[left % accounts] as Attacker;
        const answer = await send(port, attacker, numberOf());
        answers.set(answer, (answers.get(answer) ?? 0) + 1);
      }
    };
    const before = bill.length;
    await Promise.all(Array.from({ length: atOnce }, attack));
    for (let open = 1; open > 0; ) {
      const { rows } = await database.query<{ open: number }>(
        "SELECT count(*)::int AS open FROM messages WHERE channel = 'sms' AND ended_ts IS NULL",
      );
      open = rows[0]?.open ?? 0;
    }
    console.log(`${name}: ${requests} requests, ${bill.length - before} messages`, Object.fromEntries(answers));
  };
  await flood('one prefix', () => `${onePrefix}${String(Math.floor(Math.random() * 1e5)).padStart(5, '0')}`);
  const ofPrefix = bill.length;
  await flood(
    '200 countries',
    () => numberIn(countries[Math.floor(Math.random() * countries.length)] as CountryCode) ?? '',
  );

  const most = (keyOf: (number: string) => string) => {
    const counts = new Map<string, number>();
    for (const number of bill) counts.set(keyOf(number), (counts.get(keyOf(number)) ?? 0) + 1);
    return Math.max(...counts.values());
  };
  bench.bound(`messages to one prefix: ${ofPrefix} (at most ${mostOfPrefix})`, ofPrefix <= mostOfPrefix);
  const country = most((number) => parsePhoneNumberFromString(number)?.country ?? '');
  bench.bound(`most messages to a country: ${country} (at most ${mostOfCountry})`, country <= mostOfCountry);
  bench.bound(`most messages to a number: ${most((number) => number)} (at most 3)`, most((number) => number) <= 3);
  bench.bound(`messages in all: ${bill.length} (at most ${budget})`, bill.length <= budget);
}

/** A random mobile number. Null if none is found. */
function numberIn(country: CountryCode): string | null {
  const example = getExampleNumber(country, examples)?.number ?? '';
  for (let tries = 0; tries < 20; tries += 1) {
    const number = example.slice(0, -4) + String(Math.floor(Math.random() * 1e4)).padStart(4, '0');
    const parsed = parsePhoneNumberFromString(number);
    const isMobile = ['MOBILE', 'FIXED_LINE_OR_MOBILE'].includes(parsed?.getType() ?? '');
    if (parsed?.isValid() && parsed.country === country && isMobile) return number;
  }
  return null;
}

const post = (port: number, path: string, body: object, headers: Record<string, string>) =>
  fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

async function signIn(port: number, email: string, network: string): Promise<Attacker> {
  const response = await post(port, '/auth/login', { email, password }, { 'X-Forwarded-For': network });
  const { result } = (await response.json()) as { result: { jwt: string } };
  return { token: result.jwt, network };
}

/** Returns the limit that was reached, or the code of the error, or `success`. */
async function send(port: number, { token, network }: Attacker, tel: string): Promise<string> {
  const headers = { 'X-Forwarded-For': network, Authorization: `Bearer ${token}` };
  const response = await post(port, '/auth/tel/verification', { tel }, headers);
  const { code, limit } = (await response.json()) as { code?: string; limit?: string };
  return limit ?? code ?? 'success';
}

runBench(1800, main);
