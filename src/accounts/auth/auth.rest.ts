import type { Request, RequestHandler, Response } from 'express';
import { contextOf } from '../../platform/http/read-request-context';
import type { RefreshCookies } from '../../platform/http/refresh-cookie';
import { sendJson } from '../../platform/http/send-json';
import type { Operation, RestPath } from '../../platform/operations/define-operation';
import { inputSchemaOf } from '../../platform/request/input-schema';
import type { RequestContext } from '../../platform/request/request-context';
import { successEnvelope } from '../../platform/rest/envelope';
import { inputOf } from '../../platform/rest/input-reader';
import { string, toTimestamp } from '../../platform/rest/json-schema';
import { bodyReadersOf, type HeaderObject, type RestRoute, routeOf } from '../../platform/rest/rest-route';
import type { LoginPasswordRule } from '../passwords/password-policy.settings';
import { refreshCookieRejected, refreshTokenRejected } from '../sessions/refresh-rejection';
import { sessionReasons } from '../sessions/sessions.reasons';
import type { User } from '../users/user';
import { exampleUser } from '../users/user.answers';
import { toUserRecord } from '../users/user.rest';
import type { UserFields } from '../users/user-fields';
import { inputWithFields } from '../users/user-fields.rest';
import { loginInputOf } from './auth.inputs';
import { login, refresh, register } from './auth.operations';
import type { AuthService } from './auth.service';
import { loginEnvelope, refreshEnvelope, registerEnvelope } from './auth-envelopes.rest';
import { afterUnauthenticated, refreshDescription } from './descriptions';
import type { Login, Tokens } from './session-opener';
import { exampleTokens, toTokensRecord } from './tokens.rest';

const setCookieHeader: Record<string, HeaderObject> = {
  'Set-Cookie': {
    description: 'The refresh token in an HttpOnly cookie. Absent if the refresh token is not in the cookie.',
    schema: string,
  },
};

/** The header of an operation that can end the session of its request. */
export const endsCookie: Record<string, HeaderObject> = {
  'Set-Cookie': {
    description: 'Deletes the refresh cookie. Absent if the session of this request continues.',
    schema: string,
  },
};

/** The answer of every way to log in. */
const loginSuccess = () => ({
  description: 'The user is logged in.',
  headers: setCookieHeader,
  schema: loginEnvelope,
  example: loggedInBody({ ...exampleTokens, user: exampleUser }),
});

/** Makes the route of an operation that signs in, with the method of its name. */
export const loginRoute = <Name extends string, Path extends RestPath>(
  operation: Operation<Name, Path>,
  service: { [_ in Name]: (input: unknown, context: RequestContext) => Promise<Login> },
  cookies: RefreshCookies,
): RestRoute =>
  routeOf(operation, {
    openapi: () => ({ success: loginSuccess() }),
    handlers: [
      ...bodyReadersOf(operation),
      async (req, res) =>
        sendLogin(res, await service[operation.name](inputOf(operation, req), contextOf(req, res)), cookies),
    ],
  });

/** The routes of the specification, sections 4.1 and 4.2, and the exchange of refresh tokens. */
export function authRoutes(
  auth: AuthService,
  cookies: RefreshCookies,
  { loginPasswordRule }: { loginPasswordRule: LoginPasswordRule },
  userFields: UserFields | undefined,
): RestRoute[] {
  const unlessOverloaded =
    (operation: typeof register | typeof login): RequestHandler =>
    async (req, res, next) => {
      await auth.rejectOverload(operation, contextOf(req, res));
      next();
    };
  return [
    routeOf(register, {
      openapi: () => ({
        ...inputWithFields(register, userFields, 'user'),
        success: {
          description: 'Gatehouse created the account.',
          schema: registerEnvelope,
          example: registeredBody(exampleUser),
        },
      }),
      handlers: [
        unlessOverloaded(register),
        ...bodyReadersOf(register),
        async (req, res) => {
          const user = await auth.register(toRegisterInput(req), contextOf(req, res));
          sendJson(res.status(201), registeredBody(user));
        },
      ],
    }),
    routeOf(login, {
      openapi: () => ({
        description:
          'Logs a user in with e-mail address and password, opens a session and returns an access token. Anyone can call this operation, without an access token.\n\nTo stay logged in after the access token (`jwt`) has expired, the client asks for a refresh token: with `scope: "offline_access"`, or in a browser with `refresh_token_in: "cookie"`. Without one, the session ends with the access token.',
        input: inputSchemaOf(loginInputOf(loginPasswordRule)),
        success: loginSuccess(),
      }),
      handlers: [
        unlessOverloaded(login),
        ...bodyReadersOf(login),
        async (req, res) => {
          const login = await auth.login(toLoginInput(req), contextOf(req, res));
          sendLogin(res, login, cookies);
        },
      ],
    }),
    routeOf(refresh, {
      openapi: () => ({
        description: `Exchanges a refresh token for a new access token and the next refresh token. The caller needs a refresh token, in the body or in the cookie, but no access token.\n\n${refreshDescription} ${afterUnauthenticated.refresh}`,
        credentials: ['refreshCookie', 'none'],
        success: {
          description: 'The session has new tokens.',
          headers: setCookieHeader,
          schema: refreshEnvelope,
          example: refreshedBody(exampleTokens),
        },
        errors: {
          UNAUTHENTICATED: refreshTokenRejected(sessionReasons['unknown token']),
          FORBIDDEN: refreshCookieRejected(),
        },
      }),
      handlers: [
        ...bodyReadersOf(refresh),
        async (req, res) => {
          const tokens = await auth.refresh(inputOf(refresh, req), contextOf(req, res, cookies));
          setRefreshCookie(cookies, res, tokens);
          sendJson(res, refreshedBody(tokens));
        },
      ],
    }),
  ];
}

const registeredBody = (user: User) => successEnvelope(register.message, toUserRecord(user));

function loggedInBody({ user, ...tokens }: Login) {
  const { jwt, ...rest } = toTokensRecord(tokens);
  const result = { jwt, user: toUserRecord(user), ...rest };
  return { ...successEnvelope(login.message, result), gen_at: toTimestamp(tokens.issuedAt) };
}

const refreshedBody = (tokens: Tokens) => ({
  ...successEnvelope(refresh.message, toTokensRecord(tokens)),
  gen_at: toTimestamp(tokens.issuedAt),
});

function toRegisterInput({ body }: Request) {
  return {
    email: body.email,
    firstName: body.first_name,
    lastName: body.last_name,
    password: body.password,
    tel: body.tel,
    fields: body.fields,
    challenge: body.challenge,
  };
}

function toLoginInput({ body }: Request) {
  const { email, password, code, scope, refresh_token_in: refreshTokenIn, challenge } = body;
  return { email, password, code, scope, refreshTokenIn, challenge };
}

function sendLogin(res: Response, login: Login, cookies: RefreshCookies): void {
  setRefreshCookie(cookies, res, login);
  sendJson(res, loggedInBody(login));
}

/** Puts the refresh token into the cookie, if the client asked for it. */
function setRefreshCookie(cookies: RefreshCookies, res: Response, tokens: Tokens): void {
  if (tokens.refreshTokenIn !== 'cookie' || tokens.refreshToken === null) return;
  cookies.set(res, tokens.refreshToken, tokens.sessionExpiresTs);
}
