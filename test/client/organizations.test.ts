import { claimsOf } from '../../src/accounts/tokens/access-token';
import { createClient, type GatehouseError } from '../../src/client';
import { restApi } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { stopClock } from '../support/limits';
import { organizationsOf } from '../support/organizations';
import { fakeService, jwtOf } from './fake-service';

// The client has a token for each organization, beside that of the session.

const password = 'correct horse battery';

function createStorage() {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}

const codeOf = (promise: Promise<unknown>): Promise<string | null> =>
  promise.then(
    () => null,
    (error: GatehouseError) => error.code,
  );

describe('with a real server', () => {
  let gatehouse: Gatehouse;
  let team: ReturnType<typeof organizationsOf>;
  beforeAll(async () => {
    gatehouse = await startGatehouse({ ORGANIZATIONS: 'users' });
    team = organizationsOf(gatehouse);
  });
  afterAll(() => gatehouse.stop());
  afterEach(() => jest.useRealTimers());

  let people = 0;
  /** A person who is signed in with the client, and a member of two organizations. */
  async function member() {
    people += 1;
    const account = { email: `member.${people}@example.com`, password };
    const { user } = await restApi.register(gatehouse.url, { ...account, firstName: 'Ada', lastName: 'Lovelace' });
    const userId = String(user?.id);
    const boss = await restApi.register(gatehouse.url, {
      ...{ email: `boss.${people}@example.com`, password, firstName: 'Grace', lastName: 'Hopper' },
    });
    const [first, second] = [await team.create('A', `a-${people}`), await team.create('B', `b-${people}`)];
    for (const { id } of [first, second]) {
      await team.setMember(id, String(boss.user?.id), ['owner']);
      await team.setMember(id, userId, ['admin']);
    }
    const client = createClient({ url: gatehouse.url, storage: createStorage() });
    expect((await client.login(account)).ok).toBe(true);
    return { client, account, userId, first: first.id, second: second.id };
  }
  const organizationIn = (jwt: string | null) => claimsOf(String(jwt)).org_id ?? null;
  const verified = async (client: ReturnType<typeof createClient>, organization?: string) => {
    const options = organization === undefined ? {} : { organization };
    const { status, headers } = await client.fetch(`${gatehouse.url}/auth/verify`, options);
    return [status, headers.get('x-auth-org-id'), headers.get('x-auth-org-roles')];
  };

  test('each organization has its own token, and the session keeps its own', async () => {
    const { client, first, second } = await member();
    const of = async (organization?: string) =>
      organizationIn(await client.accessToken(organization === undefined ? {} : { organization }));
    expect([await of(first), await of(second), await of(), await of(first)]).toEqual([first, second, null, first]);
    expect(await Promise.all([of(second), of(), of(first)])).toEqual([second, null, first]);
    expect(await verified(client, second)).toEqual([200, second, 'admin']);
    expect(await verified(client)).toEqual([200, '', '']);
  });

  test('the operation of the person does not make its token that of the session', async () => {
    const { client, first } = await member();
    const answer = await client.createOrganizationToken({ id: first });
    expect(answer).toMatchObject({ ok: true, roles: ['admin'], jwt: expect.any(String) });
    expect(organizationIn(await client.accessToken())).toBeNull();
    expect((await client.organizations()).ok).toBe(true);
  });

  test('after a change of the roles, a request gets those of now', async () => {
    const { client, first, userId } = await member();
    expect(await verified(client, first)).toEqual([200, first, 'admin']);
    await team.setMember(first, userId, ['member']);
    expect(await verified(client, first)).toEqual([200, first, 'member']);
  });

  test('somebody who is no member gets no token, and stays signed in', async () => {
    const { client, first, second, userId } = await member();
    await client.accessToken({ organization: first });
    await team.setMember(first, userId, []);
    expect(await codeOf(verified(client, first))).toBe('NOT_FOUND');
    expect(await codeOf(client.accessToken({ organization: first }))).toBe('NOT_FOUND');
    await team.disable(second);
    expect(await codeOf(client.accessToken({ organization: second }))).toBe('FORBIDDEN');
    expect(await verified(client)).toEqual([200, '', '']);
  });

  test('a token of before an organization was disabled is not used again', async () => {
    const { client, first } = await member();
    const before = await client.accessToken({ organization: first });
    await team.disable(first);
    expect(await codeOf(verified(client, first))).toBe('FORBIDDEN');
    await team.disable(first, false);
    expect(await verified(client, first)).toEqual([200, first, 'admin']);
    expect(await client.accessToken({ organization: first })).not.toBe(before);
  });

  test('a logout drops them, and another account gets its own', async () => {
    const [ada, grace] = [await member(), await member()];
    await ada.client.accessToken({ organization: ada.first });
    await ada.client.logout();
    expect(await ada.client.accessToken({ organization: ada.first })).toBeNull();
    expect((await ada.client.login(grace.account)).ok).toBe(true);
    expect(await codeOf(ada.client.accessToken({ organization: ada.first }))).toBe('NOT_FOUND');
    expect(organizationIn(await ada.client.accessToken({ organization: grace.first }))).toBe(grace.first);
  });
});

