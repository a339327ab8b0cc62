import { AsyncLocalStorage } from 'node:async_hooks';
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { print } from 'graphql';
import type {
  ConnectedAppsQuery,
  EmailChangeQuery,
  IdentityFieldsFragment,
  LoginProvidersQuery,
  PasskeyFieldsFragment,
  ProblemFieldsFragment,
  SessionsQuery,
  UserFieldsFragment,
} from '../../src/client/documents';
import { type OperationName, operations } from '../../src/compose/features';
import type { Operation, RestPath } from '../../src/platform/operations/define-operation';
import { failureFormOf } from '../../src/platform/rest/openapi.document';
import { errorsOf, type RestRoute } from '../../src/platform/rest/rest-route';
import {
  fieldTypeOf,
  fromGraphql,
  fromRest,
  hasEnvelope,
  nameOfResult,
  type ResultForm,
  recordOfGraphql,
  recordOfRest,
  resultFormOf,
  resultIn,
  variablesOf,
} from './answer-forms';
import { operationNamed } from './declared-operations';
import { toCamelCase, toSnakeCase } from './field-names';
import { documentOf, type RootField, rootFieldOf } from './graphql-documents';
import { routes, routesOfAdmins } from './rest-document';
import type { ResultOf } from './results';

/** Input fields in camelCase. The values can be wrong. */
export type Input = Record<string, unknown>;

export type ListedSession = NonNullable<SessionsQuery['sessions']>['edges'][number]['node'];
export type ListedPasskey = PasskeyFieldsFragment;

interface Envelope {
  success: boolean;
  msg: string;
  code: string | null;
  fields: { field: string; msg: string }[];
  retryAfter: number | null;
  attemptsLeft: number | null;
  limit: string | null;
  sessionEnd: string | null;
  /** What `STEP_UP_REQUIRED` asks for. */
  required: { acr: string | null; maxAge: number | null; methods?: string[] } | null;
  /** How the client completes the login. */
  challenge: { token: string; factors: string[]; passkeyOptions: object | null; expiresIn: number } | null;
  /** What the client answers to show that it is no program, as REST has it in camelCase. */
  botChallenge: Record<string, unknown> | null;
  /** How the client connects the account at a provider. */
  link: { token: string; provider: string; email: string; mailed: boolean; expiresIn: number } | null;
}

/** What most tests read of a result. Null in the answers of operations that return something else. */
interface Parts {
  user: Omit<UserFieldsFragment, 'roles'> | null;
  jwt: string | null;
  genTs: number | null;
  refreshToken: string | null;
  expiresIn: number | null;
  sessions: ListedSession[] | null;
  /** The cursor of the next page of sessions. */
  next: string | null;
  /** The number of sessions that the operation ended. */
  ended: number | null;
  /** When a deleted account is erased. */
  erasureTs: string | null;
  /** Of a new authenticator app. */
  secret: string | null;
  uri: string | null;
  recoveryCodes: string[] | null;
  /** What the user can use for a step-up. */
  stepUpOptions: { password: boolean; email: boolean; factors: string[]; passkeyOptions: object | null } | null;
  factors: { twoStep: boolean; totp: boolean; passkeys: ListedPasskey[]; recoveryCodes: number } | null;
  passkey: ListedPasskey | null;
  /** The options for `navigator.credentials`. */
  options: object | null;
  /** The token of a login that waits for the code of a mail. */
  token: string | null;
  /** Where the browser goes to sign in with a provider. */
  url: string | null;
  providers: LoginProvidersQuery['loginProviders'] | null;
  identities: IdentityFieldsFragment[] | null;
  identity: IdentityFieldsFragment | null;
  emailChange: EmailChangeQuery['emailChange'] | null;
  apps: NonNullable<ConnectedAppsQuery['connectedApps']> | null;
}

/** The answer of either API in one form: that of the REST API with the names of the GraphQL API. */
export interface Answer<Result = unknown> extends Envelope, Parts {
  /** All that a success returns. */
  result: Result | null;
}

/** An access token, or null to send none. */
export type Token = string | null;

type Call = <Name extends OperationName>(
  url: string,
  operation: Name,
  input: Input,
  token?: Token,
) => Promise<Answer<ResultOf<Name>>>;

