import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { print } from 'graphql';
import { successMessages } from '../../src/request/success-messages';
import { toCamelCase, toSnakeCase } from './field-names';
import {
  LoginDocument,
  LogoutDocument,
  MeDocument,
  type ProblemFieldsFragment,
  RefreshDocument,
  RegisterDocument,
  type RegisterMutation,
  RevokeSessionDocument,
  SessionsDocument,
  type SessionsQuery,
  type UserFieldsFragment,
} from './operations';

/** Input fields in camelCase. The values can be wrong. */
export type Input = Record<string, unknown>;

export type ListedSession = NonNullable<SessionsQuery['sessions']>['edges'][number]['node'];

/** The answer of either API in one form. */
export interface Answer {
  success: boolean;
  msg: string;
  code: string | null;
  fields: { field: string; msg: string }[];
  retryAfter: number | null;
  limit: string | null;
  user: UserFieldsFragment | null;
  jwt: string | null;
  genTs: number | null;
  refreshToken: string | null;
  expiresIn: number | null;
  sessions: ListedSession[] | null;
  /** The cursor of the next page of sessions. */
  next: string | null;
  /** The number of sessions that a logout ended. */
  ended: number | null;
}

export interface Api {
  name: string;
  register(url: string, input: Input): Promise<Answer>;
  /** Logs in and asks for a refresh token. REST: with the scope `offline_access`. */
  login(url: string, input: Input): Promise<Answer>;
  refresh(url: string, input: Input): Promise<Answer>;
  me(url: string, token: Token): Promise<Answer>;
  sessions(url: string, token: Token, page?: { first?: unknown; after?: unknown }): Promise<Answer>;
  logout(url: string, input: Input, token: Token): Promise<Answer>;
  revokeSession(url: string, id: unknown, token: Token): Promise<Answer>;
}

/** An access token, or null to send none. */
export type Token = string | null;

const bearer = (token: Token = null): Record<string, string> =>
  token === null ? {} : { Authorization: `Bearer ${token}` };

const nothing: Omit<Answer, 'success' | 'msg' | 'code' | 'fields' | 'retryAfter' | 'limit'> = {
  user: null,
  jwt: null,
  genTs: null,
  refreshToken: null,
  expiresIn: null,
  sessions: null,
  next: null,
  ended: null,
};

