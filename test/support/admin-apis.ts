import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { print } from 'graphql';
import {
  ActivityDocument,
  type ActivityQuery,
  type AdminUserFieldsFragment,
  type AuditEventFieldsFragment,
  AuditEventsDocument,
  type ClientFieldsFragment,
  CreateOauthClientDocument,
  DeleteOauthClientDocument,
  ExplainDocument,
  type ExplainQuery,
  FindingsDocument,
  type FindingsQuery,
  ImpersonateDocument,
  type ImpersonationFieldsFragment,
  type MessageFieldsFragment,
  MessagesDocument,
  OauthClientDocument,
  OauthClientsDocument,
  RetryMessageDocument,
  RotateOauthClientSecretDocument,
  SigningKeysDocument,
  type SigningKeysQuery,
  UpdateOauthClientDocument,
  UsersDocument,
} from './admin-operations';
import { type Input, postJson, requiredOf, restApi, type Token } from './apis';
import { operationNamed } from './declared-operations';
import { toCamelCase, toSnakeCase } from './field-names';
import type { Gatehouse } from './gatehouse';

/** The answer of either API for super admins in one form. The names are in camelCase, and date-times end with `Z`. */
export interface AdminAnswer<Result = unknown> {
  success: boolean;
  msg: string;
  code: string | null;
  fields: { field: string; msg: string }[];
  limit: string | null;
  /** What `STEP_UP_REQUIRED` asks for. */
  required: { acr: string | null; maxAge: number | null } | null;
  /** Null if the operation failed. */
  result: Result | null;
}

export interface IssuedClient {
  client: ClientFieldsFragment;
  clientSecret: string | null;
}

export interface AdminApi {
  name: string;
  /** The size of a page is `first` for both APIs. */
  users(
    url: string,
    input: Input,
    token: Token,
  ): Promise<
    AdminAnswer<{
      users: AdminUserFieldsFragment[];
      previous: string | null;
      next: string | null;
      estimatedTotal: number | null;
    }>
  >;
  /** The size of a page is `first` for both APIs. */
  auditEvents(
    url: string,
    input: Input,
    token: Token,
  ): Promise<AdminAnswer<{ events: AuditEventFieldsFragment[]; next: string | null }>>;
  explain(url: string, requestId: string, token: Token): Promise<AdminAnswer<ExplainQuery['explain']>>;
  /** The size of a page is `first` for both APIs, and the state is in lower case. */
  messages(
    url: string,
    input: Input,
    token: Token,
  ): Promise<AdminAnswer<{ messages: MessageFieldsFragment[]; next: string | null }>>;
  retryMessage(url: string, id: string, token: Token): Promise<AdminAnswer<MessageFieldsFragment>>;
  /** The kind is in lower case. */
  oauthClients(url: string, token: Token): Promise<AdminAnswer<{ clients: ClientFieldsFragment[] }>>;
  oauthClient(url: string, id: string, token: Token): Promise<AdminAnswer<ClientFieldsFragment>>;
  createOauthClient(url: string, input: Input, token: Token): Promise<AdminAnswer<IssuedClient>>;
  updateOauthClient(
    url: string,
    input: Input & { id: string },
    token: Token,
  ): Promise<AdminAnswer<ClientFieldsFragment>>;
  rotateOauthClientSecret(url: string, input: Input & { id: string }, token: Token): Promise<AdminAnswer<IssuedClient>>;
  deleteOauthClient(url: string, id: string, token: Token): Promise<AdminAnswer<{ sessionsEnded: number }>>;
  findings(url: string, token: Token): Promise<AdminAnswer<{ findings: NonNullable<FindingsQuery['findings']> }>>;
  signingKeys(url: string, token: Token): Promise<AdminAnswer<{ keys: NonNullable<SigningKeysQuery['signingKeys']> }>>;
  activity(url: string, token: Token): Promise<AdminAnswer<{ hours: NonNullable<ActivityQuery['activity']> }>>;
  impersonate(
    url: string,
    input: { userId: unknown; reason?: unknown },
    token: Token,
  ): Promise<AdminAnswer<ImpersonationFieldsFragment>>;
}