type CallOf<Declared> =
  Declared extends Operation<infer Name, RestPath, infer OfInput>
    ? [OfInput] extends [null]
      ? (url: string, token?: Token) => Promise<Answer<ResultOf<Name>>>
      : (url: string, input: Input, token?: Token) => Promise<Answer<ResultOf<Name>>>
    : never;

type Declared = (typeof operations)[number];

/**
 * Calls every operation that is declared, by its name or as a method: `call(url, 'login', input)`, `login(url, input)`. Where an
 * operation can return a refresh token, it is asked for one. What only the REST API has is called there.
 */
export type Api = { name: string; call: Call } & { readonly [Each in Declared as Each['name']]: CallOf<Each> };

function createApi(name: string, call: Call): Api {
  const methods = operations.map(({ name: operation, input }) => [
    operation,
    input
      ? (url: string, sent: Input, token?: Token) => call(url, operation, sent, token)
      : (url: string, token?: Token) => call(url, operation, {}, token),
  ]);
  return { ...Object.fromEntries(methods), name, call };
}

const bearer = (token: Token = null): Record<string, string> =>
  token === null ? {} : { Authorization: `Bearer ${token}` };

const nothing: Parts = {
  ...{ user: null, jwt: null, genTs: null, refreshToken: null, expiresIn: null, sessions: null, next: null },
  ...{ ended: null, erasureTs: null, secret: null, uri: null, recoveryCodes: null, factors: null, stepUpOptions: null },
  ...{ passkey: null, options: null, token: null, url: null, providers: null, identities: null, identity: null },
  ...{ emailChange: null, apps: null },
};
const noProblem: Omit<Envelope, 'success' | 'msg'> = {
  ...{ code: null, fields: [], retryAfter: null, attemptsLeft: null, limit: null, sessionEnd: null, required: null },
  ...{ challenge: null, botChallenge: null, link: null },
};

function partsOf(record: Record<string, unknown> | null, form: ResultForm): Parts {
  const name = nameOfResult(form);
  // `recoveryCodes` is a part of its result, and `user` is a result itself.
  const isPart = name in nothing && !(record && name in record);
  const parts = isPart ? { [name]: record } : record;
  const entries = Object.entries({ ...nothing, ...parts }).filter(([part]) => part in nothing);
  const { user, ...others } = Object.fromEntries(entries) as unknown as Parts & { user: UserFieldsFragment | null };
  if (!user) return { ...others, user: null };
  // The REST API has the roles in the access token alone.
  const { roles: _, ...inBoth } = user;
  return { ...others, user: inBoth };
}

const addedHeaders = new AsyncLocalStorage<Record<string, string>>();

/** Adds these headers to every request that `work` sends through an API. */
export const withHeaders = <Result>(headers: Record<string, string>, work: () => Promise<Result>): Promise<Result> =>
  addedHeaders.run(headers, work);

export async function postJson(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers, ...addedHeaders.getStore() },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

const allRoutes = [...routes, ...routesOfAdmins];
const parametersIn = ({ path }: RestRoute) => [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => toCamelCase(name));

/** Of several routes, the one with the most fields of the input in its path. */
function routeFor(operation: string, input: Input): RestRoute | null {
  const own = allRoutes.filter((route) => route.operation.name === operation && !route.path.endsWith('*'));
  const [first] = own;
  const possible = own.filter((route) => parametersIn(route).every((name) => name in input));
  return possible.sort((one, other) => parametersIn(other).length - parametersIn(one).length)[0] ?? first ?? null;
}

export const restApi = createApi('REST', async (url, operation, input, token) => {
  const route = routeFor(operation, input);
  if (!route) throw new Error(`the REST API has no ${operation}`);
  return (await viaRest(url, route, input, token)) as Answer<ResultOf<typeof operation>>;
});

