import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { print } from 'graphql';
import {
  LoginDocument,
  type ProblemFieldsFragment,
  RegisterDocument,
  type RegisterMutation,
  type UserFieldsFragment,
} from './operations';

/** Input fields in camelCase with any value: a test sends wrong ones too. */
export type Input = Record<string, unknown>;

/** One answer in the words of both doors. */
export interface Answer {
  success: boolean;
  msg: string;
  code: string | null;
  fields: { field: string; msg: string }[];
  retryAfter: number | null;
  user: UserFieldsFragment | null;
  jwt: string | null;
  genTs: number | null;
}

export interface Door {
  name: string;
  register(url: string, input: Input): Promise<Answer>;
  login(url: string, input: Input): Promise<Answer>;
}

export async function postJson(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

const toSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const toCamelCase = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

export const restDoor: Door = {
  name: 'REST',
  register: (url, input) => viaRest(`${url}/auth/register`, input),
  login: (url, input) => viaRest(`${url}/auth/login`, input),
};

async function viaRest(url: string, input: Input): Promise<Answer> {
  const body = Object.fromEntries(Object.entries(input).map(([name, value]) => [toSnakeCase(name), value]));
  const response = await postJson(url, body);
  // Of any shape: a test sees for itself whether it is the envelope.
  const answer = JSON.parse(await response.text());
  const { result } = answer;
  const retryAfter = response.headers.get('retry-after');
  return {
    success: answer.success,
    msg: answer.msg,
    code: answer.code ?? null,
    fields: (answer.errors ?? []).map((e: { field: string; msg: string }) => ({ ...e, field: toCamelCase(e.field) })),
    retryAfter: retryAfter === null ? null : Number(retryAfter),
    user: result ? fromRecord(result.user ?? result) : null,
    jwt: result?.jwt ?? null,
    genTs: result?.gen_ts ?? null,
  };
}

/** REST date-times are UTC without a designator; GraphQL's have it. */
function fromRecord(record: Record<string, unknown>): UserFieldsFragment {
  const entries = Object.entries(record).map(([name, value]) => [
    toCamelCase(name),
    name.endsWith('_ts') && value !== null ? `${value}Z` : value,
  ]);
  return Object.fromEntries(entries);
}

export const graphqlDoor: Door = {
  name: 'GraphQL',
  async register(url, input) {
    const { data, errors } = await execute(url, RegisterDocument, { input });
    return data?.register ? fromPayload(data.register, data.register.result ?? null) : fromErrors(errors);
  },
  async login(url, input) {
    const { data, errors } = await execute(url, LoginDocument, { input });
    if (!data?.login) return fromErrors(errors);
    const { result } = data.login;
    const { jwt, genTs } = result ?? { jwt: null, genTs: null };
    return { ...fromPayload(data.login, result?.user ?? null), jwt, genTs };
  },
};

interface GraphqlError {
  message: string;
  extensions: Partial<ProblemFieldsFragment>;
}

export async function execute<Data, Variables>(
  url: string,
  document: TypedDocumentNode<Data, Variables>,
  variables: unknown,
): Promise<{ data?: Data | null; errors?: GraphqlError[] }> {
  const response = await postJson(`${url}/graphql`, { query: print(document), variables });
  return (await response.json()) as { data?: Data | null; errors?: GraphqlError[] };
}

function fromPayload(payload: RegisterMutation['register'] | object, user: UserFieldsFragment | null): Answer {
  const { success, msg, error } = payload as RegisterMutation['register'];
  const { code = null, fields = [], retryAfter = null } = error ?? {};
  return { success, msg, code, fields: fields.map((f) => ({ ...f })), retryAfter, user, jwt: null, genTs: null };
}

/** What GraphQL itself refuses, e.g. a variable of a wrong type, is in `errors` instead of the payload. */
function fromErrors(errors: GraphqlError[] = []): Answer {
  const [error] = errors;
  if (!error) throw new Error('an answer with neither data nor errors');
  const { code = null, fields = [], retryAfter = null } = error.extensions;
  return { success: false, msg: error.message, code, fields, retryAfter, user: null, jwt: null, genTs: null };
}

export const doors = [restDoor, graphqlDoor] as const;
