import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppError } from '../../src/platform/errors/app-error';
import type { ErrorCode } from '../../src/platform/errors/error-table';
import { failureEnvelope, successEnvelope } from '../../src/platform/rest/envelope';
import { checkRawAnswers, failIfUndeclared } from '../support/checked-fetch';

/** Checks that a test fails if the OpenAPI document does not declare its answer. This server gives any answer. */
interface Answer {
  status: number;
  headers?: Record<string, string>;
  body: unknown;
}

let server: Server;
let url: string;
let next: Answer;

beforeAll(async () => {
  server = createServer((_req, res) => {
    res.writeHead(next.status, {
      'Content-Type': 'application/json; charset=utf-8',
      'X-Request-Id': 'x',
      ...next.headers,
    });
    res.end(typeof next.body === 'string' ? next.body : JSON.stringify(next.body));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const failure = (code: ErrorCode, headers: Record<string, string> = {}): Answer => {
  const error = new AppError(code);
  return { status: error.status, headers, body: failureEnvelope(error) };
};
const empty = { status: 200, body: successEnvelope('The process lives.', {}) };
const challenge = { 'WWW-Authenticate': 'Bearer' };

test.each<[string, string, Answer, RegExp]>([
  [
    'a status',
    'GET /healthz',
    { status: 418, body: failureEnvelope(new AppError('FORBIDDEN')) },
    /GET \/healthz answered 418, a status that the document does not declare: {"success":false/,
  ],
  [
    'a status that other operations have',
    'POST /auth/login',
    failure('EMAIL_TAKEN'),
    /POST \/auth\/login answered 409, a status that/,
  ],
  [
    'a key that is not declared',
    'GET /healthz',
    { status: 200, body: { ...empty.body, etag: 1 } },
    /must NOT have additional properties {"additionalProperty":"etag"}/,
  ],
  [
    'a key in the result',
    'GET /healthz?x=1',
    { status: 200, body: successEnvelope('', { pid: 1 }) },
    /GET \/healthz answered 200, .*\/result must NOT have additional properties {"additionalProperty":"pid"}/,
  ],
  ['no result', 'GET /healthz', { status: 200, body: { success: true, msg: '' } }, /must have required property/],
  [
    'a media type',
    'GET /healthz',
    { status: 200, headers: { 'Content-Type': 'text/html' }, body: '<p>' },
    /with the media type "text\/html"/,
  ],
  ['a body that is no JSON', 'GET /healthz', { status: 200, body: '<p>' }, /with a body that is no JSON/],
  [
    'an error code that the status has elsewhere',
    'GET /auth/me',
    failure('INVALID_CREDENTIALS', challenge),
    /with INVALID_CREDENTIALS, which/,
  ],
  ['a missing header', 'GET /auth/me', failure('UNAUTHENTICATED'), /without the header WWW-Authenticate/],
  ['a header', 'GET /readyz', failure('SERVICE_UNAVAILABLE', { 'Retry-After': 'soon' }), /with Retry-After: soon/],
  [
    'a page below the path of an API',
    'GET /auth/coffee',
    { status: 404, headers: { 'Content-Type': 'text/html; charset=utf-8' }, body: '<p>' },
    /with the media type "text\/html; charset=utf-8"/,
  ],
  ['a path', 'GET /coffee', empty, /GET \/coffee answered 200, .* so that it is NOT_FOUND/],
  ['a path in capitals', 'GET /Healthz', empty, /NOT_FOUND/],
  ['a method', 'PUT /healthz', empty, /PUT \/healthz answered 200, .* so that it is METHOD_NOT_ALLOWED/],
  [
    'an envelope where OAuth has its own form',
    'POST /oauth/revoke',
    failure('INTERNAL'),
    /must have required property 'error'/,
  ],
  [
    'an error of OAuth that the status has elsewhere',
    'POST /oauth/revoke',
    { status: 500, body: { error: 'invalid_client', error_description: 'x' } },
    /with invalid_client, which/,
  ],
  ['a method, without Allow', 'PUT /healthz', failure('METHOD_NOT_ALLOWED'), /without the header Allow/],
])('a test fails for %s that the document does not declare', async (_name, request, answer, message) => {
  const [method = '', target] = request.split(' ');
  next = answer;
  const response = await fetch(url + target, { method });
  expect(response.status).toBe(answer.status);
  expect(failIfUndeclared).toThrow(message);
});

test.each<[string, Answer]>([
  ['GET /healthz', empty],
  ['HEAD /healthz', empty],
  ['GET /healthz', failure('INTERNAL')],
  ['GET /auth/me', failure('UNAUTHENTICATED', challenge)],
  ['PATCH /auth/verify/any/path', failure('SERVICE_UNAVAILABLE', { 'Retry-After': '2' })],
  ['DELETE /auth/sessions/x?y', failure('NOT_FOUND')],
  ['GET /coffee', failure('NOT_FOUND')],
  ['GET /coffee', { status: 404, headers: { 'Content-Type': 'text/html; charset=utf-8' }, body: '<p>' }],
  ['PUT /healthz', failure('METHOD_NOT_ALLOWED', { Allow: 'GET' })],
  ['POST /auth/login', failure('MALFORMED_REQUEST')],
  ['POST /oauth/revoke', { status: 415, body: { error: 'invalid_request', error_description: 'x' } }],
  [
    'GET /oauth/revoke',
    { status: 405, headers: { Allow: 'POST' }, body: { error: 'invalid_request', error_description: 'x' } },
  ],
  ['OPTIONS /auth/login', { status: 204, headers: { 'Access-Control-Allow-Methods': 'POST' }, body: '' }],
  ['POST /graphql', { status: 418, body: '' }],
  ['GET /application', { status: 418, headers: { Server: 'nginx' }, body: '' }],
])('%s may be answered as it is declared', async (request, answer) => {
  const [method = '', target] = request.split(' ');
  next = answer;
  await fetch(url + target, { method });
  expect(failIfUndeclared).not.toThrow();
});

test('the answers of one connection are checked one by one', () => {
  const answerOf = (status: number, body: object) => {
    const text = JSON.stringify(body);
    return `HTTP/1.1 ${status} X\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${text.length}\r\n\r\n${text}`;
  };
  const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
  const alive = answerOf(200, empty.body);
  const malformed = answerOf(400, failureEnvelope(new AppError('MALFORMED_REQUEST')));

  checkRawAnswers(`${request('/healthz').repeat(2)}no HTTP`, alive + alive + malformed);
  expect(failIfUndeclared).not.toThrow();
  checkRawAnswers(request('/healthz') + request('/coffee'), alive + alive);
  expect(failIfUndeclared).toThrow(/\nGET \/coffee answered 200, .*$/);
  checkRawAnswers('no HTTP', alive);
  expect(failIfUndeclared).toThrow();
});
