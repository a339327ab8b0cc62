import { camelCase, toCamelCase, toSnakeCase } from './field-names.js';
import type { BotChallenge, Failure, IdentityLink, LoginChallenge, Problem } from './types.js';

export type Answer = { ok: true; result: Record<string, unknown> } | Failure;
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type Send = (method: Method, path: string, input?: object, jwt?: string | null) => Promise<Answer>;

/** Also how long a tab can hold the lock. */
const requestMs = 10_000;

/** Sends requests to the REST API. Fields are in camelCase on this side. Nothing is thrown. */
export function createSend(url: string, credentials: RequestCredentials, own: Readonly<Record<string, string>>): Send {
  return async (method, path, input, jwt) => {
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), requestMs);
    let retryAfter: number | undefined;
    try {
      const body = method === 'GET' ? undefined : input;
      const response = await fetch(url + path + (body ? '' : queryOf(input)), {
        method,
        credentials,
        // A redirect could send the tokens elsewhere.
        redirect: 'error',
        signal: limit.signal,
        headers: {
          ...own,
          ...(body && { 'Content-Type': 'application/json' }),
          ...(jwt && { Authorization: `Bearer ${jwt}` }),
        },
        ...(body && { body: JSON.stringify(toSnakeCase(body)) }),
      });
      retryAfter = Number(response.headers.get('Retry-After')) || undefined;
      const envelope = await response.json();
      // What is stored has the names of tables and columns.
      const isData = path === '/auth/export';
      if (envelope.success === true) {
        return { ok: true, result: isData ? envelope.result : toCamelCase(envelope.result) };
      }
      if (typeof envelope.code === 'string') return { ok: false, error: problemOf(envelope, retryAfter) };
    } catch {
      // As an answer that does not come from Gatehouse.
    } finally {
      clearTimeout(timer);
    }
    return failure('NETWORK', 'The service could not be reached.', retryAfter);
  };
}

function queryOf(input: object = {}): string {
  const fields = Object.entries(toSnakeCase(input)).filter(([, value]) => value !== undefined && value !== null);
  return fields.length > 0 ? `?${new URLSearchParams(fields)}` : '';
}

export const failure = (code: Problem['code'], msg: string, retryAfter?: number): Failure => ({
  ok: false,
  error: { code, msg, fields: [], ...(retryAfter && { retryAfter }) },
});

interface FailureEnvelope {
  code: Problem['code'];
  msg: string;
  errors?: Problem['fields'];
  mfa?: object;
  challenge?: object;
  link?: object;
  attempts_left?: number | null;
  limit?: string;
  session_end?: NonNullable<Problem['sessionEnd']>;
}

/** Those of `USER_FIELDS`, such as `fields.nick_name`, have the names of that file. */
const fieldOf = (name: string) => (name.startsWith('fields.') ? name : camelCase(name));

function problemOf(envelope: FailureEnvelope, retryAfter: number | undefined): Problem {
  const { code, msg, errors = [], mfa, link, attempts_left: attemptsLeft, limit, session_end: sessionEnd } = envelope;
  return {
    code,
    msg,
    fields: errors.map((problem) => ({ field: fieldOf(problem.field), msg: problem.msg })),
    ...(mfa && { challenge: toCamelCase(mfa) as unknown as LoginChallenge }),
    ...(envelope.challenge && { botChallenge: toCamelCase(envelope.challenge) as unknown as BotChallenge }),
    ...(link && { link: toCamelCase(link) as unknown as IdentityLink }),
    ...(attemptsLeft !== undefined && { attemptsLeft }),
    ...(limit && { limit }),
    ...(sessionEnd && { sessionEnd }),
    ...(retryAfter && { retryAfter }),
  };
}
