import { randomUUID } from 'node:crypto';
import { type Answer, apis } from '../support/apis';
import { createMigratedSettings } from '../support/cli';
import { type GatehouseProcess, spawnGatehouse } from '../support/process';

/** `halfThere` counts accounts that exist (EMAIL_TAKEN), but reject their password. */
interface Tally {
  acknowledged: number;
  lost: number;
  halfThere: number;
}

/** The number of registrations before the first kill. Eight more are on their way at each kill. */
const registrations = 4;
/** The second happens to a server that has recovered from the first. */
const kills = 2;

test(`${kills} kill -9 under load lose nothing that was acknowledged and leave no half-written data`, async () => {
  const { env, remove } = await createMigratedSettings();
  const tally: Tally = { acknowledged: 0, lost: 0, halfThere: 0 };

  let gatehouse = await spawnGatehouse(env);
  await gatehouse.ready();
  for (let kill = 0; kill < kills; kill++) {
    const { acknowledged, unanswered } = await registerUntilKilled(gatehouse, registrations + kill * 3);
    gatehouse = await spawnGatehouse(env);
    await gatehouse.ready();

    tally.acknowledged += acknowledged.length;
    const opened = await inTurns(acknowledged, (email) => logsIn(gatehouse, email));
    tally.lost += opened.filter((open) => !open).length;
    for (const email of unanswered) {
      const again = await decided(() => apis[0].register(gatehouse.url, account(email)));
      const whole = again.success || (again.code === 'EMAIL_TAKEN' && (await logsIn(gatehouse, email)));
      if (!whole) tally.halfThere += 1;
    }
  }
  await gatehouse.signal('SIGTERM');
  await remove();

  console.info(`${kills} kill -9 on ${env.DATABASE_URL ? 'postgresql' : 'embedded'}:`, tally);
  expect(tally).toEqual({ acknowledged: expect.any(Number), lost: 0, halfThere: 0 });
  expect(tally.acknowledged).toBeGreaterThanOrEqual(kills * registrations);
});

const account = (email: string) => ({
  email,
  firstName: 'Ada',
  lastName: 'Lovelace',
  password: `password of ${email}`,
});

async function logsIn(gatehouse: GatehouseProcess, email: string): Promise<boolean> {
  const credentials = { email, password: account(email).password };
  return (await decided(() => apis[1].login(gatehouse.url, credentials))).success;
}

/** On a busy machine, the server rejects requests that take too long. Such an answer says nothing about the account. */
async function decided(send: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await send();
    if (answer.code !== 'SERVICE_UNAVAILABLE') return answer;
  }
}

/** Eight clients register accounts through both APIs. After `target` successes, kill -9 ends the server. */
async function registerUntilKilled(gatehouse: GatehouseProcess, target: number) {
  const acknowledged: string[] = [];
  const unanswered: string[] = [];
  const client = async (n: number): Promise<void> => {
    for (;;) {
      const email = `${randomUUID()}@example.com`;
      const answer = await apis[n % 2]?.register(gatehouse.url, account(email)).catch(() => null);
      if (!answer) return void unanswered.push(email);
      if (answer.success) acknowledged.push(email);
      if (acknowledged.length === target) gatehouse.child.kill('SIGKILL');
    }
  };
  await Promise.all(Array.from({ length: 8 }, (_, n) => client(n)));
  await gatehouse.ended;
  return { acknowledged, unanswered };
}

/** Two at a time: on a busy machine, more would take too long. */
async function inTurns<T, R>(items: readonly T[], act: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let i = 0; i < items.length; i += 2) results.push(...(await Promise.all(items.slice(i, i + 2).map(act))));
  return results;
}
