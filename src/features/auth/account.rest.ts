import { notFound } from '../../platform/errors/app-error';
import { refreshCookieRejected } from '../../platform/errors/token-rejections';
import { bodyBytes } from '../../platform/http/http-limits';
import { optionalJsonBody } from '../../platform/http/json-body';
import { contextOf } from '../../platform/http/read-request-context';
import type { RefreshCookies } from '../../platform/http/refresh-cookie';
import { sendJson } from '../../platform/http/send-json';
import { emptySuccessSchema, successEnvelope, successSchema } from '../../platform/rest/envelope';
import { inputOf } from '../../platform/rest/input-reader';
import { about, object, string } from '../../platform/rest/json-schema';
import { type RestRoute, routeOf } from '../../platform/rest/rest-route';
import { exampleSession, sessionPageSchema, toSessionPageRecord } from '../sessions/session.rest';
import type { SessionPage } from '../sessions/session-page';
import { exampleUser } from '../users/user.answers';
import { ownUserSchema, toReadableRecord } from '../users/user.rest';
import { logout, me, revokeSession, sessions } from './account.operations';
import type { AccountService, ListedSession, OwnUser } from './account.service';
import { endedDescription } from './descriptions';

const body = optionalJsonBody(bodyBytes.rest);

const meEnvelope = successSchema('MeEnvelope', 'The user of the access token.', ownUserSchema);
const sessionsEnvelope = successSchema('SessionsEnvelope', 'One page of sessions.', sessionPageSchema);
const logoutEnvelope = successSchema(
  'LogoutEnvelope',
  'What the logout did.',
  about(object({ ended: about({ type: 'integer' }, endedDescription) }), 'What the logout did.'),
);

export function accountRoutes(account: AccountService, cookies: RefreshCookies): RestRoute[] {
  return [
    routeOf(me, {
      openapi: () => ({
        tag: 'Accounts',
        summary: 'Get the current user',
        description: `${me.does} After \`UNAUTHENTICATED\` the client refreshes its tokens and tries again.`,
        success: { description: 'The user.', schema: meEnvelope, example: meBody({ user: exampleUser, scopes: null }) },
      }),
      handlers: [
        async (req, res) => {
          sendJson(res, meBody(await account.me(contextOf(req, res))));
        },
      ],
    }),
    routeOf(sessions, {
      openapi: () => ({
        tag: 'Sessions',
        summary: 'List the sessions of the user',
        description: `${sessions.does}\n\nFor the next page, the client sends \`next\` as \`after\`, as long as \`next\` is not null.`,
        success: {
          description: 'One page of sessions.',
          schema: sessionsEnvelope,
          example: sessionsBody({ sessions: [exampleSession], hasMore: false }),
        },
      }),
      handlers: [
        async (req, res) => {
          const page = await account.sessions(inputOf(sessions, req), contextOf(req, res));
          sendJson(res, sessionsBody(page));
        },
      ],
    }),
    routeOf(revokeSession, {
      openapi: () => ({
        tag: 'Sessions',
        summary: 'End one session of the user',
        success: { description: 'The session has ended.', schema: emptySuccessSchema, example: sessionEnded },
        errors: { NOT_FOUND: notFound('ownSession') },
      }),
      handlers: [
        async (req, res) => {
          await account.revokeSession(inputOf(revokeSession, req), contextOf(req, res));
          sendJson(res, sessionEnded);
        },
      ],
    }),
    routeOf(logout, {
      openapi: () => ({
        tag: 'Sessions',
        summary: 'Log out',
        description: `${logout.does}\n\nGatehouse rejects the tokens of an ended session. If the session of the refresh token has already ended, a logout with \`current\` succeeds and ends no session.`,
        body: {
          description: 'The sessions to end. Without a body, only the session of this request ends.',
          isOptional: true,
        },
        success: {
          description: 'The sessions have ended.',
          headers: {
            'Set-Cookie': {
              description: 'Deletes the refresh cookie. Absent if the session of this request continues.',
              schema: string,
            },
          },
          schema: logoutEnvelope,
          example: loggedOutBody(2),
        },
        errors: { FORBIDDEN: refreshCookieRejected() },
      }),
      handlers: [
        body,
        async (req, res) => {
          const context = contextOf(req, res, cookies);
          const { ended, current } = await account.logout(inputOf(logout, req), context);
          if (current) cookies.clear(res);
          sendJson(res, loggedOutBody(ended));
        },
      ],
    }),
  ];
}

const meBody = ({ user, scopes }: OwnUser) => successEnvelope(me.message, toReadableRecord(user, scopes));
const sessionsBody = (page: SessionPage<ListedSession>) => successEnvelope(sessions.message, toSessionPageRecord(page));
const sessionEnded = successEnvelope(revokeSession.message, {});
const loggedOutBody = (ended: number) => successEnvelope(logout.message, { ended });
