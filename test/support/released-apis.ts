import { request } from 'node:http';
import { text } from 'node:stream/consumers';

/** The answer of either API, as far as the last release has it. */
export interface ReleasedAnswer {
  status: number;
  /** Null after a success. */
  code: string | null;
  email: string | null;
  jwt: string | null;
  refreshToken: string | null;
  /** The ids of the sessions, the session of the request first. */
  sessions: string[] | null;
  /** The number of sessions that ended. */
  ended: number | null;
}

export interface Credentials {
  email: string;
  password: string;
}

/** What a request needs besides its input. */
export interface Sender {
  url: string;
  /** The address of the client, as a proxy in front of the proxy reports it. */
  ip: string;
}

/** The operations that the last release and this version have. Sends only what the last release understands. */
export interface ReleasedApi {
  name: string;
  register(from: Sender, input: Credentials): Promise<ReleasedAnswer>;
  /** Asks for a refresh token. */
  login(from: Sender, input: Credentials): Promise<ReleasedAnswer>;
  refresh(from: Sender, refreshToken: string): Promise<ReleasedAnswer>;
  me(from: Sender, jwt: string): Promise<ReleasedAnswer>;
  sessions(from: Sender, jwt: string): Promise<ReleasedAnswer>;
  revokeSession(from: Sender, id: string, jwt: string): Promise<ReleasedAnswer>;
  logout(from: Sender, jwt: string, sessions: 'current' | 'others' | 'all'): Promise<ReleasedAnswer>;
}

interface Received {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/**
 * Sends a request on a connection of its own: nginx closes idle connections of clients when it reloads. Not `fetch`,
 * whose answers are compared with the OpenAPI document of this version.
 */
export async function send(
  { url, ip }: Sender,
  method: string,
  path: string,
  { body, jwt }: { body?: object; jwt?: string } = {},
): Promise<Received> {
  const headers = {
    'X-Forwarded-For': ip,
    ...(body && { 'Content-Type': 'application/json' }),
    ...(jwt && { Authorization: `Bearer ${jwt}` }),
  };
  return new Promise((resolve, reject) => {
    const sent = request(url + path, { method, headers, agent: false }, (answer) => {
      text(answer).then(
        (received) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: received }),
        reject,
      );
    });
    sent.on('error', reject);
    sent.end(body && JSON.stringify(body));
  });
}

const nothing = { code: null, email: null, jwt: null, refreshToken: null, sessions: null, ended: null };

const person = { firstName: 'Ada', lastName: 'Lovelace' };

async function viaRest(...sent: Parameters<typeof send>): Promise<ReleasedAnswer> {
  const { status, body } = await send(...sent);
  // Only a proxy answers without an envelope.
  if (!body.startsWith('{')) return { ...nothing, status, code: 'NO_ENVELOPE' };
  const { result, code = null } = JSON.parse(body);
  return {
    ...nothing,
    status,
    code,
    email: result?.user?.email ?? result?.email ?? null,
    jwt: result?.jwt ?? null,
    refreshToken: result?.refresh_token ?? null,
    sessions: result?.sessions ? currentFirst(result.sessions) : null,
    ended: result?.ended ?? null,
  };
}

const restApi: ReleasedApi = {
  name: 'REST',
  register: (from, input) =>
    viaRest(from, 'POST', '/auth/register', {
      body: { ...input, first_name: person.firstName, last_name: person.lastName },
    }),
  login: (from, input) => viaRest(from, 'POST', '/auth/login', { body: { ...input, scope: 'offline_access' } }),
  refresh: (from, refreshToken) => viaRest(from, 'POST', '/auth/refresh', { body: { refresh_token: refreshToken } }),
  me: (from, jwt) => viaRest(from, 'GET', '/auth/me', { jwt }),
  sessions: (from, jwt) => viaRest(from, 'GET', '/auth/sessions', { jwt }),
  revokeSession: (from, id, jwt) => viaRest(from, 'DELETE', `/auth/sessions/${id}`, { jwt }),
  logout: (from, jwt, sessions) => viaRest(from, 'POST', '/auth/logout', { jwt, body: { sessions } }),
};

async function viaGraphql(
  from: Sender,
  operation: string,
  document: string,
  variables: object = {},
  jwt?: string,
): Promise<ReleasedAnswer> {
  const { status, body } = await send(from, 'POST', '/graphql', {
    body: { query: document, variables },
    ...(jwt && { jwt }),
  });
  if (!body.startsWith('{')) return { ...nothing, status, code: 'NO_ENVELOPE' };
  const { data, errors } = JSON.parse(body);
  const found = data?.[operation];
  const result = found?.result;
  const edges: { node: { id: string; current: boolean } }[] | undefined = found?.edges;
  return {
    ...nothing,
    status,
    code: errors?.[0]?.extensions?.code ?? found?.error?.code ?? null,
    email: result?.user?.email ?? result?.email ?? found?.email ?? null,
    jwt: result?.jwt ?? null,
    refreshToken: result?.refreshToken ?? null,
    sessions: edges ? currentFirst(edges.map(({ node }) => node)) : null,
    ended: result?.ended ?? null,
  };
}

const graphqlApi: ReleasedApi = {
  name: 'GraphQL',
  register: (from, input) =>
    viaGraphql(
      from,
      'register',
      'mutation ($input: RegisterInput!) { register(input: $input) { error { code } result { email } } }',
      { input: { ...input, ...person } },
    ),
  login: (from, input) =>
    viaGraphql(
      from,
      'login',
      'mutation ($input: LoginInput!) { login(input: $input) { error { code } result { jwt refreshToken user { email } } } }',
      { input },
    ),
  refresh: (from, refreshToken) =>
    viaGraphql(
      from,
      'refresh',
      'mutation ($input: RefreshInput!) { refresh(input: $input) { error { code } result { jwt refreshToken } } }',
      { input: { refreshToken } },
    ),
  me: (from, jwt) => viaGraphql(from, 'me', '{ me { email } }', {}, jwt),
  sessions: (from, jwt) => viaGraphql(from, 'sessions', '{ sessions { edges { node { id current } } } }', {}, jwt),
  revokeSession: (from, id, jwt) =>
    viaGraphql(
      from,
      'revokeSession',
      'mutation ($id: ID!) { revokeSession(input: { id: $id }) { error { code } } }',
      { id },
      jwt,
    ),
  logout: (from, jwt, sessions) =>
    viaGraphql(
      from,
      'logout',
      'mutation ($sessions: SessionsToEnd!) { logout(input: { sessions: $sessions }) { error { code } result { ended } } }',
      { sessions: sessions.toUpperCase() },
      jwt,
    ),
};

const currentFirst = (sessions: { id: string; current: boolean }[]): string[] =>
  [...sessions].sort((a, b) => Number(b.current) - Number(a.current)).map(({ id }) => id);

export const releasedApis = [restApi, graphqlApi] as const;
