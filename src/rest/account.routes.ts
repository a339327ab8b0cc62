import type { Request } from 'express';
import type { AccountService } from '../auth/account.service';
import { bodyBytes } from '../http/http-limits';
import { optionalJsonBody } from '../http/json-body';
import { contextOf } from '../http/read-request-context';
import type { RefreshCookies } from '../http/refresh-cookie';
import { queryOf } from '../http/request-line';
import { sendJson } from '../http/send-json';
import { successMessages } from '../request/success-messages';
import { sessionPageSize } from '../sessions/session-page';
import { registerEnvelope } from './auth.schemas';
import { emptySuccessSchema, successEnvelope, successSchema } from './envelope';
import { input, object, string, uuid } from './json-schema';
import type { RestRoute } from './rest-route';
import { sessionPageSchema, toSessionPageRecord } from './session.record';
import { toUserRecord } from './user.record';

const body = optionalJsonBody(bodyBytes.rest);

const sessionsParameters = [
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
  { name: 'after', in: 'query', description: '`next` of the previous page.', schema: string },
];

const logoutInput = input(
  'LogoutInput',
  { sessions: { type: 'string', enum: ['current', 'others', 'all'], default: 'current' } },
  ['sessions'],
);
const logoutEnvelope = successSchema(
  'LogoutEnvelope',
  object({ ended: { type: 'integer', description: 'The number of ended sessions, at most 1000.' } }),
);

export function accountRoutes(account: AccountService, cookies: RefreshCookies): RestRoute[] {
  return [
    {
      method: 'get',
      path: '/auth/me',
      operation: 'me',
      openapi: {
        summary: 'The current user',
        accessToken: 'required',
        success: { description: 'The user.', schema: registerEnvelope },
      },
      handlers: [
        async (req, res) => {
          const user = await account.me(contextOf(req, res));
          sendJson(res, successEnvelope(successMessages.me, toUserRecord(user)));
        },
      ],
    },
    {
      method: 'get',
      path: '/auth/sessions',
      operation: 'sessions',
      openapi: {
        summary: 'Your live sessions, most recently used first, in pages',
        accessToken: 'required',
        parameters: sessionsParameters,
        success: { description: 'The sessions.', schema: successSchema('SessionsEnvelope', sessionPageSchema) },
      },
      handlers: [
        async (req, res) => {
          const page = await account.sessions(toSessionsInput(req), contextOf(req, res));
          sendJson(res, successEnvelope(successMessages.sessions, toSessionPageRecord(page)));
        },
      ],
    },
    {
      method: 'delete',
      path: '/auth/sessions/:id',
      operation: 'revokeSession',
      openapi: {
        summary: 'End one of your sessions',
        accessToken: 'required',
        parameters: [{ name: 'id', in: 'path', required: true, schema: uuid }],
        success: { description: 'The session was ended.', schema: emptySuccessSchema },
      },
      handlers: [
        async (req, res) => {
          await account.revokeSession({ id: req.params.id }, contextOf(req, res));
          sendJson(res, successEnvelope(successMessages.sessionEnded, {}));
        },
      ],
    },
    {
      method: 'post',
      path: '/auth/logout',
      operation: 'logout',
      openapi: {
        summary: 'End the session of this request, all others, or all',
        description: 'Without a valid access token, the refresh cookie identifies the session.',
        accessToken: 'optional',
        body: logoutInput,
        bodyIsOptional: true,
        success: { description: 'The sessions were ended.', schema: logoutEnvelope },
      },
      handlers: [
        body,
        async (req, res) => {
          const context = contextOf(req, res, cookies);
          const { ended, current } = await account.logout({ sessions: req.body.sessions }, context);
          if (current) cookies.clear(res);
          sendJson(res, successEnvelope(successMessages.loggedOut, { ended }));
        },
      ],
    },
  ];
}

/** Converts digits to a number. The service rejects any other value, and a parameter that occurs twice. */
function toSessionsInput({ url }: Request) {
  const query = queryOf(url);
  const parameter = (name: string) => {
    const values = query.getAll(name);
    return values.length > 1 ? values : values[0];
  };
  const first = parameter('first');
  return {
    first: typeof first === 'string' && /^\d{1,9}$/.test(first) ? Number(first) : first,
    after: parameter('after'),
  };
}
