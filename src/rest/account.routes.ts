import type { AccountService } from '../auth/account.service';
import { bodyBytes } from '../http/http-limits';
import { optionalJsonBody } from '../http/json-body';
import type { RefreshCookies } from '../http/refresh-cookie';
import { clientOf } from '../http/request-client';
import type { Route } from '../http/routes';
import { outcomes } from '../outcomes';
import { successEnvelope } from './envelope';
import { toSessionRecord } from './session.record';
import { toUserRecord } from './user.record';

const body = optionalJsonBody(bodyBytes.rest);

/** What a person who is signed in sees and does. */
export function accountRoutes(account: AccountService, cookies: RefreshCookies): Route[] {
  return [
    {
      method: 'get',
      path: '/auth/me',
      operation: 'me',
      handlers: [
        async (req, res) => {
          const user = await account.me(clientOf(req, res));
          res.json(successEnvelope(outcomes.me, toUserRecord(user)));
        },
      ],
    },
    {
      method: 'get',
      path: '/auth/sessions',
      operation: 'sessions',
      handlers: [
        async (req, res) => {
          const sessions = await account.sessions(clientOf(req, res));
          res.json(successEnvelope(outcomes.sessions, { sessions: sessions.map(toSessionRecord) }));
        },
      ],
    },
    {
      method: 'delete',
      path: '/auth/sessions/:id',
      operation: 'revokeSession',
      handlers: [
        async (req, res) => {
          await account.revokeSession({ id: req.params.id }, clientOf(req, res));
          res.json(successEnvelope(outcomes.sessionEnded, {}));
        },
      ],
    },
    {
      method: 'post',
      path: '/auth/logout',
      operation: 'logout',
      handlers: [
        body,
        async (req, res) => {
          const client = clientOf(req, res, cookies);
          const { ended, current } = await account.logout({ sessions: req.body.sessions }, client);
          if (current) cookies.clear(res);
          res.json(successEnvelope(outcomes.loggedOut, { ended }));
        },
      ],
    },
  ];
}
