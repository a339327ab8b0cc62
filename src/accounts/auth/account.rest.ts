import { contextOf } from '../../platform/http/read-request-context';
import type { RefreshCookies } from '../../platform/http/refresh-cookie';
import { sendJson } from '../../platform/http/send-json';
import { answerRoute } from '../../platform/rest/answer.rest';
import { successEnvelope, successSchema } from '../../platform/rest/envelope';
import { string } from '../../platform/rest/json-schema';
import { type RestRoute, routeOf } from '../../platform/rest/rest-route';
import { refreshCookieRejected } from '../sessions/refresh-rejection';
import { exampleUser } from '../users/user.answers';
import { ownUserSchema, toReadableRecord } from '../users/user.rest';
import { logout, me, revokeSession, sessions } from './account.operations';
import type { AccountService, OwnUser } from './account.service';
import { noSuchSession } from './account.service';

const meEnvelope = successSchema('MeEnvelope', 'The user of the access token.', ownUserSchema);

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
    answerRoute(sessions, { tag: 'Sessions', summary: 'List the sessions of the user' }, (input, context) =>
      account.sessions(input, context),
    ),
    answerRoute(
      revokeSession,
      { tag: 'Sessions', summary: 'End one session of the user', errors: { NOT_FOUND: noSuchSession() } },
      (input, context) => account.revokeSession(input, context),
    ),
    answerRoute(
      logout,
      {
        tag: 'Sessions',
        summary: 'Log out',
        description: `${logout.does}\n\nGatehouse rejects the tokens of an ended session. If the session of the refresh token has already ended, a logout with \`current\` succeeds and ends no session.`,
        body: {
          description: 'The sessions to end. Without a body, only the session of this request ends.',
          isOptional: true,
        },
        headers: {
          'Set-Cookie': {
            description: 'Deletes the refresh cookie. Absent if the session of this request continues.',
            schema: string,
          },
        },
        errors: { FORBIDDEN: refreshCookieRejected() },
      },
      async (input, _, { req, res }) => {
        const done = await account.logout(input, contextOf(req, res, cookies));
        if (done.current) cookies.clear(res);
        return done;
      },
    ),
  ];
}

const meBody = ({ user, scopes }: OwnUser) => successEnvelope(me.message, toReadableRecord(user, scopes));
