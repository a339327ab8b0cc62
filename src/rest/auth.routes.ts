import type { Request, RequestHandler, Response } from 'express';
import type { AuthService, Tokens } from '../auth/auth.service';
import { bodyBytes } from '../http/http-limits';
import { jsonBody } from '../http/json-body';
import type { RefreshCookies } from '../http/refresh-cookie';
import { clientOf } from '../http/request-client';
import type { Route } from '../http/routes';
import { outcomes } from '../outcomes';
import { successEnvelope } from './envelope';
import { toTokensRecord } from './tokens.record';
import { toTimestamp, toUserRecord } from './user.record';

const body = jsonBody(bodyBytes.rest);

/** Sections 4.1 and 4.2 of the specification, and the exchange of refresh tokens. */
export function authRoutes(auth: AuthService, cookies: RefreshCookies): Route[] {
  const unlessOverloaded =
    (operation: 'register' | 'login'): RequestHandler =>
    (req, res, next) => {
      auth.refuseOverload(operation, clientOf(req, res));
      next();
    };
  return [
    {
      method: 'post',
      path: '/auth/register',
      operation: 'register',
      handlers: [
        unlessOverloaded('register'),
        body,
        async (req, res) => {
          const user = await auth.register(toRegisterInput(req), clientOf(req, res));
          res.status(201).json(successEnvelope(outcomes.registered, toUserRecord(user)));
        },
      ],
    },
    {
      method: 'post',
      path: '/auth/login',
      operation: 'login',
      handlers: [
        unlessOverloaded('login'),
        body,
        async (req, res) => {
          const { user, ...tokens } = await auth.login(toLoginInput(req), clientOf(req, res));
          setCookie(cookies, res, tokens);
          const { jwt, ...rest } = toTokensRecord(tokens);
          const result = { jwt, user: toUserRecord(user), ...rest };
          res.json({ ...successEnvelope(outcomes.loggedIn, result), gen_at: toTimestamp(tokens.issuedAt) });
        },
      ],
    },
    {
      method: 'post',
      path: '/auth/refresh',
      operation: 'refresh',
      handlers: [
        body,
        async (req, res) => {
          const tokens = await auth.refresh(toRefreshInput(req), clientOf(req, res, cookies));
          setCookie(cookies, res, tokens);
          const result = toTokensRecord(tokens);
          res.json({ ...successEnvelope(outcomes.refreshed, result), gen_at: toTimestamp(tokens.issuedAt) });
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
  return { email: body.email, password: body.password, scope: body.scope, refreshTokenIn: body.refresh_token_in };
}

function toRefreshInput({ body }: Request) {
  return { refreshToken: body.refresh_token, refreshTokenIn: body.refresh_token_in };
}

function setCookie(cookies: RefreshCookies, res: Response, tokens: Tokens): void {
  if (tokens.refreshTokenIn !== 'cookie' || tokens.refreshToken === null) return;
  cookies.set(res, tokens.refreshToken, tokens.sessionExpiresTs);
}
