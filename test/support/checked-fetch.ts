import type { ClientRequest, IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type * as DeclaredAnswers from './declared-answers';

/**
 * Checks every REST answer that a test gets against the OpenAPI document. The test fails if the document does not
 * declare the answer. Tests that do not use `fetch` call a function of this file.
 */
const undeclared: string[] = [];

export function checkAnswer(answer: DeclaredAnswers.RestAnswer): void {
  // Loaded on demand, because most test files get no REST answer.
  const { undeclaredIn }: typeof DeclaredAnswers = require('./declared-answers');
  const problem = undeclaredIn(answer);
  if (problem) undeclared.push(problem);
}

/** Returns the body of an answer to a request of `node:http`, and checks the answer. */
export async function readChecked(request: ClientRequest, answer: IncomingMessage): Promise<string> {
  const headers = new Headers(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]));
  const body = await text(answer);
  checkAnswer({ method: request.method, target: request.path, status: answer.statusCode ?? 0, headers, body });
  return body;
}

/** Checks the answers on one connection. `sent` and `received` are all its bytes. */
export function checkRawAnswers(sent: string, received: string): void {
  const requests = [...sent.matchAll(/([A-Z]+) (\S+) HTTP\/1\.[01]\r\n/g)];
  let rest = Buffer.from(received);
  for (let i = 0; rest.length > 0; i += 1) {
    const headEnd = rest.indexOf('\r\n\r\n');
    const [statusLine = '', ...lines] = rest.subarray(0, headEnd).toString().split('\r\n');
    const headers = new Headers(lines.map((line) => line.split(/: (.*)/s, 2) as [string, string]));
    const [, method = '', given = ''] = requests[i] ?? [];
    const target = given.replace(/^https?:\/\/[^/?]*\/?/i, '/');
    const bodyEnd = headEnd + 4 + (method === 'HEAD' ? 0 : Number(headers.get('content-length') ?? 0));
    // The response was truncated.
    if (headEnd === -1 || bodyEnd > rest.length) return;
    const body = rest.subarray(headEnd + 4, bodyEnd).toString();
    checkAnswer({ method, target, status: Number(statusLine.split(' ')[1]), headers, body });
    rest = rest.subarray(bodyEnd);
  }
}

const send = globalThis.fetch;
export const checkedFetch: typeof fetch = async (input, init) => {
  const response = await send(input, init);
  if (!isOfGatehouse(response)) return response;
  // If the body is truncated, the test itself checks it.
  const body = await response
    .clone()
    .text()
    .catch(() => null);
  if (body === null) return response;
  const { method, url } = input instanceof Request ? input : { method: init?.method ?? 'GET', url: String(input) };
  const { pathname, search } = new URL(url);
  checkAnswer({
    method: method.toUpperCase(),
    target: pathname + search,
    status: response.status,
    headers: response.headers,
    body,
  });
  return response;
};

/** Whether Gatehouse answered, and not a proxy in front of it. */
const isOfGatehouse = ({ headers }: Response): boolean => headers.has('x-request-id') && !headers.has('server');

export function failIfUndeclared(): void {
  const problems = undeclared.splice(0);
  if (problems.length > 0) throw new Error(`The OpenAPI document does not declare this:\n${problems.join('\n')}`);
}
