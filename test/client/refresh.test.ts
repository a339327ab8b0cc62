import { type AuthState, createClient, GatehouseError, type TokenStorage } from '../../src/client';
import { fakeService, jwtOf } from './fake-service';

const url = 'https://id.example.com';
const second = 1000;
const orders = `${url}/orders`;

let service: ReturnType<typeof fakeService>;
const clients: { close(): void }[] = [];

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate', 'performance'] });
  service = fakeService();
});
afterEach(() => {
  for (const client of clients.splice(0)) client.close();
  Reflect.deleteProperty(navigatorOf(), 'locks');
  jest.useRealTimers();
});

function open(storage?: TokenStorage) {
  const client = createClient({ url, origins: ['https://api.example.com'], ...(storage && { storage }) });
  clients.push(client);
  return client;
}

/** Node 20 has none. */
function navigatorOf(): object {
  if (typeof navigator === 'undefined')
    Object.defineProperty(globalThis, 'navigator', { value: {}, configurable: true });
  return navigator;
}

const useLocks = (request: (name: string, options: { signal: AbortSignal }, work: () => Promise<unknown>) => unknown) =>
  Object.defineProperty(navigatorOf(), 'locks', { value: { request }, configurable: true });

const refreshes = () => service.to('/auth/refresh').length;

/** Lets the promises of the client go on until this one has ended, while the clock runs. */
async function settled<Value>(promise: Promise<Value>, atMostMs = 120 * second): Promise<Value> {
  let isOver = false;
  const watched = promise.finally(() => {
    isOver = true;
  });
  watched.catch(() => {});
  for (let ms = 0; !isOver && ms <= atMostMs; ms += 100) await jest.advanceTimersByTimeAsync(ms === 0 ? 0 : 100);
  if (!isOver) throw new Error(`not over after ${atMostMs} ms`);
  return watched;
}

async function signedIn(storage?: TokenStorage) {
  const client = open(storage);
  await settled(client.login({ email: 'ada@example.com', password: 'correct horse battery' }));
  expect(client.state.status).toBe('signedIn');
  return client;
}

test('nothing is sent until the client is used', async () => {
  open();
  await jest.advanceTimersByTimeAsync(60 * second);
  expect(service.sent).toEqual([]);
});

test('callers share one refresh, at 89 to 91 % of the lifetime', async () => {
  for (const [random, refreshAtS] of [
    [0, 3204],
    [0.999999, 3276],
  ] as const) {
    jest.spyOn(Math, 'random').mockReturnValue(random);
    const client = await signedIn();
    const before = refreshes();
    await jest.advanceTimersByTimeAsync((refreshAtS - 1) * second);
    await settled(client.fetch(orders));
    expect(refreshes()).toBe(before);
    await jest.advanceTimersByTimeAsync(2 * second);
    await settled(Promise.all(Array.from({ length: 10 }, () => client.fetch(orders))));
    expect(refreshes()).toBe(before + 1);
    expect(
      new Set(
        service
          .to('/orders')
          .slice(-10)
          .map(({ jwt }) => jwt),
      ).size,
    ).toBe(1);
  }
});

test.each([
  ['an answer that is lost', () => 'lost' as const],
  ['an answer that does not come', () => 'hangs' as const],
  ['a page of a proxy', () => ({ status: 502 })],
  ['a 401 that is not from Gatehouse', () => ({ status: 401 })],
  ['a bug', () => ({ status: 500, body: { success: false, msg: 'No.', code: 'INTERNAL' } })],
  ['an overload', () => ({ status: 503, body: { success: false, msg: 'No.', code: 'SERVICE_UNAVAILABLE' } })],
  [
    'a limit',
    () => ({
      status: 429,
      body: { success: false, msg: 'No.', code: 'RATE_LIMITED' },
      headers: { 'Retry-After': '600' },
    }),
  ],
])('%s keeps the session', async (_what, reply) => {
  const client = await signedIn();
  await jest.advanceTimersByTimeAsync(3601 * second);
  service.replies['/auth/refresh'] = reply;
  await expect(settled(client.fetch(orders))).rejects.toBeInstanceOf(GatehouseError);
  expect(client.state.status).toBe('signedIn');
  expect(service.to('/orders')).toEqual([]);
  delete service.replies['/auth/refresh'];
  await jest.advanceTimersByTimeAsync(601 * second);
  expect((await settled(client.fetch(orders))).status).toBe(200);
});

