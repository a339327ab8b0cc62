import { loginRoute } from '../../accounts/auth/auth.rest';
import type { RefreshCookies } from '../../platform/http/refresh-cookie';
import { answerRoute } from '../../platform/rest/answer.rest';
import type { RestRoute } from '../../platform/rest/rest-route';
import { completeEmailLogin, requestEmailLogin } from './email-login.operations';
import type { EmailLoginService } from './email-login.service';

export const emailLoginRoutes = (emailLogins: EmailLoginService, cookies: RefreshCookies): RestRoute[] => [
  answerRoute(
    requestEmailLogin,
    {
      tag: 'Sessions',
      summary: 'Send an e-mail with a code to sign in',
      body: { description: 'The address of the account.' },
    },
    (input, context) => emailLogins.request(input, context),
  ),
  loginRoute(
    completeEmailLogin,
    {
      summary: 'Sign in with the code or the link of an e-mail',
      body: {
        description:
          'The token of the request, and the code or the link. The answer has a refresh token only if the request has `scope: "offline_access"` or `refresh_token_in: "cookie"`.',
      },
    },
    cookies,
    (input, context) => emailLogins.complete(input, context),
  ),
];
