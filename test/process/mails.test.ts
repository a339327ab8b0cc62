import { randomUUID } from 'node:crypto';
import { readConfig } from '../../src/compose/config';
import { openStores, type Stores } from '../../src/compose/stores';
import { apis } from '../support/apis';
import { createMigratedDatabase } from '../support/database';
import { testSecret } from '../support/gatehouse';
import { describeWith } from '../support/needs';
import { type GatehouseProcess, spawnGatehouse } from '../support/process';
import { type SmtpServer, startSmtp } from '../support/smtp';
import { until } from '../support/until';

const registrations = 80;
/** How many mails are accepted before the kill. */
const beforeKill = 15;
/** Each of the two processes has five connections to the mail server. */
const inFlight = 10;

describeWith('PostgreSQL')('two processes that register users and send mails', () => {
  test.each([
    { mode: 'open', isRestarted: false },
    { mode: 'confirm', isRestarted: true },
  ])(
    'kill -9 of one loses no mail, and each mail has one Message-ID: $mode, restarted: $isRestarted',
    async ({ mode, isRestarted }) => {
      const database = await createMigratedDatabase();
      const smtp = await startSmtp();
      const env = {
        ...database.env,
        GATEHOUSE_SECRET: testSecret,
        SMTP_URL: smtp.url,
        MAIL_FROM: 'no-reply@example.com',
        REGISTRATION: mode,
        RATE_LIMITS: 'on',
        RATE_LIMIT_REGISTER_NETWORK: '10000/3600',
        RATE_LIMIT_MAIL_NETWORK: '10000/3600',
        RATE_LIMIT_MAIL_GLOBAL: '10000/3600',
        HASH_QUEUE_WAIT: '60000',
      };
      const config = readConfig(env);
      const stores = await openStores(config);
      const [killed, other] = await Promise.all([spawnGatehouse(env), spawnGatehouse(env)]);
      await Promise.all([killed.ready(), other.ready()]);

      let urls = [killed.url, other.url];
      const registering = register(() => urls);
      await killInFlight(killed, smtp);
      const sentBefore = smtp.accepted.length;
      urls = [other.url];
      const restarted = isRestarted ? await spawnGatehouse(env) : null;
      await restarted?.ready();
      if (restarted) urls = [restarted.url, other.url];
      const { acknowledged, unanswered } = await registering;

      // The leases of the killed process run out.
      await untilOnlyLeased(stores);
      const connection = await database.open();
      await connection.query("UPDATE messages SET lease_ts = now() - interval '1 second' WHERE lease_ts IS NOT NULL");
      await connection.query("SELECT pg_notify('gatehouse_message', '')");
      await until(async () => (await stores.messages.waiting()).count === 0);

      const idsOf = new Map<string, Set<string>>();
      for (const { to, mail } of smtp.accepted) {
        const ids = idsOf.get(to[0] ?? '') ?? new Set();
        idsOf.set(to[0] ?? '', ids.add(mail.messageId ?? ''));
      }
      expect(acknowledged).toHaveLength(registrations);
      expect(acknowledged.filter((email) => !idsOf.has(email))).toEqual([]);
      // A registration without an answer was done with its mail, or not at all.
      const table = mode === 'open' ? 'users' : 'pending_registrations';
      const rows = await connection.query(`SELECT email_canonical AS email FROM ${table}`);
      expect([...idsOf.keys()].sort()).toEqual(rows.map(({ email }) => email).sort());
      expect([...idsOf].filter(([, ids]) => ids.size !== 1)).toEqual([]);
      const twice = smtp.accepted.length - idsOf.size;
      expect(twice).toBeGreaterThan(0);
      const [sent] = await connection.query(
        'SELECT count(*)::int AS mails FROM messages WHERE problem IS NULL AND ended_ts IS NOT NULL',
      );
      expect(sent?.mails).toBe(idsOf.size);
      console.info(
        `${mode}: ${acknowledged.length} acknowledged, ${unanswered.length} without an answer, ${sentBefore} mails accepted before the kill, ${idsOf.size} in all, ${twice} of them twice`,
      );

      for (const gatehouse of [other, restarted]) {
        await gatehouse?.signal('SIGTERM');
        const errors = gatehouse?.output().match(/.*"level":"(error|fatal)".*/g) ?? [];
        // On a busy machine, the time limit of an operation can end first.
        expect(errors.filter((line) => !line.includes('"code":"SERVICE_UNAVAILABLE"'))).toEqual([]);
      }
      await connection.close();
      await stores.close();
      await smtp.stop();
      await database.drop();
    },
  );
});

/** Kills the process while mails of both processes have arrived, and the mail server has not yet replied. */
async function killInFlight(killed: GatehouseProcess, smtp: SmtpServer): Promise<void> {
  await smtp.until(beforeKill);
  let reply: (value: null) => void = () => {};
  smtp.behave({
    data: new Promise((resolve) => {
      reply = resolve;
    }),
  });
  await smtp.until(smtp.accepted.length + inFlight, 'arrived');
  killed.child.kill('SIGKILL');
  await killed.ended;
  expect(new Set(smtp.arrived.flatMap(({ to }) => to)).size).toBeLessThan(registrations);
  smtp.behave({});
  reply(null);
}

/** Eight clients register through both APIs, until this number of registrations is acknowledged. */
async function register(urls: () => readonly string[]) {
  const acknowledged: string[] = [];
  const unanswered: string[] = [];
  let left = registrations;
  const client = async (n: number): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const email = `${randomUUID()}@example.com`;
      const input = { email, password: 'correct horse battery', firstName: 'Ada', lastName: 'Lovelace' };
      const url = urls()[n % urls().length] ?? '';
      const answer = await apis[(n >> 1) % 2]?.register(url, input).catch(() => null);
      if (answer?.success) {
        acknowledged.push(email);
      } else {
        left += 1;
        // On a busy machine, the time limit of an operation can end first. Then, too, it was done with its mail or not at all.
        if (answer && answer.code !== 'SERVICE_UNAVAILABLE')
          throw new Error(`a registration was answered with ${answer.code}`);
        unanswered.push(email);
      }
    }
  };
  await Promise.all(Array.from({ length: 8 }, (_, n) => client(n)));
  return { acknowledged, unanswered };
}

/** Waits until no mail is left that a living process could send. */
const untilOnlyLeased = (stores: Stores) =>
  until(async () => (await stores.messages.list('waiting', 1000)).every(({ attempts }) => attempts > 0));
