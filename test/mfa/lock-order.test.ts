import { restApi } from '../support/apis';
import { withTotp } from '../support/authenticator';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { stopClock } from '../support/limits';
import { describeWith } from '../support/needs';
import { loginOptions, withPasskey } from '../support/passkeys';
import { until } from '../support/until';

/**
 * A change of second factors locks the account, and then changes its factors. A login that uses a factor up must take the
 * locks in the same order, or PostgreSQL ends one of the two transactions.
 */
describeWith('PostgreSQL')('a login at the same time as a change of second factors', () => {
  let gatehouse: Gatehouse;
  beforeAll(async () => {
    gatehouse = await startGatehouse();
  });
  afterAll(() => gatehouse.stop());
  beforeEach(stopClock);
  afterEach(() => jest.useRealTimers());

  const isBlocked = async () => {
    const rows = await gatehouse.sql(
      "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    return rows.length > 0;
  };

  /** Removes all factors in a transaction that began before the login, and ends after the login waits for it. */
  async function removedDuring<Result>(email: string, login: () => Promise<Result>): Promise<Result> {
    const [row] = await gatehouse.sql(`SELECT id FROM users WHERE email = '${email}'`);
    const userId = String(row?.id);
    const locked = signal();
    const blocked = signal();
    const removal = gatehouse.stores.transaction(null, async ({ factors }) => {
      await factors.lock(userId);
      locked.give();
      await blocked.given;
      await factors.removeAll(userId);
    });
    await locked.given;
    const answer = login();
    await until(isBlocked);
    blocked.give();
    await removal;
    return answer;
  }

  test('with a code', async () => {
    const ada = await withTotp(restApi, gatehouse);
    const code = ada.authenticator.at(Date.now() + 30_000);
    const login = () => restApi.login(gatehouse.url, { email: ada.email, password: ada.password, code });
    expect((await removedDuring(ada.email, login)).code).toBe('INVALID_TOKEN');
  });

  test('with a recovery code', async () => {
    const ada = await withTotp(restApi, gatehouse);
    const login = () =>
      restApi.login(gatehouse.url, { email: ada.email, password: ada.password, code: ada.recoveryCodes[0] });
    expect((await removedDuring(ada.email, login)).code).toBe('INVALID_TOKEN');
  });

  test('with a passkey', async () => {
    const ada = await withPasskey(restApi, gatehouse);
    const passkey = ada.passkey.get(await loginOptions(restApi, gatehouse.url));
    const login = () => restApi.loginWithPasskey(gatehouse.url, { passkey });
    expect((await removedDuring(ada.email, login)).code).toBe('INVALID_TOKEN');
  });
});

function signal(): { given: Promise<void>; give(): void } {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give: () => give() };
}
