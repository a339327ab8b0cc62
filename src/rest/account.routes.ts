import type { Request } from 'express';
import type { AccountService } from '../auth/account.service';
import { bodyBytes } from '../http/http-limits';
import { optionalJsonBody } from '../http/json-body';
import type { RefreshCookies } from '../http/refresh-cookie';
import { clientOf } from '../http/request-client';
import { queryOf } from '../http/request-line';
import type { Route } from '../http/routes';
import { outcomes } from '../outcomes';
import { successEnvelope } from './envelope';
import { toSessionPageRecord } from './session.record';
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
          const page = await account.sessions(toSessionsInput(req), clientOf(req, res));
          res.json(successEnvelope(outcomes.sessions, toSessionPageRecord(page)));
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

/** A number is written in digits; anything else is for the service to reject, as is a parameter that is there twice. */
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
