import { type ErrorCode, errorTable } from '../errors';
import { limitNames } from '../limits';
import { sessionPageSize } from '../sessions/session-page';

/** The REST door as OpenAPI 3.1. What a route answers, and with which status, is checked against it by a test. */
export function openapiDocument(publicUrl: string) {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Gatehouse',
      version: '1',
      description: 'Accounts and logins. Every answer but the documents is one envelope.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl }],
    paths: {
      '/auth/register': {
        post: {
          operationId: 'register',
          summary: 'Create a user account',
          requestBody: jsonOf('RegisterInput'),
          responses: {
            201: { description: 'The account was created.', ...jsonOf('RegisterEnvelope') },
            ...failures(
              ...bodyErrors,
              'VALIDATION_FAILED',
              'RATE_LIMITED',
              'EMAIL_TAKEN',
              'SERVICE_UNAVAILABLE',
              'INTERNAL',
            ),
          },
        },
      },
      '/auth/login': {
        post: {
          operationId: 'login',
          summary: 'Log in and generate a JWT',
          requestBody: jsonOf('LoginInput'),
          responses: {
            200: { description: 'The user logged in.', ...jsonOf('LoginEnvelope') },
            ...failures(
              ...bodyErrors,
              'VALIDATION_FAILED',
              'RATE_LIMITED',
              'INVALID_CREDENTIALS',
              'ACCOUNT_DISABLED',
              'SERVICE_UNAVAILABLE',
              'INTERNAL',
            ),
          },
        },
      },
      '/auth/refresh': {
        post: {
          operationId: 'refresh',
          summary: 'Exchange a refresh token for new tokens',
          requestBody: jsonOf('RefreshInput'),
          responses: {
            200: { description: 'The session goes on.', ...jsonOf('RefreshEnvelope') },
            ...failures(
              ...bodyErrors,
              'VALIDATION_FAILED',
              'RATE_LIMITED',
              'UNAUTHENTICATED',
              'FORBIDDEN',
              'SERVICE_UNAVAILABLE',
              'INTERNAL',
            ),
          },
        },
      },
      '/auth/logout': {
        post: {
          operationId: 'logout',
          summary: 'End this session, the others, or all',
          description: 'Without a valid access token the refresh cookie says which session is this one.',
          security: [{ accessToken: [] }, {}],
          requestBody: { required: false, ...jsonOf('LogoutInput') },
          responses: {
            200: { description: 'They are ended.', ...jsonOf('LogoutEnvelope') },
            ...failures(
              ...bodyErrors,
              'VALIDATION_FAILED',
              'RATE_LIMITED',
              'UNAUTHENTICATED',
              'FORBIDDEN',
              'SERVICE_UNAVAILABLE',
              'INTERNAL',
            ),
          },
        },
      },
      '/auth/me': {
        get: {
          operationId: 'me',
          summary: 'Who is signed in',
          security: [{ accessToken: [] }],
          responses: {
            200: { description: 'The user.', ...jsonOf('RegisterEnvelope') },
            ...failures('UNAUTHENTICATED', 'SERVICE_UNAVAILABLE', 'INTERNAL'),
          },
        },
      },
      '/auth/sessions': {
        get: {
          operationId: 'sessions',
          summary: 'Your live sessions, the last used first, page by page',
          security: [{ accessToken: [] }],
          parameters: [
            {
              name: 'first',
              in: 'query',
              description: 'How many.',
              schema: {
                type: 'integer',
                minimum: 1,
                maximum: sessionPageSize.atMost,
                default: sessionPageSize.byDefault,
              },
            },
            { name: 'after', in: 'query', description: '`next` of the page before.', schema: string },
          ],
          responses: {
            200: { description: 'The sessions.', ...jsonOf('SessionsEnvelope') },
            ...failures('VALIDATION_FAILED', 'UNAUTHENTICATED', 'SERVICE_UNAVAILABLE', 'INTERNAL'),
          },
        },
      },
      '/auth/sessions/{id}': {
        delete: {
          operationId: 'revokeSession',
          summary: 'End one of your sessions',
          security: [{ accessToken: [] }],
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }],
          responses: {
            200: { description: 'It is ended.', ...jsonOf('EmptyEnvelope') },
            ...failures('UNAUTHENTICATED', 'NOT_FOUND', 'SERVICE_UNAVAILABLE', 'INTERNAL'),
          },
        },
      },
      '/auth/verify': {
        get: {
          operationId: 'verify',
          summary: 'Whether a request is authentic, for a proxy; any method and a longer path will do',
          security: [{ accessToken: [] }],
          responses: {
            200: {
              description: 'It is.',
              headers: {
                'X-Auth-User-Id': { schema: { type: 'string', format: 'uuid' } },
                'X-Auth-Session-Id': { schema: { type: 'string', format: 'uuid' } },
                'X-Auth-Email': { description: 'With VERIFY_TELLS_EMAIL alone.', schema: { type: 'string' } },
              },
              ...jsonOf('EmptyEnvelope'),
            },
            ...failures('UNAUTHENTICATED', 'SERVICE_UNAVAILABLE', 'INTERNAL'),
          },
        },
      },
      '/healthz': {
        get: {
          operationId: 'healthz',
          summary: 'Whether the process lives',
          responses: { 200: { description: 'It does.', ...jsonOf('EmptyEnvelope') } },
        },
      },
      '/readyz': {
        get: {
          operationId: 'readyz',
          summary: 'Whether the service can answer',
          responses: {
            200: { description: 'It can.', ...jsonOf('ReadyEnvelope') },
            ...failures('SERVICE_UNAVAILABLE'),
          },
        },
      },
      '/.well-known/jwks.json': {
        get: {
          operationId: 'keySet',
          summary: 'The public keys that tokens are verified with (RFC 7517)',
          responses: {
            200: {
              description: 'The JWK set. Cache-Control says how long it may be kept.',
              content: { 'application/jwk-set+json': { schema: reference('KeySet') } },
            },
            ...failures('SERVICE_UNAVAILABLE'),
          },
        },
      },
      '/openapi.json': {
        get: {
          operationId: 'openapi',
          summary: 'This document',
          responses: {
            200: { description: 'OpenAPI 3.1.', content: { 'application/json': { schema: { type: 'object' } } } },
          },
        },
      },
    },
    components: {
      schemas,
      securitySchemes: { accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
}

const bodyErrors = ['MALFORMED_REQUEST', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const;

const reference = (name: keyof typeof schemas) => ({ $ref: `#/components/schemas/${name}` });
const jsonOf = (name: keyof typeof schemas) => ({ content: { 'application/json': { schema: reference(name) } } });

/** The failures of an operation by status; two codes can have one. */
function failures(...codes: ErrorCode[]) {
  const statuses = [...new Set(codes.map((code) => errorTable[code].status))];
  return Object.fromEntries(
    statuses.map((status) => {
      const ofStatus = codes.filter((code) => errorTable[code].status === status);
      const description = ofStatus.map((code) => `\`${code}\`: ${errorTable[code].when}`).join('\n\n');
      const headers = ofStatus.some((code) => code === 'SERVICE_UNAVAILABLE' || code === 'RATE_LIMITED')
        ? { headers: { 'Retry-After': { description: 'Seconds.', schema: { type: 'integer' } } } }
        : {};
      return [status, { description, ...headers, ...jsonOf('FailureEnvelope') }];
    }),
  );
}

const timestamp = {
  type: 'string',
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}$',
  description: 'UTC.',
};
const nullable = (schema: { type: string }) => ({ ...schema, type: [schema.type, 'null'] });
const string = { type: 'string' };
const boolean = { type: 'boolean' };
const password = {
  type: 'string',
  format: 'password',
  description: 'More than 8 and at most 256 characters, counted as Unicode code points after NFC.',
};
const email = { type: 'string', description: 'One address, at most 254 characters.' };
const personName = { type: 'string', description: '1 to 100 characters, not blank.' };

const user = {
  id: { type: 'string', format: 'uuid' },
  first_name: string,
  last_name: string,
  email: string,
  is_super_admin: boolean,
  disabled: boolean,
  email_verified: boolean,
  tel_verified: boolean,
  tel: nullable(string),
  company: nullable(string),
  company_id_number: nullable(string),
  company_id_url: nullable(string),
  created_ts: timestamp,
  updated_ts: nullable(timestamp),
  last_login_ts: nullable(timestamp),
};

const session = {
  id: { type: 'string', format: 'uuid' },
  current: { type: 'boolean', description: 'Whether it is the one that asks.' },
  created_ts: timestamp,
  last_used_ts: timestamp,
  expires_ts: timestamp,
  user_agent: nullable(string),
  ip: nullable(string),
};

const refreshToken = { type: 'string', description: 'Opaque; exchanged once. With the scope `offline_access` alone.' };
const refreshTokenIn = {
  type: 'string',
  enum: ['body', 'cookie'],
  description:
    'Where the refresh token of the answer goes: `cookie` is an HttpOnly cookie. What came in a cookie goes back in the cookie.',
};
const expiresIn = { type: 'integer', description: 'The life of the access token, in seconds.' };
const unixTime = { type: 'number', description: 'Unix time in seconds, with a fraction.' };

const jwk = { kty: string, crv: string, x: string, y: string, kid: string, alg: string, use: string };

/** An object of exactly these properties, all required unless `optional` names them. */
function object<P extends Record<string, object>>(properties: P, optional: (keyof P)[] = []) {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', properties, required, additionalProperties: false };
}

const success = <R extends object>(result: R) => ({ success: { const: true }, msg: string, result });

const schemas = {
  RegisterInput: {
    ...object({ email, first_name: personName, last_name: personName, password, tel: nullable(string) }, ['tel']),
    additionalProperties: true,
  },
  LoginInput: {
    ...object(
      {
        email,
        password,
        scope: {
          type: 'string',
          description: '`offline_access` asks for a refresh token, as `refresh_token_in: cookie` does.',
        },
        refresh_token_in: refreshTokenIn,
      },
      ['scope', 'refresh_token_in'],
    ),
    additionalProperties: true,
  },
  RefreshInput: {
    ...object({ refresh_token: nullable(refreshToken), refresh_token_in: refreshTokenIn }, [
      'refresh_token',
      'refresh_token_in',
    ]),
    description: 'Without `refresh_token`, that of the cookie is meant.',
    additionalProperties: true,
  },
  LogoutInput: {
    ...object({ sessions: { type: 'string', enum: ['current', 'others', 'all'], default: 'current' } }, ['sessions']),
    additionalProperties: true,
  },
  User: object(user),
  Session: object(session),
  RegisterEnvelope: object(success({ $ref: '#/components/schemas/User' })),
  LoginEnvelope: object({
    ...success(
      object(
        {
          jwt: string,
          user: { $ref: '#/components/schemas/User' },
          gen_ts: unixTime,
          refresh_token: refreshToken,
          expires_in: expiresIn,
        },
        ['refresh_token', 'expires_in'],
      ),
    ),
    gen_at: timestamp,
  }),
  RefreshEnvelope: object({
    ...success(
      object({ jwt: string, gen_ts: unixTime, refresh_token: refreshToken, expires_in: expiresIn }, ['refresh_token']),
    ),
    gen_at: timestamp,
  }),
  LogoutEnvelope: object(
    success(object({ ended: { type: 'integer', description: 'How many sessions; of more than 1000, 1000.' } })),
  ),
  SessionsEnvelope: object(
    success(
      object({
        sessions: { type: 'array', items: { $ref: '#/components/schemas/Session' } },
        next: { ...nullable(string), description: '`after` of the next page; null where there is none.' },
      }),
    ),
  ),
  EmptyEnvelope: object(success(object({}))),
  ReadyEnvelope: object(
    success(
      object({
        revocation_feed: {
          type: 'string',
          enum: ['live', 'down'],
          description: 'While it is down, the database is asked about every token.',
        },
      }),
    ),
  ),
  FailureEnvelope: object(
    {
      success: { const: false },
      msg: string,
      code: { type: 'string', enum: Object.keys(errorTable) },
      errors: {
        type: 'array',
        description: 'With `VALIDATION_FAILED` alone.',
        items: object({ field: string, msg: string }),
      },
      limit: { type: 'string', enum: limitNames, description: 'Which was reached, with `RATE_LIMITED` alone.' },
    },
    ['errors', 'limit'],
  ),
  KeySet: object({ keys: { type: 'array', items: object(jwk) } }),
};