export const restAdminApi: AdminApi = {
  name: 'REST',
  users: (url, { first, ...input }, token) =>
    viaRest(url, 'GET', '/admin/users', token, { query: { limit: first, ...input } }),
  auditEvents: (url, { first, ...input }, token) =>
    viaRest(url, 'GET', '/admin/audit', token, { query: { limit: first, ...input } }),
  explain: (url, requestId, token) => viaRest(url, 'GET', `/admin/requests/${encodeURIComponent(requestId)}`, token),
  messages: (url, { first, ...input }, token) =>
    viaRest(url, 'GET', '/admin/messages', token, { query: { limit: first, ...input } }),
  retryMessage: (url, id, token) => viaRest(url, 'POST', `/admin/messages/${encodeURIComponent(id)}/retry`, token),
  oauthClients: (url, token) => viaRest(url, 'GET', '/admin/clients', token),
  oauthClient: (url, id, token) => viaRest(url, 'GET', clientPath(id), token),
  createOauthClient: (url, input, token) => viaRest(url, 'POST', '/admin/clients', token, { input }),
  updateOauthClient: (url, { id, ...input }, token) => viaRest(url, 'PATCH', clientPath(id), token, { input }),
  rotateOauthClientSecret: (url, { id, ...input }, token) =>
    viaRest(url, 'POST', `${clientPath(id)}/secret`, token, Object.keys(input).length > 0 ? { input } : {}),
  deleteOauthClient: (url, id, token) => viaRest(url, 'DELETE', clientPath(id), token),
  findings: (url, token) => viaRest(url, 'GET', '/admin/findings', token),
  signingKeys: (url, token) => viaRest(url, 'GET', '/admin/keys', token),
  activity: (url, token) => viaRest(url, 'GET', '/admin/activity', token),
  impersonate: (url, { userId, ...input }, token) =>
    viaRest(url, 'POST', `/admin/users/${encodeURIComponent(String(userId))}/impersonate`, token, { input }),
};

/** The name of a value of an enum. */
const toEnum = (value: unknown) => (typeof value === 'string' ? value.toUpperCase() : value) as never;

const clientPath = (id: string) => `/admin/clients/${encodeURIComponent(id)}`;