async function viaRest(url: string, route: RestRoute, input: Input, token?: Token): Promise<Answer> {
  const { input: declared, body } = route.openapi();
  const asksForRefreshToken = declared && 'refreshTokenIn' in declared.fields && 'scope' in declared.fields;
  const inPath = parametersIn(route);
  const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(input[toCamelCase(name)] ?? '')),
  );
  const fields = Object.entries({ ...(asksForRefreshToken && { scope: 'offline_access' }), ...input })
    .filter(([name]) => !inPath.includes(name))
    .map(
      ([name, value]) => [declared && !(name in declared.fields) && name === 'first' ? 'limit' : name, value] as const,
    )
    .map(([name, value]) => [toSnakeCase(name), value] as const);
  const sentInBody = body && (fields.length > 0 || !body.isOptional) ? Object.fromEntries(fields) : null;
  const inQuery = fields.filter(([, value]) => !body && value !== undefined && value !== null);
  const query = new URLSearchParams(inQuery.map(([name, value]) => [name, String(value)]));
  const response = await fetch(`${url}${path}${query.size > 0 ? '?' : ''}${query}`, {
    method: route.method === 'all' ? 'GET' : route.method.toUpperCase(),
    headers: {
      ...(sentInBody && { 'Content-Type': 'application/json' }),
      ...bearer(token),
      ...addedHeaders.getStore(),
    },
    ...(sentInBody && { body: JSON.stringify(sentInBody) }),
  });
  return answerOfRest(response, route);
}

async function answerOfRest(response: Response, route: RestRoute): Promise<Answer> {
  const root = rootFieldOf(route.operation.name);
  const form = resultFormOf(route, root);
  const text = await response.text();
  // Any shape: the test checks the envelope. What OAuth defines has none, and a file is no JSON.
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  // Every failure of the service has an envelope: this one is of something between.
  if (!isJson && !response.ok) throw new Error(`an answer without JSON: ${response.status}`);
  const answer = isJson ? JSON.parse(text) : { success: response.ok, result: text };
  const success = answer.success ?? response.ok;
  const record = success ? recordOfRest('success' in answer ? answer.result : answer, form) : null;
  const { nameOf } = failureFormOf(route.openapi());
  const code = [...errorsOf(route).keys()].find((one) => nameOf(one) === answer.error);
  const nameOfField = (field: string) => (field === 'limit' ? 'first' : toCamelCase(field));
  const retryAfter = response.headers.get('retry-after');
  const payloadType = root?.field.type;
  return {
    success,
    msg: answer.msg ?? answer.error_description,
    code: answer.code ?? code ?? null,
    fields: (answer.errors ?? []).map((e: { field: string; msg: string }) => ({ ...e, field: nameOfField(e.field) })),
    retryAfter: retryAfter === null ? null : Number(retryAfter),
    attemptsLeft: answer.attempts_left ?? null,
    sessionEnd: answer.session_end ?? null,
    limit: answer.limit ?? null,
    required: requiredOf(response.headers.get('www-authenticate') ?? ''),
    challenge: fromRest(answer.mfa ?? null, '', fieldTypeOf(payloadType, 'challenge')) as Answer['challenge'],
    botChallenge: fromRest(answer.challenge ?? null, '', null) as Answer['botChallenge'],
    link: fromRest(answer.link ?? null, '', fieldTypeOf(payloadType, 'link')) as Answer['link'],
    ...partsOf(record, form),
    result: resultIn(record, form),
  };
}

/** Reads the challenge of RFC 9470. */
export function requiredOf(challenge: string): Answer['required'] {
  if (!challenge.includes('error="insufficient_user_authentication"')) return null;
  const acr = /acr_values="(\w+)"/.exec(challenge)?.[1] ?? null;
  const maxAge = /max_age=(\d+)/.exec(challenge)?.[1];
  const methods = /methods="([\w ]+)"/.exec(challenge)?.[1]?.split(' ');
  return { acr, maxAge: maxAge === undefined ? null : Number(maxAge), ...(methods && { methods }) };
}

export const graphqlApi = createApi('GraphQL', async (url, operation, input, token) => {
  const root = rootFieldOf(operation);
  if (!root) return restApi.call(url, operation, input, token);
  return (await viaGraphql(url, root, input, token)) as Answer<ResultOf<typeof operation>>;
});

