type Reply = { status: number; body?: object; headers?: Record<string, string> } | 'lost' | 'hangs';

interface Sent {
  url: string;
  jwt: string | null;
  body: Record<string, unknown>;
}

let issued = 0;

/** An access token with nothing but what the client reads. Each one differs. */
export function jwtOf(account: string, lifeS = 3600, claims: object = {}): string {
  issued += 1;
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none' })}.${part({ sub: account, iat: 1000, exp: 1000 + lifeS, jti: String(issued), ...claims })}.`;
}

/**
 * Replaces `fetch` with a service that has one session, and answers as `replies` says where a test puts a function there. It
 * stands in for the network: what Gatehouse really answers is tested in client.test.ts.
 */
export function fakeService() {
  const sent: Sent[] = [];
  const state = { account: 'ada' as string | null, lifeS: 3600 };
  const replies: Record<string, (sent: Sent) => Reply | Promise<Reply> | undefined> = {};
  const ok = (result: object): Reply => ({ status: 200, body: { success: true, msg: 'Done.', result } });
  const rejected: Reply = { status: 401, body: { success: false, msg: 'No.', code: 'UNAUTHENTICATED' } };
  const tokens = () => ({
    jwt: jwtOf(state.account ?? '', state.lifeS),
    refresh_token: `r${issued}`,
    expires_in: 3600,
  });
  const user = () => ({ id: state.account, first_name: state.account });

  const usual: Record<string, () => Reply> = {
    '/auth/refresh': () => (state.account ? ok(tokens()) : rejected),
    '/auth/me': () => ok(user()),
    '/auth/login': () => ok({ ...tokens(), user: user() }),
    '/auth/logout': () => ok({ ended: 1 }),
  };

  jest.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    const jwt = request.headers.get('Authorization')?.replace('Bearer ', '') ?? null;
    const body = await request.text();
    const one: Sent = { url: request.url, jwt, body: body.startsWith('{') ? JSON.parse(body) : {} };
    sent.push(one);
    const reply = (await replies[pathname]?.(one)) ?? usual[pathname]?.() ?? { status: 200, body: {} };
    if (reply === 'lost') throw new TypeError('fetch failed');
    if (reply === 'hangs') {
      const { signal } = request;
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    }
    return new Response(JSON.stringify(reply.body ?? {}), {
      status: reply.status,
      ...(reply.headers && { headers: reply.headers }),
    });
  });

  return {
    state,
    replies,
    sent,
    ok,
    rejected,
    to: (path: string) => sent.filter(({ url }) => new URL(url).pathname === path),
  };
}