test('a token that is still valid is used while the service is away', async () => {
  const client = await signedIn();
  service.replies['/auth/refresh'] = () => 'lost';
  await jest.advanceTimersByTimeAsync(3400 * second);
  expect((await settled(client.fetch(orders))).status).toBe(200);
  await settled(client.fetch(orders));
  // Not before each request.
  expect(refreshes()).toBe(1);
});

test('Retry-After: a short one is waited for, and a long one stops all requests until then', async () => {
  const client = await signedIn();
  await jest.advanceTimersByTimeAsync(3601 * second);
  const limited = (seconds: number) => ({
    status: 429,
    body: { success: false, msg: 'No.', code: 'RATE_LIMITED' },
    headers: { 'Retry-After': String(seconds) },
  });
  let replies = [limited(3)];
  service.replies['/auth/refresh'] = () => replies.shift();
  const started = Date.now();
  await settled(client.accessToken());
  expect(Date.now() - started).toBeGreaterThanOrEqual(3 * second);
  expect(refreshes()).toBe(2);

  await jest.advanceTimersByTimeAsync(3601 * second);
  replies = [limited(30)];
  for (let i = 0; i < 3; i += 1) {
    await expect(settled(client.accessToken())).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfter: 30 });
  }
  expect(refreshes()).toBe(3);
});

test('only the answer that the session has ended signs the person out', async () => {
  const client = await signedIn();
  const seen: AuthState[] = [];
  client.subscribe((state) => seen.push(state));
  await jest.advanceTimersByTimeAsync(3601 * second);
  const ended = { success: false, msg: 'No.', code: 'UNAUTHENTICATED', session_end: 'PASSWORD_CHANGED' };
  service.replies['/auth/refresh'] = () => ({ status: 401, body: ended });
  expect(await settled(client.accessToken())).toBeNull();
  expect(seen).toEqual([{ status: 'signedOut', user: null, reason: 'PASSWORD_CHANGED' }]);
  await settled(client.fetch(orders));
  expect(refreshes()).toBe(1);
});