export const graphqlAdminApi: AdminApi = {
  name: 'GraphQL',
  users: (url, { first, after, before, sort, ...filter }, token) =>
    viaGraphql(
      url,
      UsersDocument,
      { [before ? 'last' : 'first']: first, after, before, sort: toEnum(sort), filter },
      token,
      ({ users }) =>
        users
          ? answered(operationNamed('users').message, {
              users: users.nodes,
              previous: users.pageInfo.hasPreviousPage ? (users.pageInfo.startCursor ?? null) : null,
              next: users.pageInfo.hasNextPage ? (users.pageInfo.endCursor ?? null) : null,
              estimatedTotal: users.estimatedTotal,
            })
          : null,
    ),
  auditEvents: (url, { first, after, ...filter }, token) =>
    viaGraphql(url, AuditEventsDocument, { first, after, filter }, token, ({ auditEvents: page }) =>
      page ? answered(operationNamed('auditEvents').message, { events: page.nodes, next: nextOf(page) }) : null,
    ),
  explain: (url, requestId, token) =>
    viaGraphql(url, ExplainDocument, { requestId }, token, ({ explain }) =>
      explain ? answered(operationNamed('explain').message, explain) : null,
    ),
  messages: (url, { first, after, state }, token) =>
    viaGraphql(
      url,
      MessagesDocument,
      { first, after, state: typeof state === 'string' ? state.toUpperCase() : state },
      token,
      ({ messages: page }) =>
        page
          ? answered(operationNamed('messages').message, { messages: page.nodes.map(inLowerCase), next: nextOf(page) })
          : null,
    ),
  retryMessage: (url, id, token) =>
    viaGraphql(url, RetryMessageDocument, { input: { id } }, token, ({ retryMessage: payload }) =>
      payload ? fromPayload(payload, payload.result ? inLowerCase(payload.result) : null) : null,
    ),
  oauthClients: (url, token) =>
    viaGraphql(url, OauthClientsDocument, {}, token, ({ oauthClients }) =>
      oauthClients
        ? answered(operationNamed('oauthClients').message, { clients: oauthClients.map(clientInLowerCase) })
        : null,
    ),
  oauthClient: (url, id, token) =>
    viaGraphql(url, OauthClientDocument, { id }, token, ({ oauthClient }) =>
      oauthClient ? answered(operationNamed('oauthClient').message, clientInLowerCase(oauthClient)) : null,
    ),
  createOauthClient: (url, { kind, ...input }, token) =>
    viaGraphql(
      url,
      CreateOauthClientDocument,
      { input: { kind: typeof kind === 'string' ? kind.toUpperCase() : kind, ...input } },
      token,
      ({ createOauthClient: payload }) => (payload ? fromPayload(payload, issued(payload.result)) : null),
    ),
  updateOauthClient: (url, input, token) =>
    viaGraphql(url, UpdateOauthClientDocument, { input }, token, ({ updateOauthClient: payload }) =>
      payload ? fromPayload(payload, payload.result ? clientInLowerCase(payload.result) : null) : null,
    ),
  rotateOauthClientSecret: (url, input, token) =>
    viaGraphql(url, RotateOauthClientSecretDocument, { input }, token, ({ rotateOauthClientSecret: payload }) =>
      payload ? fromPayload(payload, issued(payload.result)) : null,
    ),
  deleteOauthClient: (url, id, token) =>
    viaGraphql(url, DeleteOauthClientDocument, { input: { id } }, token, ({ deleteOauthClient: payload }) =>
      payload ? fromPayload(payload, payload.result ?? null) : null,
    ),
  findings: (url, token) =>
    viaGraphql(url, FindingsDocument, {}, token, ({ findings }) =>
      findings
        ? answered(operationNamed('findings').message, {
            findings: findings.map((one) => ({ ...one, verdict: one.verdict.toLowerCase() as typeof one.verdict })),
          })
        : null,
    ),
  signingKeys: (url, token) =>
    viaGraphql(url, SigningKeysDocument, {}, token, ({ signingKeys }) =>
      signingKeys ? answered(operationNamed('signingKeys').message, { keys: signingKeys.map(inLowerCase) }) : null,
    ),
  activity: (url, token) =>
    viaGraphql(url, ActivityDocument, {}, token, ({ activity }) =>
      activity ? answered(operationNamed('activity').message, { hours: activity }) : null,
    ),
  impersonate: (url, input, token) =>
    viaGraphql(url, ImpersonateDocument, { input }, token, ({ impersonate }) =>
      impersonate ? fromPayload(impersonate, impersonate.result ?? null) : null,
    ),
};

const nextOf = ({ pageInfo }: { pageInfo: { hasNextPage: boolean; endCursor?: string | null } }): string | null =>
  pageInfo.hasNextPage ? (pageInfo.endCursor ?? null) : null;

/** The REST API writes the values of enums in lower case. */
const inLowerCase = <One extends { state: string }>(one: One): One => ({ ...one, state: one.state.toLowerCase() });

const clientInLowerCase = (client: ClientFieldsFragment): ClientFieldsFragment => ({
  ...client,
  kind: client.kind.toLowerCase() as typeof client.kind,
});
const issued = (result: IssuedClient | null | undefined): IssuedClient | null =>
  result ? { client: clientInLowerCase(result.client), clientSecret: result.clientSecret } : null;