async function viaGraphql(url: string, root: RootField, input: Input, token?: Token): Promise<Answer> {
  const { path, field } = root;
  const body = { query: documentOf(root), variables: variablesOf(field, input) };
  const response = await postJson(`${url}${path}`, body, bearer(token));
  const { data, errors } = (await response.json()) as GraphqlAnswer<Record<string, unknown>>;
  const value = data?.[field.name] ?? null;
  if (value === null && errors) return fromErrors(errors);
  const operation = field.name as OperationName;
  const form = resultFormOf(routeFor(operation, input), root);
  if (hasEnvelope(root)) return fromPayload(value as Payload, root, form);
  const record = recordOfGraphql(value, form);
  const { message } = operationNamed(operation);
  return { success: true, msg: message, ...noProblem, ...partsOf(record, form), result: resultIn(record, form) };
}

interface Payload extends Pick<Envelope, 'success' | 'msg'> {
  error?: Partial<ProblemFieldsFragment> | null;
  result?: unknown;
  challenge?: unknown;
  link?: unknown;
}

function fromPayload(
  { success, msg, error, result, ...more }: Payload,
  { field }: RootField,
  form: ResultForm,
): Answer {
  const record = success ? recordOfGraphql(result ?? null, form) : null;
  const partOf = (name: 'challenge' | 'link') => {
    const type = fieldTypeOf(field.type, name);
    return type && fromGraphql(more[name] ?? null, type);
  };
  return {
    ...{ success, msg, ...noProblem, ...problemIn(error) },
    challenge: partOf('challenge') as Answer['challenge'],
    link: partOf('link') as Answer['link'],
    ...partsOf(record, form),
    result: resultIn(record, form),
  };
}

function problemIn(problem: Partial<ProblemFieldsFragment> | null = null) {
  const { code = null, fields = [], retryAfter = null, attemptsLeft = null, limit = null } = problem ?? {};
  const botChallenge = problem?.challenge ? botChallengeIn(problem.challenge) : null;
  return { code, fields, retryAfter, attemptsLeft, limit, sessionEnd: problem?.sessionEnd ?? null, botChallenge };
}

/** Without what only the other kind has. */
const botChallengeIn = ({ kind, ...others }: { kind: string }): Record<string, unknown> => ({
  kind: kind.toLowerCase(),
  ...Object.fromEntries(Object.entries(others).filter(([, value]) => value !== null)),
});

interface GraphqlError {
  message: string;
  extensions: Partial<ProblemFieldsFragment> & { stepUp?: NonNullable<Answer['required']> };
}

interface GraphqlAnswer<Data> {
  data?: Data | null;
  errors?: GraphqlError[];
}

/** Sends a document of the client package. */
export async function execute<Data, Variables>(
  url: string,
  document: TypedDocumentNode<Data, Variables>,
  variables: unknown,
  token: Token = null,
): Promise<GraphqlAnswer<Data>> {
  const response = await postJson(`${url}/graphql`, { query: print(document), variables }, bearer(token));
  return (await response.json()) as GraphqlAnswer<Data>;
}

/** Converts `errors` to an answer: errors of GraphQL (for example a variable of a wrong type) or about the caller. */
function fromErrors([error]: GraphqlError[]): Answer {
  if (!error) throw new Error('an answer with neither data nor errors');
  const { stepUp: required = null, ...problem } = error.extensions;
  return {
    ...{ success: false, msg: error.message, ...noProblem, ...problemIn(problem), required },
    ...nothing,
    result: null,
  };
}

export const apis = [restApi, graphqlApi] as const;

/**
 * Returns a `test` for what the services below both APIs decide. Each such test runs through one API, while the other one
 * takes its part: the first through REST, the second through GraphQL, and so on.
 */
export function testInTurn(api: Pick<Api, 'name'>): (name: string, run: () => Promise<void>) => void {
  let tests = 0;
  return (name, run) => {
    if (apis[tests % apis.length]?.name === api.name) test(name, run);
    tests += 1;
  };
}

/** Returns the rows of a table that run through this API: every other one. */
export const inTurn = <Row>(api: Pick<Api, 'name'>, rows: readonly Row[]): Row[] =>
  rows.filter((_, n) => apis[n % apis.length]?.name === api.name);