test('after a 401 of the application, one refresh and one repetition, with the body', async () => {
  const client = await signedIn();
  let rejects = 3;
  service.replies['/orders'] = () => (rejects-- > 0 ? { status: 401 } : undefined);
  const post = () => client.fetch(orders, { method: 'POST', body: '{"cups": 2}' });
  const all = await settled(Promise.all([post(), post(), post()]));
  expect(all.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(refreshes()).toBe(1);
  expect(service.to('/orders').map(({ body }) => body)).toEqual(Array(6).fill({ cups: 2 }));

  rejects = Number.POSITIVE_INFINITY;
  expect((await settled(post())).status).toBe(401);
  expect([refreshes(), service.to('/orders').length]).toEqual([2, 8]);
  service.replies['/orders'] = () => ({
    status: 401,
    headers: { 'WWW-Authenticate': 'Bearer error="insufficient_user_authentication", max_age=300' },
  });
  await settled(post());
  expect([refreshes(), service.to('/orders').length]).toEqual([2, 9]);
});

describe('the lock', () => {
  test('is waited for 3 s, then the client continues without it', async () => {
    // As with a frozen tab that holds it.
    useLocks(
      (_name, { signal }) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    );
    const client = open();
    const started = Date.now();
    expect(await settled(client.accessToken())).not.toBeNull();
    expect(Date.now() - started).toBeGreaterThanOrEqual(3 * second);
    expect(Date.now() - started).toBeLessThan(4 * second);
    expect(refreshes()).toBe(1);
  });

  test('is held for one request of at most 10 s, not between attempts', async () => {
    const held: number[] = [];
    useLocks(async (_name, _options, work) => {
      const from = Date.now();
      await work();
      held.push(Date.now() - from);
    });
    const replies = ['hangs', 'lost', { status: 500 }] as const;
    service.replies['/auth/refresh'] = () => replies[held.length];
    expect(await settled(open().accessToken())).not.toBeNull();
    expect(held).toHaveLength(4);
    expect(Math.max(...held)).toBeLessThanOrEqual(10 * second);
    expect(held.slice(1)).toEqual([0, 0, 0]);
  });

  test('that the page may not use is not needed', async () => {
    useLocks(() => {
      throw new DOMException('not in this page', 'SecurityError');
    });
    expect(await settled(open().accessToken())).not.toBeNull();
  });
});

describe('another account', () => {
  test('a request that was made for one account is not sent for the next one', async () => {
    const client = await signedIn();
    const seen: AuthState['user'][] = [];
    client.subscribe(({ user }) => seen.push(user));
    await jest.advanceTimersByTimeAsync(3601 * second);
    service.state.account = 'grace';
    await expect(settled(client.fetch(orders))).rejects.toMatchObject({ code: 'ACCOUNT_CHANGED' });
    await settled(client.loadUser());
    expect(service.to('/orders')).toEqual([]);
    expect(seen.slice(0, 2).map((user) => user?.id)).toEqual([undefined, 'grace']);
  });

  test('a request is not repeated for the next account after a 401', async () => {
    const client = await signedIn();
    service.replies['/orders'] = () => {
      service.state.account = 'grace';
      return { status: 401 };
    };
    expect((await settled(client.fetch(orders))).status).toBe(401);
    expect(service.to('/orders')).toHaveLength(1);
  });
});

describe('other tabs', () => {
  /** The other tab says who has signed in, or null. Waits until the client has heard it, because its user is another one. */
  async function hears(client: ReturnType<typeof open>, account: string | null) {
    jest.useRealTimers();
    const channel = new BroadcastChannel('gatehouse.https___id.example.com');
    const isHeard = new Promise((heard) => client.subscribe(heard));
    channel.postMessage({ account });
    await isHeard;
    channel.close();
  }

  test('a logout there ends this one', async () => {
    const client = await signedIn();
    await hears(client, null);
    expect(client.state).toEqual({ status: 'signedOut', user: null, reason: 'LOGOUT' });
    expect(await client.accessToken()).toBeNull();
    expect(refreshes()).toBe(0);
  });

  test('a login there with another account: no request is sent with the old token', async () => {
    const client = await signedIn();
    const old = await client.accessToken();
    service.state.account = 'grace';
    await hears(client, 'grace');
    expect(client.state.user).toBeNull();
    await client.fetch(orders);
    await client.loadUser();
    expect(client.state.user?.id).toBe('grace');
    expect(service.to('/orders').map(({ jwt }) => jwt === old)).toEqual([false]);
  });

  test('an answer to a refresh that began before is not the session of this tab', async () => {
    const client = await signedIn();
    service.state.account = 'grace';
    jest.useRealTimers();
    let answer: () => void = () => {};
    const isAsked = new Promise<void>((asked) => {
      service.replies['/auth/refresh'] = () => {
        delete service.replies['/auth/refresh'];
        asked();
        const old = service.ok({ jwt: jwtOf('ada') });
        return new Promise((resolve) => {
          answer = () => resolve(old);
        });
      };
    });
    service.replies['/orders'] = () => ({ status: 401 });
    const request = client.fetch(orders);
    await isAsked;
    await hears(client, 'grace');
    answer();
    expect((await request).status).toBe(401);
    expect((await client.loadUser())?.id).toBe('grace');
  });
});

describe('with a storage', () => {
  function createStorage() {
    const items = new Map<string, string>();
    return {
      items,
      getItem: async (key: string) => items.get(key) ?? null,
      setItem: async (key: string, value: string): Promise<void> => void items.set(key, value),
      removeItem: async (key: string) => void items.delete(key),
    };
  }

  test('the new refresh token is stored before anything else', async () => {
    const storage = createStorage();
    const client = await signedIn(storage);
    expect(service.to('/auth/login')[0]?.body).toMatchObject({ scope: 'offline_access' });
    await jest.advanceTimersByTimeAsync(3601 * second);
    let stored: () => void = () => {};
    jest.spyOn(storage, 'setItem').mockImplementation((key, value) => {
      storage.items.set(key, value);
      return new Promise<void>((resolve) => {
        stored = resolve;
      });
    });
    const request = client.fetch(orders);
    await jest.advanceTimersByTimeAsync(10 * second);
    expect([refreshes(), service.to('/orders').length]).toEqual([1, 0]);
    stored();
    await settled(request);
    expect(service.to('/orders')).toHaveLength(1);
  });

  test('no request without a token; a logout that fails still forgets it', async () => {
    const storage = createStorage();
    expect(await settled(open(storage).accessToken())).toBeNull();
    expect(service.sent).toEqual([]);
    const client = await signedIn(storage);
    expect(storage.items.size).toBe(1);
    service.replies['/auth/logout'] = () => 'lost';
    expect(await settled(client.logout())).toMatchObject({ ok: false, error: { code: 'NETWORK' } });
    expect([storage.items.size, client.state.status]).toEqual([0, 'signedOut']);
  });

  test('a token that another window has stored meanwhile is kept', async () => {
    const storage = createStorage();
    const client = await signedIn(storage);
    const [key = ''] = storage.items.keys();
    await jest.advanceTimersByTimeAsync(3601 * second);
    service.replies['/auth/refresh'] = () => {
      if (refreshes() === 1) storage.items.set(key, 'of the other window');
      return undefined;
    };
    await settled(client.accessToken());
    expect(service.to('/auth/refresh')[1]?.body).toEqual({ refresh_token: 'of the other window' });
  });
});

test('a logout that fails keeps the session of a cookie: it would be back after a reload', async () => {
  const client = await signedIn();
  service.replies['/auth/logout'] = () => 'lost';
  expect(await settled(client.logout())).toMatchObject({ ok: false, error: { code: 'NETWORK' } });
  expect(client.state.status).toBe('signedIn');
});

test('a page that shows nothing yet tries again until there is an answer', async () => {
  service.replies['/auth/refresh'] = () => 'lost';
  const client = open();
  const stop = client.subscribe(() => {});
  await jest.advanceTimersByTimeAsync(60 * second);
  expect(client.state.status).toBe('loading');
  delete service.replies['/auth/refresh'];
  await jest.advanceTimersByTimeAsync(15 * second);
  expect(client.state).toMatchObject({ status: 'signedIn', user: { firstName: 'ada' } });
  stop();
});

test.each([
  '',
  '.example.net/orders',
  ':8443/orders',
  '0/orders',
  '@example.net/orders',
  'orders',
  'https://example.net/orders',
  '//example.net/orders',
  '/\\example.net/orders',
  '\\\\example.net/orders',
])('a request to %j is not sent, because its token would go to another host', async (path) => {
  const client = await signedIn();
  const before = service.sent.length;
  await expect(settled(client.request('GET', path))).rejects.toThrow(new TypeError(`not a path: ${path}`));
  expect(service.sent).toHaveLength(before);
  await settled(client.request('GET', '/auth/sessions'));
  expect(service.sent.at(-1)?.url).toBe(`${url}/auth/sessions`);
});
