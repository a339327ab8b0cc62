import { restApi } from '../support/apis';
import { createMigratedDatabase } from '../support/database';
import { testSecret } from '../support/gatehouse';
import { describeWith } from '../support/needs';
import { spawnGatehouse } from '../support/process';
import { serviceSettings, startSms, twilioSettings } from '../support/sms';
import { until } from '../support/until';

const account = { email: 'ada@example.com', password: 'correct horse battery', firstName: 'Ada', lastName: 'Lovelace' };

describeWith('PostgreSQL')('kill -9 while an SMS is being sent', () => {
  test.each([
    { name: 'Twilio gets it once', settingsOf: twilioSettings, times: 1, problem: 'timeout' },
    { name: 'a service gets it again, with the same id', settingsOf: serviceSettings, times: 2, problem: null },
  ])('$name', async ({ settingsOf, times, problem }) => {
    const database = await createMigratedDatabase();
    const sms = await startSms();
    const env = { ...database.env, GATEHOUSE_SECRET: testSecret, ...settingsOf(sms) };
    const killed = await spawnGatehouse(env);
    await killed.ready();
    await restApi.register(killed.url, account);
    const connection = await database.open();
    await connection.query('UPDATE users SET email_verified = true');
    const { jwt } = await restApi.login(killed.url, account);
    sms.reply = 'silence';
    expect((await restApi.sendTelVerification(killed.url, { tel: '+41795551000' }, jwt)).code).toBeNull();
    await until(() => sms.requests.length === 1);
    await killed.signal('SIGKILL');
    sms.reply = { status: 200 };
    // The lease of the killed process runs out.
    await connection.query("UPDATE messages SET lease_ts = now() - interval '1 second' WHERE channel = 'sms'");
    const other = await spawnGatehouse(env);
    await other.ready();
    const message = async () =>
      (await connection.query("SELECT ended_ts, problem FROM messages WHERE channel = 'sms'"))[0];
    await until(async () => (await message())?.ended_ts !== null);
    expect((await message())?.problem).toBe(problem);
    expect(sms.requests).toHaveLength(times);
    expect(new Set(sms.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    await other.signal('SIGTERM');
    sms.stop();
    await connection.close();
    await database.drop();
  });
});