export async function postJson(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

export const restApi: Api = {
  name: 'REST',
  register: (url, input) => viaRest(`${url}/auth/register`, 'POST', { input }),
  login: (url, input) => viaRest(`${url}/auth/login`, 'POST', { input: { scope: 'offline_access', ...input } }),
  refresh: (url, input) => viaRest(`${url}/auth/refresh`, 'POST', { input }),
  me: (url, token) => viaRest(`${url}/auth/me`, 'GET', { token }),
  sessions: (url, token, page = {}) => {
    const query = Object.entries(page).map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
    return viaRest(`${url}/auth/sessions${query.length > 0 ? '?' : ''}${query.join('&')}`, 'GET', { token });
  },
  logout: (url, input, token) => viaRest(`${url}/auth/logout`, 'POST', { input, token }),
  revokeSession: (url, id, token) =>
    viaRest(`${url}/auth/sessions/${encodeURIComponent(String(id))}`, 'DELETE', { token }),
};

async function viaRest(
  url: string,
  method: string,
  { input, token }: { input?: Input; token?: Token },
): Promise<Answer> {
  const body = input && Object.fromEntries(Object.entries(input).map(([name, value]) => [toSnakeCase(name), value]));
  const response = await fetch(url, {
    method,
    headers: { ...(body && { 'Content-Type': 'application/json' }), ...bearer(token) },
    ...(body && { body: JSON.stringify(body) }),
  });
  // Any shape: the test checks the envelope.
  const answer = JSON.parse(await response.text());
  const { result } = answer;
  const user = result?.user ?? (result?.first_name === undefined ? null : result);
  const retryAfter = response.headers.get('retry-after');
  return {
    ...nothing,
    success: answer.success,
    msg: answer.msg,
    code: answer.code ?? null,
    fields: (answer.errors ?? []).map((e: { field: string; msg: string }) => ({ ...e, field: toCamelCase(e.field) })),
    retryAfter: retryAfter === null ? null : Number(retryAfter),
    limit: answer.limit ?? null,
    user: user && fromRecord(user),
    jwt: result?.jwt ?? null,
    genTs: result?.gen_ts ?? null,
    refreshToken: result?.refresh_token ?? null,
    expiresIn: result?.expires_in ?? null,
    sessions: result?.sessions?.map(fromRecord) ?? null,
    next: result?.next ?? null,
    ended: result?.ended ?? null,
  };
}

/** Converts names to camelCase, and date-times to the form of GraphQL by adding `Z`. */
function fromRecord<Fields extends UserFieldsFragment | ListedSession>(record: Record<string, unknown>): Fields {
  const entries = Object.entries(record).map(([name, value]) => [
    toCamelCase(name),
    name.endsWith('_ts') && value !== null ? `${value}Z` : value,
  ]);
  return Object.fromEntries(entries) as Fields;
}

export const graphqlApi: Api = {
  name: 'GraphQL',
  async register(url, input) {
    const { data, errors } = await execute(url, RegisterDocument, { input });
    return data?.register ? fromPayload(data.register, { user: data.register.result ?? null }) : fromErrors(errors);
  },
  async login(url, input) {
    const { data, errors } = await execute(url, LoginDocument, { input });
    return data?.login ? fromPayload(data.login, data.login.result ?? {}) : fromErrors(errors);
  },
  async refresh(url, input) {
    const { data, errors } = await execute(url, RefreshDocument, { input });
    return data?.refresh ? fromPayload(data.refresh, data.refresh.result ?? {}) : fromErrors(errors);
  },
  async me(url, token) {
    const { data, errors } = await execute(url, MeDocument, {}, token);
    return data?.me ? { ...nothing, ...answered(successMessages.me), user: data.me } : fromErrors(errors);
  },
  async sessions(url, token, page = {}) {
    const { data, errors } = await execute(url, SessionsDocument, page, token);
    if (!data?.sessions) return fromErrors(errors);
    const { edges, pageInfo } = data.sessions;
    const next = pageInfo.hasNextPage ? (pageInfo.endCursor ?? null) : null;
    return { ...nothing, ...answered(successMessages.sessions), sessions: edges.map(({ node }) => node), next };
  },
  async logout(url, { sessions, ...input }, token) {
    const named = typeof sessions === 'string' ? { sessions: sessions.toUpperCase() } : {};
    const { data, errors } = await execute(url, LogoutDocument, { input: { ...input, ...named } }, token);
    return data?.logout ? fromPayload(data.logout, data.logout.result ?? {}) : fromErrors(errors);
  },
  async revokeSession(url, id, token) {
    const { data, errors } = await execute(url, RevokeSessionDocument, { input: { id } }, token);
    return data?.revokeSession ? fromPayload(data.revokeSession, {}) : fromErrors(errors);
  },
};

/** The answer to a query, which has no envelope in GraphQL. */
const answered = (msg: string) => ({ success: true, msg, code: null, fields: [], retryAfter: null, limit: null });

interface GraphqlError {
  message: string;
  extensions: Partial<ProblemFieldsFragment>;
}

export async function execute<Data, Variables>(
  url: string,
  document: TypedDocumentNode<Data, Variables>,
  variables: unknown,
  token: Token = null,
): Promise<{ data?: Data | null; errors?: GraphqlError[] }> {
  const response = await postJson(`${url}/graphql`, { query: print(document), variables }, bearer(token));
  return (await response.json()) as { data?: Data | null; errors?: GraphqlError[] };
}

function fromPayload(payload: object, result: Partial<Answer>): Answer {
  const { success, msg, error } = payload as RegisterMutation['register'];
  const { code = null, fields = [], retryAfter = null, limit = null } = error ?? {};
  return { ...nothing, ...result, success, msg, code, fields: fields.map((f) => ({ ...f })), retryAfter, limit };
}

/** Converts `errors` to an answer: errors of GraphQL (for example a variable of a wrong type) or about the caller. */
function fromErrors(errors: GraphqlError[] = []): Answer {
  const [error] = errors;
  if (!error) throw new Error('an answer with neither data nor errors');
  const { code = null, fields = [], retryAfter = null, limit = null } = error.extensions;
  return { ...nothing, success: false, msg: error.message, code, fields, retryAfter, limit };
}

export const apis = [restApi, graphqlApi] as const;