describe('with a service that counts', () => {
  const path = '/auth/organizations/acme/token';
  const client = () => createClient({ url: 'https://id.example.com', storage: createStorage() });
  afterEach(() => {
    jest.restoreAllMocks();
    jest.useRealTimers();
  });

  /** A person who is signed in. Each token for the organization says for which one of the session it was asked. */
  async function signedIn(lifeS = 3600) {
    const service = fakeService();
    service.state.lifeS = lifeS;
    service.replies[path] = () => service.ok({ jwt: jwtOf('ada', 3600, { org_id: 'acme', org_roles: [] }) });
    const auth = client();
    await auth.login({ email: 'ada@example.com', password });
    return { service, auth, token: () => auth.accessToken({ organization: 'acme' }) };
  }

  test('all callers share one request, and later ones its answer', async () => {
    const { service, token } = await signedIn();
    const [one, ...others] = await Promise.all([token(), token(), token()]);
    expect(others).toEqual([one, one]);
    expect(await token()).toBe(one);
    expect(service.to(path)).toHaveLength(1);
  });

  test('a request that fails is sent again by the next caller', async () => {
    const { service, token } = await signedIn();
    const { [path]: right } = service.replies;
    service.replies[path] = () => 'lost';
    expect(await Promise.all([codeOf(token()), codeOf(token())])).toEqual(['NETWORK', 'NETWORK']);
    expect(service.to(path)).toHaveLength(1);
    service.replies[path] = right ?? (() => undefined);
    expect(await token()).toEqual(expect.any(String));
  });

  test('it is issued anew with each token of the session, before the end of both', async () => {
    const { service, token } = await signedIn();
    stopClock();
    const first = await token();
    jest.setSystemTime(Date.now() + 3000 * 1000);
    expect(await token()).toBe(first);
    jest.setSystemTime(Date.now() + 300 * 1000);
    const next = await token();
    expect([next === first, service.to('/auth/refresh').length, service.to(path).length]).toEqual([false, 1, 2]);
  });

  test('one that lives shorter than the session’s is issued anew as well', async () => {
    const { service, token } = await signedIn();
    service.replies[path] = () => service.ok({ jwt: jwtOf('ada', 60, { org_id: 'acme', org_roles: [] }) });
    stopClock();
    const first = await token();
    jest.setSystemTime(Date.now() + 57_000);
    expect(await token()).not.toBe(first);
    expect(service.to('/auth/refresh')).toHaveLength(0);
  });

  test('a token of an account that has signed out meanwhile is returned to nobody', async () => {
    const { service, auth, token } = await signedIn();
    let answer = (): void => {};
    const { [path]: right } = service.replies;
    service.replies[path] = (sent) =>
      new Promise((resolve) => {
        answer = () => resolve(right?.(sent) as never);
      });
    const asked = token();
    while (service.to(path).length === 0) await new Promise(setImmediate);
    await auth.logout();
    answer();
    expect(await asked).toBeNull();
  });

  test('only the origins of the client get one, and a request with its own Authorization keeps it', async () => {
    const { service, auth } = await signedIn();
    const options = { organization: 'acme' };
    await auth.fetch('https://other.example.com/orders', options);
    await auth.fetch('https://id.example.com/orders', { ...options, headers: { Authorization: 'Bearer own' } });
    expect(service.to('/orders').map(({ jwt }) => jwt)).toEqual([null, 'own']);
    expect(service.to(path)).toHaveLength(0);
  });
});
