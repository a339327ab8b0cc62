import type { Request } from 'express';
import type { AuthService } from '../auth/auth.service';
import { jsonBody } from '../http/json-body';
import { clientOf } from '../http/request-client';
import type { Route } from '../http/routes';
import { successEnvelope } from './envelope';
import { toTokensRecord } from './tokens.record';
import { toTimestamp, toUserRecord } from './user.record';

const body = jsonBody(16 * 1024);

/** Sections 4.1 and 4.2 of the specification, and the exchange of refresh tokens. */
export function authRoutes(auth: AuthService): Route[] {
  return [
    {
      method: 'post',
      path: '/auth/register',
      handlers: [
        body,
        async (req, res) => {
          const user = await auth.register(toRegisterInput(req));
          res.status(201).json(successEnvelope('The user was registered.', toUserRecord(user)));
        },
      ],
    },
    {
      method: 'post',
      path: '/auth/login',
      handlers: [
        body,
        async (req, res) => {
          const { user, ...tokens } = await auth.login(toLoginInput(req), clientOf(req, res));
          const { jwt, ...rest } = toTokensRecord(tokens);
          const result = { jwt, user: toUserRecord(user), ...rest };
          res.json({ ...successEnvelope('The user logged in.', result), gen_at: toTimestamp(tokens.issuedAt) });
        },
      ],
    },
    {
      method: 'post',
      path: '/auth/refresh',
      handlers: [
        body,
        async (req, res) => {
          const tokens = await auth.refresh({ refreshToken: req.body.refresh_token }, clientOf(req, res));
          const result = toTokensRecord(tokens);
          res.json({ ...successEnvelope('The session goes on.', result), gen_at: toTimestamp(tokens.issuedAt) });
        },
      ],
    },
  ];
}

function toRegisterInput({ body }: Request) {
  return {
    email: body.email,
    firstName: body.first_name,
    lastName: body.last_name,
    password: body.password,
    tel: body.tel,
  };
}

function toLoginInput({ body }: Request) {
  return { email: body.email, password: body.password, scope: body.scope };
}