export const adminApis = [restAdminApi, graphqlAdminApi] as const;

const bearer = (token: Token): Record<string, string> => (token === null ? {} : { Authorization: `Bearer ${token}` });

/** Sends a request to the REST API. The names of `query` and `input` are in camelCase. */
export async function viaRest<Result>(
  url: string,
  method: string,
  path: string,
  token: Token,
  { query = {}, input }: { query?: Input; input?: Input } = {},
): Promise<AdminAnswer<Result>> {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) parameters.set(toSnakeCase(name), String(value));
  }
  const body = input && Object.fromEntries(Object.entries(input).map(([name, value]) => [toSnakeCase(name), value]));
  const response = await fetch(`${url}${path}${parameters.size > 0 ? '?' : ''}${parameters}`, {
    method,
    headers: { ...(body && { 'Content-Type': 'application/json' }), ...bearer(token) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = JSON.parse(await response.text());
  const fieldOf = (field: string) => (field === 'limit' ? 'first' : toCamelCase(field));
  return {
    success: answer.success,
    msg: answer.msg,
    code: answer.code ?? null,
    fields: (answer.errors ?? []).map((e: { field: string; msg: string }) => ({ ...e, field: fieldOf(e.field) })),
    limit: answer.limit ?? null,
    required: requiredOf(response.headers.get('www-authenticate') ?? ''),
    result: answer.success ? (toGraphqlForm(answer.result) as Result) : null,
  };
}

/** Converts names to camelCase, and date-times to the form of GraphQL. */
function toGraphqlForm(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => toGraphqlForm(one));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [toCamelCase(key), toGraphqlForm(one, key)]));
  }
  return name.endsWith('_ts') && typeof value === 'string' ? `${value}Z` : value;
}

/** Sends a document. `answerOf` returns null if the field of the operation is null. */
export async function viaGraphql<Data, Variables, Result>(
  url: string,
  document: TypedDocumentNode<Data, Variables>,
  variables: Input,
  token: Token,
  answerOf: (data: Data) => AdminAnswer<Result> | null,
): Promise<AdminAnswer<Result>> {
  const response = await postJson(`${url}/admin/graphql`, { query: print(document), variables }, bearer(token));
  const { data, errors } = JSON.parse(await response.text());
  const answer = data ? answerOf(data) : null;
  if (answer) return answer;
  const [error] = errors;
  const { code = null, fields = [], limit = null, stepUp: required = null } = error.extensions;
  return { success: false, msg: error.message, code, fields, limit, required, result: null };
}

export const answered = <Result>(msg: string, result: Result): AdminAnswer<Result> => ({
  success: true,
  msg,
  code: null,
  fields: [],
  limit: null,
  required: null,
  result,
});

/** Converts the payload of a mutation. */
export function fromPayload<Result>(
  payload: { success: boolean; msg: string; error?: object | null },
  result: Result | null,
): AdminAnswer<Result> {
  const { code = null, fields = [], limit = null } = (payload.error ?? {}) as Partial<AdminAnswer>;
  return { success: payload.success, msg: payload.msg, code, fields, limit, required: null, result };
}

export const adminPassword = 'correct horse battery';

/** Registers a super admin, and signs in. Returns the access token. */
export async function loginSuperAdmin(gatehouse: Pick<Gatehouse, 'url' | 'sql'>, email = 'root@example.com') {
  const account = { email, password: adminPassword, firstName: 'Root', lastName: 'Admin' };
  const { user } = await restApi.register(gatehouse.url, account);
  if (!user) throw new Error('the super admin was not registered');
  await gatehouse.sql(`UPDATE users SET is_super_admin = true WHERE id = '${user.id}'`);
  const { jwt, refreshToken } = await restApi.login(gatehouse.url, { email, password: adminPassword });
  if (!jwt || !refreshToken) throw new Error('the super admin could not sign in');
  return { id: user.id, email, jwt, refreshToken };
}
