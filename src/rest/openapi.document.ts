import { type ErrorCode, errorTable } from '../errors';

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
            ...failures(...bodyErrors, 'VALIDATION_FAILED', 'EMAIL_TAKEN', 'SERVICE_UNAVAILABLE', 'INTERNAL'),
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
              'INVALID_CREDENTIALS',
              'ACCOUNT_DISABLED',
              'SERVICE_UNAVAILABLE',
              'INTERNAL',
            ),
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
            200: { description: 'It can.', ...jsonOf('EmptyEnvelope') },
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
    components: { schemas },
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
      const headers = ofStatus.includes('SERVICE_UNAVAILABLE')
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
  LoginInput: { ...object({ email, password }), additionalProperties: true },
  User: object(user),
  RegisterEnvelope: object(success({ $ref: '#/components/schemas/User' })),
  LoginEnvelope: object({
    ...success(
      object({
        jwt: string,
        user: { $ref: '#/components/schemas/User' },
        gen_ts: { type: 'number', description: 'Unix time in seconds, with a fraction.' },
      }),
    ),
    gen_at: timestamp,
  }),
  EmptyEnvelope: object(success(object({}))),
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
    },
    ['errors'],
  ),
  KeySet: object({ keys: { type: 'array', items: object(jwk) } }),
};
