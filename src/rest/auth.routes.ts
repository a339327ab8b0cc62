import type { Request } from 'express';
import type { AuthService } from '../auth/auth.service';
import { jsonBody } from '../http/json-body';
import type { Route } from '../http/routes';
import { successEnvelope } from './envelope';
import { toTimestamp, toUserRecord } from './user.record';

const body = jsonBody(16 * 1024);

/** Sections 4.1 and 4.2 of the specification. */
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
          const { jwt, user, issuedAt } = await auth.login(toLoginInput(req));
          const result = { jwt, user: toUserRecord(user), gen_ts: issuedAt.getTime() / 1000 };
          res.json({ ...successEnvelope('The user logged in.', result), gen_at: toTimestamp(issuedAt) });
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
  return { email: body.email, password: body.password };
}
