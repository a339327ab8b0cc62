import type { Request } from 'express';
import type { AccountService } from '../auth/account.service';
import { endedDescription, operationDescriptions } from '../auth/descriptions';
import { bodyBytes } from '../http/http-limits';
import { optionalJsonBody } from '../http/json-body';
import { contextOf } from '../http/read-request-context';
import type { RefreshCookies } from '../http/refresh-cookie';
import { queryOf } from '../http/request-line';
import { sendJson } from '../http/send-json';
import type { FieldText } from '../request/field-text';
import { successMessages } from '../request/success-messages';
import { logoutTexts, revokeSessionTexts, sessionsTexts, sessionsToEnd } from '../sessions/descriptions';
import { sessionPageSize } from '../sessions/session-page';
import { registerEnvelope } from './auth.schemas';
import { emptySuccessSchema, successEnvelope, successSchema } from './envelope';
import { about, input, inputField, inputOneOf, type JsonSchema, object, string, uuid } from './json-schema';
import type { RestRoute } from './rest-route';
import { sessionPageSchema, toSessionPageRecord } from './session.record';
import { toUserRecord } from './user.record';

const body = optionalJsonBody(bodyBytes.rest);

/** A parameter with the description and the example of `text`. */
const parameter = (place: 'path' | 'query', name: string, text: FieldText, schema: JsonSchema) => {
  const { description, ...described } = inputField(text, schema);
  return { name, in: place, ...(place === 'path' && { required: true }), description, schema: described };
};

const sessionsParameters = [
  parameter('query', 'first', sessionsTexts.first, {
    type: 'integer',
    minimum: 1,
    maximum: sessionPageSize.atMost,
    default: sessionPageSize.byDefault,
  }),
  parameter('query', 'after', sessionsTexts.after, string),
];

const logoutInput = input(
  'LogoutInput',
  { sessions: { ...inputOneOf(logoutTexts.sessions, sessionsToEnd), default: 'current' } },
  ['sessions'],
  'The sessions to end. Without a body, only the session of this request ends.',
);
const logoutEnvelope = successSchema(
  'LogoutEnvelope',
  'What the logout did.',
  about(object({ ended: about({ type: 'integer' }, endedDescription) }), 'What the logout did.'),
);

export function accountRoutes(account: AccountService, cookies: RefreshCookies): RestRoute[] {
  return [
    {
      method: 'get',
      path: '/auth/me',
      operation: 'me',
      openapi: {
        summary: 'Get the current user',
        description: `${operationDescriptions.me} After \`UNAUTHENTICATED\` the client refreshes its tokens and tries again.`,
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
        summary: 'List the sessions of the user',
        description: `${operationDescriptions.sessions}\n\nFor the next page, the client sends \`next\` as \`after\`, as long as \`next\` is not null.`,
        accessToken: 'required',
        parameters: sessionsParameters,
        success: {
          description: 'One page of sessions.',
          schema: successSchema('SessionsEnvelope', 'One page of sessions.', sessionPageSchema),
        },
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
        summary: 'End one session of the user',
        description: operationDescriptions.revokeSession,
        accessToken: 'required',
        parameters: [parameter('path', 'id', revokeSessionTexts.id, uuid)],
        success: { description: 'The session has ended.', schema: emptySuccessSchema },
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
        summary: 'Log out',
        description: `${operationDescriptions.logout}\n\nGatehouse rejects the tokens of an ended session. If the session of the cookie has already ended, a logout with \`current\` succeeds and ends no session.`,
        accessToken: 'optional',
        body: logoutInput,
        bodyIsOptional: true,
        success: {
          description: 'The sessions have ended.',
          headers: {
            'Set-Cookie': {
              description: 'Deletes the refresh cookie. Absent if the session of this request continues.',
              schema: string,
            },
          },
          schema: logoutEnvelope,
        },
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
