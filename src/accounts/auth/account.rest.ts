import { contextOf } from '../../platform/http/read-request-context';
import type { RefreshCookies } from '../../platform/http/refresh-cookie';
import { sendJson } from '../../platform/http/send-json';
import { answerRoute, answerRoutes } from '../../platform/rest/answer.rest';
import { successEnvelope, successSchema } from '../../platform/rest/envelope';
import { type RestRoute, routeOf } from '../../platform/rest/rest-route';
import { refreshCookieRejected } from '../sessions/refresh-rejection';
import { exampleUser } from '../users/user.answers';
import { ownUserSchema, toReadableRecord } from '../users/user.rest';
import * as operations from './account.operations';
import type { AccountService, OwnUser } from './account.service';
import { endsCookie } from './auth.rest';
import { afterUnauthenticated } from './descriptions';

const { me, logout } = operations;

const meEnvelope = successSchema('MeEnvelope', 'The user of the access token.', ownUserSchema);

export const accountRoutes = (account: AccountService, cookies: RefreshCookies): RestRoute[] =>
  answerRoutes(operations, account, {
    me: routeOf(me, {
      openapi: () => ({
        description: `${me.does} ${afterUnauthenticated.me}`,
        success: { description: 'The user.', schema: meEnvelope, example: meBody({ user: exampleUser, scopes: null }) },
      }),
      handlers: [
        async (req, res) => {
          sendJson(res, meBody(await account.me(contextOf(req, res))));
        },
      ],
    }),
    logout: answerRoute(
      logout,
      async (input, _, { req, res }) => {
        const done = await account.logout(input, contextOf(req, res, cookies));
        if (done.current) cookies.clear(res);
        return done;
      },
      {
        errors: { FORBIDDEN: refreshCookieRejected() },
        headers: endsCookie,
      },
    ),
  });

const meBody = ({ user, scopes }: OwnUser) => successEnvelope(me.message, toReadableRecord(user, scopes));
