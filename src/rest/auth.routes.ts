import type { Request, RequestHandler, Response } from 'express';
import type { AuthService, Tokens } from '../auth/auth.service';
import { operationDescriptions, refreshDescription } from '../auth/descriptions';
import { bodyBytes } from '../http/http-limits';
import { jsonBody } from '../http/json-body';
import { contextOf } from '../http/read-request-context';
import type { RefreshCookies } from '../http/refresh-cookie';
import { sendJson } from '../http/send-json';
import { successMessages } from '../request/success-messages';
import {
  loginEnvelope,
  loginInput,
  refreshEnvelope,
  refreshInput,
  registerEnvelope,
  registerInput,
} from './auth.schemas';
import { successEnvelope } from './envelope';
import { string } from './json-schema';
import type { HeaderObject, RestRoute } from './rest-route';
import { toTokensRecord } from './tokens.record';
import { toTimestamp, toUserRecord } from './user.record';

const body = jsonBody(bodyBytes.rest);

const setCookieHeader: Record<string, HeaderObject> = {
  'Set-Cookie': {
    description: 'The refresh token in an HttpOnly cookie. Absent if the refresh token is not in the cookie.',
    schema: string,
  },
};

/** The routes of the specification, sections 4.1 and 4.2, and the exchange of refresh tokens. */
export function authRoutes(auth: AuthService, cookies: RefreshCookies): RestRoute[] {
  const unlessOverloaded =
    (operation: 'register' | 'login'): RequestHandler =>
    async (req, res, next) => {
      await auth.rejectOverload(operation, contextOf(req, res));
      next();
    };
  return [
    {
      method: 'post',
      path: '/auth/register',
      operation: 'register',
      openapi: {
        summary: 'Register a user account',
        description: `${operationDescriptions.register}\n\nA registration opens no session: the client calls \`POST /auth/login\` next. After \`SERVICE_UNAVAILABLE\` the account can exist: the next attempt then returns \`EMAIL_TAKEN\`, and the client logs in.`,
        body: registerInput,
        success: { status: 201, description: 'Gatehouse created the account.', schema: registerEnvelope },
      },
      handlers: [
        unlessOverloaded('register'),
        body,
        async (req, res) => {
          const user = await auth.register(toRegisterInput(req), contextOf(req, res));
          sendJson(res.status(201), successEnvelope(successMessages.registered, toUserRecord(user)));
        },
      ],
    },
    {
      method: 'post',
      path: '/auth/login',
      operation: 'login',
      openapi: {
        summary: 'Log in and get an access token',
        description:
          'Logs a user in with e-mail address and password, opens a session and returns an access token. Anyone can call this operation, without an access token.\n\nThe client sends the access token (`jwt`) with each request. To stay logged in after the access token has expired, the client asks for a refresh token: with `scope: "offline_access"`, or in a browser with `refresh_token_in: "cookie"`. Without a refresh token, the session ends with the access token.',
        body: loginInput,
        success: { description: 'The user is logged in.', headers: setCookieHeader, schema: loginEnvelope },
      },
      handlers: [
        unlessOverloaded('login'),
        body,
        async (req, res) => {
          const { user, ...tokens } = await auth.login(toLoginInput(req), contextOf(req, res));
          setCookie(cookies, res, tokens);
          const { jwt, ...rest } = toTokensRecord(tokens);
          const result = { jwt, user: toUserRecord(user), ...rest };
          sendJson(res, { ...successEnvelope(successMessages.loggedIn, result), gen_at: toTimestamp(tokens.issuedAt) });
        },
      ],
    },
    {
      method: 'post',
      path: '/auth/refresh',
      operation: 'refresh',
      openapi: {
        summary: 'Exchange a refresh token for new tokens',
        description: `Exchanges a refresh token for a new access token and the next refresh token. The caller needs a refresh token, in the body or in the cookie, but no access token.\n\n${refreshDescription} After \`UNAUTHENTICATED\` the user has to log in again.`,
        body: refreshInput,
        success: { description: 'The session has new tokens.', headers: setCookieHeader, schema: refreshEnvelope },
      },
      handlers: [
        body,
        async (req, res) => {
          const tokens = await auth.refresh(toRefreshInput(req), contextOf(req, res, cookies));
          setCookie(cookies, res, tokens);
          const result = toTokensRecord(tokens);
          sendJson(res, {
            ...successEnvelope(successMessages.refreshed, result),
            gen_at: toTimestamp(tokens.issuedAt),
          });
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
